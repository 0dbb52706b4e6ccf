ALTER TABLE "domain" ADD COLUMN "unseen_changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "domain" ADD COLUMN "own_scan_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "domain" ADD COLUMN "own_scan_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scan_run" ADD COLUMN "own_for" jsonb;--> statement-breakpoint
CREATE INDEX "domain_due_for_own_scan" ON "domain" USING btree ("own_scan_due_at") WHERE "domain"."own_scan_due_at" is not null;--> statement-breakpoint
CREATE INDEX "domain_changed" ON "domain" USING btree ("workspace_id") WHERE "domain"."unseen_changes" <> '[]'::jsonb;