CREATE TABLE "generated_dmarc" (
	"domain_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"record" text NOT NULL,
	"generated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generated_spf" (
	"domain_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"record" text NOT NULL,
	"generated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generated_dmarc" ADD CONSTRAINT "generated_dmarc_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generated_spf" ADD CONSTRAINT "generated_spf_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;