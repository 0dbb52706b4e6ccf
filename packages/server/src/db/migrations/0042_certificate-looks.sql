ALTER TABLE "domain" ADD COLUMN "certificates" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "domain" ADD COLUMN "certificate_due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "domain_due_for_certificate" ON "domain" USING btree ("certificate_due_at") WHERE "domain"."certificate_due_at" is not null;--> statement-breakpoint
-- Until now one time was for both: where nothing changed, it waits for a certificate.
UPDATE "domain" SET "certificate_due_at" = "own_scan_due_at", "own_scan_due_at" = NULL
  WHERE "own_scan_due_at" IS NOT NULL AND "unseen_changes" = '[]'::jsonb;
