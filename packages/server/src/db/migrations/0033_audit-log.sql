CREATE TABLE "audit_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"person_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text DEFAULT '' NOT NULL,
	"actor_email" text,
	"action" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"member_id" uuid,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "audit_event_of_one" CHECK (num_nonnulls("audit_event"."workspace_id", "audit_event"."person_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_event_of_workspace" ON "audit_event" USING btree ("workspace_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_event_of_person" ON "audit_event" USING btree ("person_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_event_of_actor" ON "audit_event" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_event_of_subject" ON "audit_event" USING btree ("workspace_id","subject","at","id");--> statement-breakpoint
CREATE INDEX "audit_event_of_member" ON "audit_event" USING btree ("member_id") WHERE "audit_event"."member_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_event_at" ON "audit_event" USING btree ("at");