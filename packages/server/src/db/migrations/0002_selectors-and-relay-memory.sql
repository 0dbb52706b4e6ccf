CREATE TABLE "dkim_selector" (
	"domain_id" uuid NOT NULL,
	"selector" text NOT NULL,
	"source" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dkim_selector_domain_id_selector_pk" PRIMARY KEY("domain_id","selector")
);
--> statement-breakpoint
CREATE TABLE "relay_memory" (
	"key" text PRIMARY KEY NOT NULL,
	"record" jsonb,
	"claimed_until" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dkim_selector" ADD CONSTRAINT "dkim_selector_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "relay_memory_changed" ON "relay_memory" USING btree ("changed_at");