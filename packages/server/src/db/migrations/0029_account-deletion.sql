CREATE TABLE "identity_two_factor" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT true,
	"failed_verification_count" integer DEFAULT 0,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "identity_user" ADD COLUMN "two_factor_enabled" boolean DEFAULT false;--> statement-breakpoint
ALTER TABLE "identity_two_factor" ADD CONSTRAINT "identity_two_factor_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_two_factor_user_id_index" ON "identity_two_factor" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "person_deleted" ON "person" USING btree ("deleted_at") WHERE "person"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "workspace_deleted" ON "workspace" USING btree ("deleted_at") WHERE "workspace"."deleted_at" is not null;