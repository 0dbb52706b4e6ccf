CREATE TABLE "audit_event_domain" (
	"event_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "audit_event_domain_event_id_name_pk" PRIMARY KEY("event_id","name")
);
--> statement-breakpoint
ALTER TABLE "audit_event_domain" ADD CONSTRAINT "audit_event_domain_event_id_audit_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."audit_event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_event_domain" ADD CONSTRAINT "audit_event_domain_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_event_domain_of_workspace" ON "audit_event_domain" USING btree ("workspace_id","name");--> statement-breakpoint
-- An older event has its first ten names.
INSERT INTO "audit_event_domain" ("event_id", "workspace_id", "name")
  SELECT "id", "workspace_id", jsonb_array_elements_text("detail"->'names') FROM "audit_event" WHERE "action" = 'domain.imported' AND "workspace_id" IS NOT NULL ON CONFLICT DO NOTHING;
