CREATE TABLE "alert" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"domain_id" uuid,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"severity" text NOT NULL,
	"description" text NOT NULL,
	"old_value" jsonb,
	"new_value" jsonb,
	"at" timestamp (3) with time zone NOT NULL,
	"cause" text NOT NULL,
	CONSTRAINT "alert_once" UNIQUE("workspace_id","cause")
);
--> statement-breakpoint
CREATE TABLE "alert_address" (
	"workspace_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text,
	"expires_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"unsubscribed_at" timestamp (3) with time zone,
	"unsubscribe_token" uuid NOT NULL,
	CONSTRAINT "alert_address_workspace_id_email_pk" PRIMARY KEY("workspace_id","email"),
	CONSTRAINT "alert_address_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "alert_address_unsubscribeToken_unique" UNIQUE("unsubscribe_token")
);
--> statement-breakpoint
CREATE TABLE "alert_channel" (
	"workspace_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"target" text,
	"failing_since" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"pause_reason" text,
	"last_message_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "alert_channel_workspace_id_kind_pk" PRIMARY KEY("workspace_id","kind")
);
--> statement-breakpoint
CREATE TABLE "alert_memory" (
	"domain_id" uuid NOT NULL,
	"key" text NOT NULL,
	"memory" jsonb NOT NULL,
	CONSTRAINT "alert_memory_domain_id_key_pk" PRIMARY KEY("domain_id","key")
);
--> statement-breakpoint
CREATE TABLE "alert_notice" (
	"alert_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"outbox_id" uuid,
	CONSTRAINT "alert_notice_alert_id_channel_pk" PRIMARY KEY("alert_id","channel")
);
--> statement-breakpoint
CREATE TABLE "alert_settings" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"email_alerts" boolean NOT NULL,
	"email" text,
	"alert_types" jsonb NOT NULL,
	"webhook_secret" text,
	"version" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_address" ADD CONSTRAINT "alert_address_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_channel" ADD CONSTRAINT "alert_channel_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_memory" ADD CONSTRAINT "alert_memory_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notice" ADD CONSTRAINT "alert_notice_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notice" ADD CONSTRAINT "alert_notice_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notice" ADD CONSTRAINT "alert_notice_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD CONSTRAINT "alert_settings_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_of_workspace" ON "alert" USING btree ("workspace_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "alert_of_domain" ON "alert" USING btree ("domain_id");--> statement-breakpoint
CREATE INDEX "alert_at" ON "alert" USING btree ("at");--> statement-breakpoint
CREATE INDEX "alert_channel_due" ON "alert_channel" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "alert_notice_of_channel" ON "alert_notice" USING btree ("workspace_id","channel","outbox_id");--> statement-breakpoint
CREATE INDEX "alert_notice_of_message" ON "alert_notice" USING btree ("outbox_id");