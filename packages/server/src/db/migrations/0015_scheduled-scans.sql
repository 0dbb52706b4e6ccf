ALTER TABLE "domain" ADD COLUMN "scan_schedule" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "domain" ADD COLUMN "next_scan_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "domain_due_for_scan" ON "domain" USING btree ("next_scan_at") WHERE "domain"."next_scan_at" is not null;