CREATE TABLE "sign_in_memory" (
	"key" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_try" (
	"key" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"tries" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sign_in_memory_at_index" ON "sign_in_memory" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sign_in_try_at_index" ON "sign_in_try" USING btree ("at");--> statement-breakpoint
ALTER TABLE "sign_in_try" SET UNLOGGED;
