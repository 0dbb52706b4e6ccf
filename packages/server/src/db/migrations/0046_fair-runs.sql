ALTER TABLE "scan_run" ADD COLUMN "urgent" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_run" ADD COLUMN "site" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_run" ADD COLUMN "shares_answers" boolean DEFAULT false NOT NULL;