ALTER TABLE "header_analysis" ADD COLUMN "from_domain" text;--> statement-breakpoint
ALTER TABLE "header_analysis" ADD COLUMN "body" "bytea";--> statement-breakpoint
UPDATE "header_analysis" SET
	"from_domain" = lower("document"->'alignment'->>'from_domain'),
	"body" = convert_to(jsonb_build_object('raw', "raw", 'cutFrom', null, 'document', "document")::text, 'UTF8');--> statement-breakpoint
ALTER TABLE "header_analysis" ALTER COLUMN "body" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "header_analysis" ALTER COLUMN "body" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "header_analysis" DROP COLUMN "raw";--> statement-breakpoint
ALTER TABLE "header_analysis" DROP COLUMN "document";
