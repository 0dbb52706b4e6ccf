CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"tier" text DEFAULT 'free' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "account_subject_unique" UNIQUE("subject")
);
--> statement-breakpoint
CREATE TABLE "usage_counter" (
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"period" text NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "usage_counter_account_id_kind_period_pk" PRIMARY KEY("account_id","kind","period")
);
--> statement-breakpoint
CREATE TABLE "domain" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_scan_at" timestamp (3) with time zone,
	"score" integer,
	"scored_at" timestamp (3) with time zone,
	"issues" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mx_count" integer,
	"blacklist_count" integer,
	"auth_status" text DEFAULT 'unknown' NOT NULL,
	"relay_test_result" text,
	"score_is_old" boolean DEFAULT false NOT NULL,
	CONSTRAINT "domain_once_per_account" UNIQUE("account_id","name")
);
--> statement-breakpoint
CREATE TABLE "identity_account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_jwks" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"alg" text,
	"crv" text
);
--> statement-breakpoint
CREATE TABLE "identity_session" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"user_id" text NOT NULL,
	CONSTRAINT "identity_session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "identity_user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "identity_verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "rate_limit_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "scan" (
	"id" uuid PRIMARY KEY NOT NULL,
	"domain_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"score" integer,
	"coverage" real NOT NULL,
	"model" integer NOT NULL,
	"catalogue" text NOT NULL,
	"tier" text NOT NULL,
	"unchecked" jsonb NOT NULL,
	"findings" jsonb NOT NULL,
	CONSTRAINT "scan_of_run" UNIQUE("run_id")
);
--> statement-breakpoint
CREATE TABLE "scan_document" (
	"scan_id" uuid PRIMARY KEY NOT NULL,
	"domain_id" uuid NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	"body" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"domain_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"tier" text NOT NULL,
	"state" text NOT NULL,
	"period" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"claim" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"progress" jsonb
);
--> statement-breakpoint
ALTER TABLE "usage_counter" ADD CONSTRAINT "usage_counter_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain" ADD CONSTRAINT "domain_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_account" ADD CONSTRAINT "identity_account_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_session" ADD CONSTRAINT "identity_session_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan" ADD CONSTRAINT "scan_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_document" ADD CONSTRAINT "scan_document_scan_id_scan_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_document" ADD CONSTRAINT "scan_document_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_run" ADD CONSTRAINT "scan_run_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_run" ADD CONSTRAINT "scan_run_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_account_user_id_index" ON "identity_account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_session_user_id_index" ON "identity_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_session_expires_at_index" ON "identity_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identity_verification_identifier_index" ON "identity_verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "identity_verification_expires_at_index" ON "identity_verification" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_try_at") WHERE "outbox"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "outbox_of_account" ON "outbox" USING btree ("account_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "outbox_finished" ON "outbox" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "rate_limit_window" ON "rate_limit" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "scan_of_domain" ON "scan" USING btree ("domain_id","finished_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "scan_finished" ON "scan" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "scan_document_of_domain" ON "scan_document" USING btree ("domain_id","finished_at" DESC NULLS FIRST,"scan_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "scan_run_one_open" ON "scan_run" USING btree ("domain_id") WHERE "scan_run"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "scan_run_lapsed" ON "scan_run" USING btree ("lease_until") WHERE "scan_run"."state" = 'running';--> statement-breakpoint
CREATE INDEX "scan_run_waiting" ON "scan_run" USING btree ("requested_at") WHERE "scan_run"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "scan_run_finished" ON "scan_run" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "scan_run_account" ON "scan_run" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "scan_run_of_domain" ON "scan_run" USING btree ("domain_id","requested_at" DESC NULLS FIRST);