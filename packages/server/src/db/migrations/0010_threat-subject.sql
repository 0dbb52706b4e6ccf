-- "Domain judged by blocklists" is about the domain, whatever the verdict: decisions and findings named it by the verdict.
WITH ranked AS (
  SELECT "id", row_number() OVER (PARTITION BY "domain_id" ORDER BY "decided_at" DESC, "id") AS "n"
  FROM "decision" WHERE "finding" = 'threat_listed' AND "subject" <> ''
)
-- Should two verdicts have a decision, the newest holds, and the others stay with their verdict.
UPDATE "decision" SET "subject" = '' FROM ranked
WHERE ranked."id" = "decision"."id" AND "n" = 1
  AND NOT EXISTS (SELECT 1 FROM "decision" d
    WHERE d."domain_id" = "decision"."domain_id" AND d."finding" = 'threat_listed' AND d."subject" = '');--> statement-breakpoint
UPDATE "finding" SET "subject" = '' WHERE "id" = 'threat_listed';
