ALTER TABLE "scan" ADD COLUMN "score_before" integer;--> statement-breakpoint
ALTER TABLE "scan" ADD COLUMN "fixed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scan" ADD COLUMN "added" integer DEFAULT 0 NOT NULL;