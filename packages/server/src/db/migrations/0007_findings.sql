CREATE TABLE "domain_host" (
	"workspace_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"host" text NOT NULL,
	CONSTRAINT "domain_host_domain_id_kind_host_pk" PRIMARY KEY("domain_id","kind","host")
);
--> statement-breakpoint
CREATE TABLE "finding" (
	"workspace_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"id" text NOT NULL,
	"subject" text NOT NULL,
	"points" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "finding_domain_id_id_subject_pk" PRIMARY KEY("domain_id","id","subject")
);
--> statement-breakpoint
CREATE TABLE "finding_source" (
	"domain_id" uuid PRIMARY KEY NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "domain_host" ADD CONSTRAINT "domain_host_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_host" ADD CONSTRAINT "domain_host_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding" ADD CONSTRAINT "finding_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding" ADD CONSTRAINT "finding_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_source" ADD CONSTRAINT "finding_source_domain_id_domain_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domain"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domain_host_of_workspace" ON "domain_host" USING btree ("workspace_id","host","domain_id");--> statement-breakpoint
CREATE INDEX "finding_of_workspace" ON "finding" USING btree ("workspace_id","id","domain_id");