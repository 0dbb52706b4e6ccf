ALTER TABLE "account" RENAME TO "workspace";--> statement-breakpoint
ALTER TABLE "workspace" RENAME CONSTRAINT "account_pkey" TO "workspace_pkey";--> statement-breakpoint
CREATE TABLE "person" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "person_subject_unique" UNIQUE("subject")
);
--> statement-breakpoint
-- The person keeps the account's id, and so does the workspace: both were told to programs as the account's.
INSERT INTO "person" ("id", "subject", "email", "name", "created_at", "deleted_at")
SELECT "id", "subject", "email", "name", "created_at", "deleted_at" FROM "workspace";--> statement-breakpoint
UPDATE "workspace" SET "name" = "email" WHERE btrim("name") = '';--> statement-breakpoint
ALTER TABLE "workspace" DROP COLUMN "subject";--> statement-breakpoint
ALTER TABLE "workspace" DROP COLUMN "email";--> statement-breakpoint
CREATE TABLE "member" (
	"workspace_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "member_workspace_id_person_id_pk" PRIMARY KEY("workspace_id","person_id"),
	CONSTRAINT "member_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action,
	CONSTRAINT "member_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action
);
--> statement-breakpoint
CREATE INDEX "member_of_person" ON "member" USING btree ("person_id");--> statement-breakpoint
INSERT INTO "member" ("workspace_id", "person_id", "role", "joined_at")
SELECT "id", "id", 'owner', "created_at" FROM "person";--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"used_by" uuid,
	CONSTRAINT "invitation_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "invitation_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action,
	CONSTRAINT "invitation_created_by_person_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action,
	CONSTRAINT "invitation_used_by_person_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action
);
--> statement-breakpoint
CREATE INDEX "invitation_of_workspace" ON "invitation" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "invitation_expired" ON "invitation" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "usage_counter" RENAME COLUMN "account_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "usage_counter" RENAME CONSTRAINT "usage_counter_account_id_kind_period_pk" TO "usage_counter_workspace_id_kind_period_pk";--> statement-breakpoint
ALTER TABLE "usage_counter" RENAME CONSTRAINT "usage_counter_account_id_account_id_fk" TO "usage_counter_workspace_id_workspace_id_fk";--> statement-breakpoint
ALTER TABLE "domain" RENAME COLUMN "account_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "domain" RENAME CONSTRAINT "domain_once_per_account" TO "domain_once_per_workspace";--> statement-breakpoint
ALTER TABLE "domain" RENAME CONSTRAINT "domain_account_id_account_id_fk" TO "domain_workspace_id_workspace_id_fk";--> statement-breakpoint
ALTER TABLE "scan_run" RENAME COLUMN "account_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "scan_run" RENAME CONSTRAINT "scan_run_account_id_account_id_fk" TO "scan_run_workspace_id_workspace_id_fk";--> statement-breakpoint
ALTER INDEX "scan_run_account" RENAME TO "scan_run_of_workspace";--> statement-breakpoint
ALTER TABLE "outbox" RENAME COLUMN "account_id" TO "workspace_id";--> statement-breakpoint
ALTER TABLE "outbox" RENAME CONSTRAINT "outbox_account_id_account_id_fk" TO "outbox_workspace_id_workspace_id_fk";--> statement-breakpoint
ALTER INDEX "outbox_of_account" RENAME TO "outbox_of_workspace";--> statement-breakpoint
ALTER TABLE "domain" ADD COLUMN "tags_author" uuid;--> statement-breakpoint
ALTER TABLE "domain" ADD CONSTRAINT "domain_tags_author_person_id_fk" FOREIGN KEY ("tags_author") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dkim_selector" ADD COLUMN "author" uuid;--> statement-breakpoint
ALTER TABLE "dkim_selector" ADD CONSTRAINT "dkim_selector_author_person_id_fk" FOREIGN KEY ("author") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "author" uuid;--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_author_person_id_fk" FOREIGN KEY ("author") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generated_spf" ADD COLUMN "author" uuid;--> statement-breakpoint
ALTER TABLE "generated_spf" ADD CONSTRAINT "generated_spf_author_person_id_fk" FOREIGN KEY ("author") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generated_dmarc" ADD COLUMN "author" uuid;--> statement-breakpoint
ALTER TABLE "generated_dmarc" ADD CONSTRAINT "generated_dmarc_author_person_id_fk" FOREIGN KEY ("author") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Until now an account was one person, who made all of its rows.
UPDATE "domain" SET "tags_author" = "workspace_id" WHERE jsonb_array_length("tags") > 0;--> statement-breakpoint
UPDATE "dkim_selector" t SET "author" = d."workspace_id" FROM "domain" d WHERE d."id" = t."domain_id" AND t."source" = 'user';--> statement-breakpoint
UPDATE "decision" t SET "author" = d."workspace_id" FROM "domain" d WHERE d."id" = t."domain_id";--> statement-breakpoint
UPDATE "generated_spf" t SET "author" = d."workspace_id" FROM "domain" d WHERE d."id" = t."domain_id";--> statement-breakpoint
UPDATE "generated_dmarc" t SET "author" = d."workspace_id" FROM "domain" d WHERE d."id" = t."domain_id";