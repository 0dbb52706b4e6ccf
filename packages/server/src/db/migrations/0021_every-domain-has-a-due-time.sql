UPDATE "watch" SET "next_check_at" = now() WHERE "next_check_at" IS NULL;--> statement-breakpoint
DROP INDEX "watch_due";--> statement-breakpoint
ALTER TABLE "watch" ALTER COLUMN "next_check_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "watch_due" ON "watch" USING btree ("next_check_at");