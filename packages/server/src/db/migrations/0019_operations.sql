CREATE TABLE "operation" (
	"key" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"detail" jsonb NOT NULL
);
