DROP INDEX "finding_worst";--> statement-breakpoint
ALTER TABLE "finding" ADD COLUMN "regains" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "finding" ADD COLUMN "score" integer;--> statement-breakpoint
CREATE INDEX "finding_worst" ON "finding" USING btree ("workspace_id","id","regains" DESC NULLS FIRST,"score" NULLS FIRST,"domain_id") WHERE "finding"."counts_domain";--> statement-breakpoint
-- Until the stored scans are read again, which says what each finding regains: what it costs.
UPDATE "finding" SET "regains" = -"cost" FROM (SELECT "domain_id" AS "of_domain", "id" AS "of_id", sum("points") AS "cost" FROM "finding" GROUP BY 1, 2) AS "kind"
  WHERE "domain_id" = "of_domain" AND "id" = "of_id";--> statement-breakpoint
UPDATE "finding_source" SET "finished_at" = 'epoch';--> statement-breakpoint
-- Of the findings of a domain with one id, the one that counts the domain has what all of them regain.
CREATE OR REPLACE FUNCTION "count_findings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' THEN
    PERFORM add_finding_count(workspace_id, 'finding', id, counts_from, -domains, -gain)
      FROM (SELECT workspace_id, id, counts_from, count(*) AS domains, sum(regains) AS gain FROM removed WHERE counts_from IS NOT NULL AND counts_domain GROUP BY workspace_id, id, counts_from ORDER BY workspace_id) AS gone;
  END IF;
  IF tg_op <> 'DELETE' THEN
    PERFORM add_finding_count(workspace_id, 'finding', id, counts_from, domains, gain)
      FROM (SELECT workspace_id, id, counts_from, count(*) AS domains, sum(regains) AS gain FROM added WHERE counts_from IS NOT NULL AND counts_domain GROUP BY workspace_id, id, counts_from ORDER BY workspace_id) AS come;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DELETE FROM "finding_count" WHERE "kind" = 'finding';--> statement-breakpoint
INSERT INTO "finding_count" ("workspace_id", "kind", "id", "counts_from", "domains", "points")
  SELECT "workspace_id", 'finding', "id", "counts_from", count(*), sum("regains") FROM "finding" WHERE "counts_from" IS NOT NULL AND "counts_domain" GROUP BY "workspace_id", "id", "counts_from";
