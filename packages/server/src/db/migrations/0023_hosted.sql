CREATE TABLE "flattening" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"domain_id" uuid,
	"original_domain" text NOT NULL,
	"original_record" text NOT NULL,
	"label" text NOT NULL,
	"hosted_name" text,
	"view" jsonb NOT NULL,
	"memory" jsonb NOT NULL,
	"ttl" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"author" uuid,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"live" boolean DEFAULT false NOT NULL,
	"included" boolean,
	"looked_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone,
	"changes_told_at" timestamp (3) with time zone,
	"paused_told" boolean DEFAULT false NOT NULL,
	CONSTRAINT "flattening_domainId_unique" UNIQUE("domain_id"),
	CONSTRAINT "flattening_label_unique" UNIQUE("label")
);
--> statement-breakpoint
CREATE TABLE "flattening_version" (
	"id" uuid PRIMARY KEY NOT NULL,
	"flattening_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"original_record" text NOT NULL,
	"records" jsonb NOT NULL,
	"added" jsonb NOT NULL,
	"removed" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hosted_record" (
	"name" text PRIMARY KEY NOT NULL,
	"flattening_id" uuid,
	"value" text,
	"ttl" integer NOT NULL,
	"change" bigint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"remove_at" timestamp (3) with time zone,
	"published_change" bigint
);
--> statement-breakpoint
CREATE TABLE "hosted_zone" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"publisher" text,
	"nonce" text NOT NULL,
	"change" bigint DEFAULT 0 NOT NULL,
	"proved_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"problem" text,
	"publishing_until" timestamp (3) with time zone,
	"compared_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "flattening" ADD CONSTRAINT "flattening_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flattening" ADD CONSTRAINT "flattening_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flattening" ADD CONSTRAINT "flattening_author_person_id_fk" FOREIGN KEY ("author") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flattening_version" ADD CONSTRAINT "flattening_version_flattening_id_flattening_id_fk" FOREIGN KEY ("flattening_id") REFERENCES "public"."flattening"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosted_record" ADD CONSTRAINT "hosted_record_flattening_id_flattening_id_fk" FOREIGN KEY ("flattening_id") REFERENCES "public"."flattening"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flattening_of_workspace" ON "flattening" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "flattening_due" ON "flattening" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "flattening_hosted_name" ON "flattening" USING btree ("hosted_name");--> statement-breakpoint
CREATE INDEX "flattening_version_newest" ON "flattening_version" USING btree ("flattening_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "hosted_record_change" ON "hosted_record" USING btree ("change");--> statement-breakpoint
CREATE INDEX "hosted_record_remove" ON "hosted_record" USING btree ("remove_at");--> statement-breakpoint
CREATE INDEX "hosted_record_unpublished" ON "hosted_record" USING btree ("change") WHERE "hosted_record"."published_change" is null or "hosted_record"."published_change" < "hosted_record"."change";--> statement-breakpoint
CREATE INDEX "hosted_record_of_flattening" ON "hosted_record" USING btree ("flattening_id");