CREATE TABLE "visitor_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	"body" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "visitor_link_expired" ON "visitor_link" USING btree ("expires_at");