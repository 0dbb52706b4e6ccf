CREATE TABLE "finding_count" (
	"workspace_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"counts_from" timestamp (3) with time zone NOT NULL,
	"domains" integer NOT NULL,
	"points" integer NOT NULL,
	CONSTRAINT "finding_count_workspace_id_kind_id_counts_from_pk" PRIMARY KEY("workspace_id","kind","id","counts_from")
);
--> statement-breakpoint
ALTER TABLE "finding" ADD COLUMN "counts_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "finding" ADD COLUMN "counts_domain" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "finding_source" ADD COLUMN "workspace_id" uuid;--> statement-breakpoint
ALTER TABLE "finding_source" ADD COLUMN "unchecked" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "scan" ADD COLUMN "workspace_id" uuid;--> statement-breakpoint
UPDATE "scan" SET "workspace_id" = "domain"."workspace_id" FROM "domain" WHERE "domain"."id" = "scan"."domain_id";--> statement-breakpoint
ALTER TABLE "scan" ALTER COLUMN "workspace_id" SET NOT NULL;--> statement-breakpoint
-- An older source has the findings stored again, with the checks that could not be made.
UPDATE "finding_source" SET "workspace_id" = "domain"."workspace_id", "finished_at" = 'epoch' FROM "domain" WHERE "domain"."id" = "finding_source"."domain_id";--> statement-breakpoint
ALTER TABLE "finding_source" ALTER COLUMN "workspace_id" SET NOT NULL;--> statement-breakpoint
UPDATE "finding" SET "counts_from" = CASE WHEN "decision"."id" IS NULL THEN 'epoch' ELSE "decision"."expires_at" END
  FROM "finding" AS "found" LEFT JOIN "decision" ON "decision"."domain_id" = "found"."domain_id" AND "decision"."finding" = "found"."id" AND "decision"."subject" = "found"."subject"
  WHERE "found"."domain_id" = "finding"."domain_id" AND "found"."id" = "finding"."id" AND "found"."subject" = "finding"."subject";--> statement-breakpoint
UPDATE "finding" SET "counts_domain" = true FROM (
    SELECT DISTINCT ON ("domain_id", "id") "domain_id", "id", "subject" FROM "finding" WHERE "counts_from" IS NOT NULL ORDER BY "domain_id", "id", "counts_from", "subject"
  ) AS "first" WHERE "first"."domain_id" = "finding"."domain_id" AND "first"."id" = "finding"."id" AND "first"."subject" = "finding"."subject";--> statement-breakpoint
ALTER TABLE "finding_count" ADD CONSTRAINT "finding_count_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_source" ADD CONSTRAINT "finding_source_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan" ADD CONSTRAINT "scan_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domain_by_score" ON "domain" USING btree ("workspace_id","score","name");--> statement-breakpoint
CREATE INDEX "domain_unscanned" ON "domain" USING btree ("workspace_id") WHERE "domain"."last_scan_at" is null;--> statement-breakpoint
CREATE INDEX "finding_worst" ON "finding" USING btree ("workspace_id","id","points","domain_id") WHERE "finding"."counts_domain";--> statement-breakpoint
CREATE INDEX "scan_of_workspace" ON "scan" USING btree ("workspace_id","finished_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
INSERT INTO "finding_count" ("workspace_id", "kind", "id", "counts_from", "domains", "points")
  SELECT "workspace_id", 'finding', "id", "counts_from", sum("counts_domain"::int), sum("points") FROM "finding" WHERE "counts_from" IS NOT NULL GROUP BY "workspace_id", "id", "counts_from"
  UNION ALL SELECT "workspace_id", 'scanned', '', 'epoch', count(*), 0 FROM "finding_source" GROUP BY "workspace_id";--> statement-breakpoint
-- Adds to one count. One transaction at a time counts in a workspace, until it ends: two that change the same counts in
-- another order would deadlock. While a workspace is deleted, its counts go and no new one appears.
CREATE OR REPLACE FUNCTION "add_finding_count"(of_workspace uuid, of_kind text, of_id text, since timestamptz, more_domains bigint, more_points bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1815, hashtext(of_workspace::text));
  INSERT INTO finding_count AS kept (workspace_id, kind, id, counts_from, domains, points)
    SELECT of_workspace, of_kind, of_id, since, more_domains, more_points FROM workspace WHERE workspace.id = of_workspace
    ON CONFLICT (workspace_id, kind, id, counts_from) DO UPDATE SET domains = kept.domains + excluded.domains, points = kept.points + excluded.points;
  DELETE FROM finding_count WHERE workspace_id = of_workspace AND kind = of_kind AND id = of_id AND counts_from = since AND domains = 0 AND points = 0;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_findings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' THEN
    PERFORM add_finding_count(workspace_id, 'finding', id, counts_from, -domains, -cost)
      FROM (SELECT workspace_id, id, counts_from, sum(counts_domain::int) AS domains, sum(points) AS cost FROM removed WHERE counts_from IS NOT NULL GROUP BY workspace_id, id, counts_from ORDER BY workspace_id) AS gone;
  END IF;
  IF tg_op <> 'DELETE' THEN
    PERFORM add_finding_count(workspace_id, 'finding', id, counts_from, domains, cost)
      FROM (SELECT workspace_id, id, counts_from, sum(counts_domain::int) AS domains, sum(points) AS cost FROM added WHERE counts_from IS NOT NULL GROUP BY workspace_id, id, counts_from ORDER BY workspace_id) AS come;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_finding_sources"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' THEN
    PERFORM add_finding_count(workspace_id, kind, id, 'epoch', -domains, 0) FROM (
      SELECT workspace_id, 'scanned' AS kind, '' AS id, count(*) AS domains FROM removed GROUP BY workspace_id
      UNION ALL SELECT workspace_id, 'unchecked', each.id, count(*) FROM removed, jsonb_array_elements_text(unchecked) AS each(id) GROUP BY workspace_id, each.id
      ORDER BY workspace_id) AS gone;
  END IF;
  IF tg_op <> 'DELETE' THEN
    PERFORM add_finding_count(workspace_id, kind, id, 'epoch', domains, 0) FROM (
      SELECT workspace_id, 'scanned' AS kind, '' AS id, count(*) AS domains FROM added GROUP BY workspace_id
      UNION ALL SELECT workspace_id, 'unchecked', each.id, count(*) FROM added, jsonb_array_elements_text(unchecked) AS each(id) GROUP BY workspace_id, each.id
      ORDER BY workspace_id) AS come;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "finding_added" AFTER INSERT ON "finding" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_findings();--> statement-breakpoint
CREATE TRIGGER "finding_removed" AFTER DELETE ON "finding" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_findings();--> statement-breakpoint
CREATE TRIGGER "finding_changed" AFTER UPDATE ON "finding" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_findings();--> statement-breakpoint
CREATE TRIGGER "finding_source_added" AFTER INSERT ON "finding_source" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_finding_sources();--> statement-breakpoint
CREATE TRIGGER "finding_source_removed" AFTER DELETE ON "finding_source" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_finding_sources();--> statement-breakpoint
CREATE TRIGGER "finding_source_changed" AFTER UPDATE ON "finding_source" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_finding_sources();
