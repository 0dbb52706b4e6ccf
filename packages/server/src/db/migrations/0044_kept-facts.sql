ALTER TABLE "finding_source" ADD COLUMN "facts" text;--> statement-breakpoint
ALTER TABLE "finding_source" ADD COLUMN "facts_by" text;