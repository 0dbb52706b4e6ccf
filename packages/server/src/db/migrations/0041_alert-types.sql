-- A workspace that has the five alert types of before never chose among them, and gets the four that came later.
UPDATE "alert_settings" SET "alert_types" = "alert_types" || '["open_relay", "domain_gone", "dnssec_broken", "certificate_expiring"]'::jsonb
  WHERE "alert_types" @> '["health_score_drop", "blacklist_detection", "dmarc_fail", "high_threat", "dns_mx_change"]'::jsonb;
