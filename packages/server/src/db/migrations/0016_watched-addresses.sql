CREATE TABLE "watched_address" (
	"workspace_id" uuid NOT NULL,
	"range_id" uuid NOT NULL,
	"address" text NOT NULL,
	"next_check_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"listings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unchecked" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "watched_address_range_id_address_pk" PRIMARY KEY("range_id","address")
);
--> statement-breakpoint
CREATE TABLE "watched_range" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"range" text NOT NULL,
	"size" integer NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"author" uuid,
	CONSTRAINT "watched_range_once" UNIQUE("workspace_id","range")
);
--> statement-breakpoint
ALTER TABLE "watched_address" ADD CONSTRAINT "watched_address_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watched_address" ADD CONSTRAINT "watched_address_range_id_watched_range_id_fk" FOREIGN KEY ("range_id") REFERENCES "public"."watched_range"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watched_range" ADD CONSTRAINT "watched_range_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watched_range" ADD CONSTRAINT "watched_range_author_person_id_fk" FOREIGN KEY ("author") REFERENCES "public"."person"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watched_address_due" ON "watched_address" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "watched_address_of_workspace" ON "watched_address" USING btree ("workspace_id");