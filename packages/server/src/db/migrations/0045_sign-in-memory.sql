CREATE TABLE "sign_in_memory" (
	"key" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sign_in_memory_at_index" ON "sign_in_memory" USING btree ("at");