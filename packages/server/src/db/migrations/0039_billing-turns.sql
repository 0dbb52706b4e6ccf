ALTER TABLE "billing_customer" ADD COLUMN "busy_by" uuid;--> statement-breakpoint
ALTER TABLE "billing_customer" ADD COLUMN "released" jsonb;--> statement-breakpoint
ALTER TABLE "billing_customer" ADD COLUMN "restore_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "billing_customer_restore" ON "billing_customer" USING btree ("restore_at") WHERE "billing_customer"."restore_at" is not null;