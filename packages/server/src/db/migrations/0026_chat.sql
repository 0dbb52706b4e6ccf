CREATE TABLE "chat_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"message" text NOT NULL,
	"answer" text NOT NULL,
	"response" text NOT NULL,
	"source" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_of_member" FOREIGN KEY ("workspace_id","author_id") REFERENCES "public"."member"("workspace_id","person_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_message_of_author" ON "chat_message" USING btree ("workspace_id","author_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "chat_message_age" ON "chat_message" USING btree ("created_at");