CREATE TABLE "dns_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"change_type" text NOT NULL,
	"severity" text NOT NULL,
	"description" text NOT NULL,
	"old_value" jsonb,
	"new_value" jsonb,
	"part" text NOT NULL,
	"fingerprint" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dns_change_once" UNIQUE("domain_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "watch" (
	"domain_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"next_check_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"memory" jsonb,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dns_change" ADD CONSTRAINT "dns_change_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dns_change" ADD CONSTRAINT "dns_change_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch" ADD CONSTRAINT "watch_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch" ADD CONSTRAINT "watch_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dns_change_of_workspace" ON "dns_change" USING btree ("workspace_id","found_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "dns_change_of_domain" ON "dns_change" USING btree ("domain_id","found_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "dns_change_found" ON "dns_change" USING btree ("found_at");--> statement-breakpoint
CREATE INDEX "watch_due" ON "watch" USING btree ("next_check_at") WHERE "watch"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "watch_of_workspace" ON "watch" USING btree ("workspace_id");--> statement-breakpoint
-- Domains from before are due at once, the oldest first.
INSERT INTO "watch" ("domain_id", "workspace_id", "next_check_at")
SELECT "id", "workspace_id", "created_at" FROM "domain";
