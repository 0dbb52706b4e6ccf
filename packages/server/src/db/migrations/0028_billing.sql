CREATE TABLE "billing_customer" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"customer_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"busy_until" timestamp (3) with time zone,
	"readings" integer DEFAULT 0 NOT NULL,
	"stored_reading" integer DEFAULT 0 NOT NULL,
	"next_sync_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "billing_customer_of_provider" UNIQUE("provider","customer_id")
);
--> statement-breakpoint
CREATE TABLE "billing_event" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "billing_event_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "checkout" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"author" uuid,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"plan" text NOT NULL,
	"period" text NOT NULL,
	"session_id" text,
	"url" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"provider" text NOT NULL,
	"payment_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"plan" text NOT NULL,
	"period" text NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_of_provider" UNIQUE("provider","payment_id")
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"subscription_id" text NOT NULL,
	"plan" text NOT NULL,
	"period" text NOT NULL,
	"status" text NOT NULL,
	"current_period_end" timestamp (3) with time zone NOT NULL,
	"past_due_since" timestamp (3) with time zone,
	"scheduled_plan" text,
	"scheduled_period" text,
	"scheduled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "test_customer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"clock_offset_ms" bigint DEFAULT 0 NOT NULL,
	"credit_cents" integer DEFAULT 0 NOT NULL,
	"fails_next" boolean DEFAULT false NOT NULL,
	CONSTRAINT "test_customer_workspaceId_unique" UNIQUE("workspace_id")
);
--> statement-breakpoint
CREATE TABLE "test_invoice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"period" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"reference" text,
	"kind" text NOT NULL,
	"plan" text,
	"period" text,
	"subscription_id" uuid,
	"state" text NOT NULL,
	"paid_cents" integer,
	"success_url" text NOT NULL,
	"return_url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "test_session_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "test_subscription" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"period" text NOT NULL,
	"state" text NOT NULL,
	"anchor_at" timestamp (3) with time zone NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"past_due_since" timestamp (3) with time zone,
	"overdue_cents" integer DEFAULT 0 NOT NULL,
	"cancels_at_period_end" boolean DEFAULT false NOT NULL,
	"next_plan" text,
	"next_period" text,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "granted_tier" text DEFAULT 'free' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "paid_tier" text DEFAULT 'free' NOT NULL;--> statement-breakpoint
-- Until now there were no payments: every plan came from the operator or from DEFAULT_TIER.
UPDATE "workspace" SET "granted_tier" = "tier";--> statement-breakpoint
ALTER TABLE "billing_customer" ADD CONSTRAINT "billing_customer_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout" ADD CONSTRAINT "checkout_author_person_id_fk" FOREIGN KEY ("author") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_customer" ADD CONSTRAINT "test_customer_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_invoice" ADD CONSTRAINT "test_invoice_customer_id_test_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."test_customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_session" ADD CONSTRAINT "test_session_customer_id_test_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."test_customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_subscription" ADD CONSTRAINT "test_subscription_customer_id_test_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."test_customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_customer_due" ON "billing_customer" USING btree ("next_sync_at");--> statement-breakpoint
CREATE INDEX "billing_event_age" ON "billing_event" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "checkout_of_workspace" ON "checkout" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "checkout_open" ON "checkout" USING btree ("workspace_id") WHERE "checkout"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payment_of_workspace" ON "payment" USING btree ("workspace_id","paid_at");--> statement-breakpoint
CREATE INDEX "payment_age" ON "payment" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "test_invoice_of_customer" ON "test_invoice" USING btree ("customer_id","paid_at");--> statement-breakpoint
CREATE INDEX "test_session_of_customer" ON "test_session" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "test_session_expired" ON "test_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "test_subscription_of_customer" ON "test_subscription" USING btree ("customer_id");