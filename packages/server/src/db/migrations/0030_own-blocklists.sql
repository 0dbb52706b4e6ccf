CREATE TABLE "blocklist_off" (
	"workspace_id" uuid NOT NULL,
	"list" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"author" uuid,
	CONSTRAINT "blocklist_off_workspace_id_list_pk" PRIMARY KEY("workspace_id","list")
);
--> statement-breakpoint
CREATE TABLE "own_blocklist" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"zone" text NOT NULL,
	"kind" text NOT NULL,
	"codes" jsonb NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"author" uuid,
	"test_state" text NOT NULL,
	"test_reason" text,
	CONSTRAINT "own_blocklist_once" UNIQUE("workspace_id","kind","zone")
);
--> statement-breakpoint
ALTER TABLE "blocklist_off" ADD CONSTRAINT "blocklist_off_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocklist_off" ADD CONSTRAINT "blocklist_off_author_person_id_fk" FOREIGN KEY ("author") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_blocklist" ADD CONSTRAINT "own_blocklist_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_blocklist" ADD CONSTRAINT "own_blocklist_author_person_id_fk" FOREIGN KEY ("author") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domain_by_age" ON "domain" USING btree ("workspace_id","created_at","id");