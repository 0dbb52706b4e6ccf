CREATE TABLE "threat_cache" (
	"source" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_name" text NOT NULL,
	"answer" jsonb NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "threat_cache_source_subject_kind_subject_name_pk" PRIMARY KEY("source","subject_kind","subject_name")
);
--> statement-breakpoint
CREATE TABLE "threat_quota" (
	"source" text PRIMARY KEY NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"minute_requests" integer NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"day_requests" integer NOT NULL,
	"paused_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "threat_cache_asked" ON "threat_cache" USING btree ("asked_at");