-- A decision named its finding by the line that was shown; now it does so by the finding's id and subject, in any wording.
ALTER TABLE "decision" ADD COLUMN "subject" text;--> statement-breakpoint
-- The line was the title, a colon and what the finding is about. The titles and the names of lists, as they were:
WITH title ("finding", "words") AS (VALUES
  ('bl_critical', 'Listed on a critical blocklist'),
  ('bl_high', 'Listed on an important blocklist'),
  ('bl_low', 'Listed on a minor blocklist'),
  ('bl_medium', 'Listed on a blocklist'),
  ('caa_invalid', 'A CAA record is broken'),
  ('dane_mismatch', 'DANE does not fit the certificate'),
  ('dane_missing', 'DANE could be used'),
  ('dane_unsigned', 'DANE records without DNSSEC'),
  ('dane_unusable', 'DANE records cannot be used for mail'),
  ('dkim_invalid', 'DKIM record cannot be parsed'),
  ('dmarc_rua_unauthorised', 'Report address not authorised'),
  ('greeting_invalid', 'A mail server greets with no full host name'),
  ('mta_sts_mx_mismatch', 'The MTA-STS policy leaves out an MX host'),
  ('mta_sts_policy_invalid', 'The MTA-STS policy is broken'),
  ('mx_certificate_expired', 'The certificate of a mail server has expired'),
  ('mx_certificate_expiring', 'The certificate of a mail server ends soon'),
  ('mx_certificate_name', 'The certificate of a mail server names another host'),
  ('mx_certificate_untrusted', 'The certificate of a mail server is not trusted'),
  ('mx_cname', 'MX points to an alias'),
  ('mx_ip_literal', 'MX names an IP address'),
  ('mx_private_address', 'MX resolves to a private address'),
  ('mx_some_unresolvable', 'An MX host does not resolve'),
  ('ptr_mismatch', 'The PTR of a mail server does not lead back'),
  ('ptr_missing', 'An address of a mail server has no PTR'),
  ('relay_open', 'Mail server is an open relay'),
  ('relay_suspected', 'Mail server may relay: to be confirmed'),
  ('spf_ptr', 'SPF uses ptr'),
  ('starttls_failed', 'A mail server offers STARTTLS, but it fails'),
  ('starttls_missing', 'A mail server offers no STARTTLS'),
  ('threat_listed', 'Domain judged by blocklists'),
  ('tls_outdated', 'A mail server uses outdated TLS')
), list ("name", "id") AS (VALUES
  ('Spamhaus ZEN', 'spamhaus-zen'),
  ('Spamhaus DBL', 'spamhaus-dbl'),
  ('SpamCop SCBL', 'spamcop'),
  ('Barracuda Reputation Block List', 'barracuda'),
  ('SURBL multi', 'surbl-multi'),
  ('URIBL multi', 'uribl-multi'),
  ('Mailspike BL', 'mailspike-bl'),
  ('Passive Spam Block List (PSBL)', 'psbl'),
  ('Spam Eating Monkey SEM-BLACK', 'sem-black'),
  ('UCEPROTECT Level 1', 'uceprotect-1'),
  ('GBUdb Truncate', 'gbudb-truncate'),
  ('Hostkarma (JunkEmailFilter)', 'hostkarma'),
  ('blocklist.de', 'blocklist-de'),
  ('DroneBL', 'dronebl'),
  ('NordSpam BL', 'nordspam-bl'),
  ('NordSpam DBL', 'nordspam-dbl'),
  ('Spam Eating Monkey SEM-URI', 'sem-uri'),
  ('EFnet RBL', 'efnetrbl'),
  ('SpamRATS Dyna', 'spamrats-dyna'),
  ('SpamRATS NoPtr', 'spamrats-noptr'),
  ('SpamRATS Spam', 'spamrats-spam'),
  ('SpamRATS Auth', 'spamrats-auth'),
  ('s5h.net ALL', 's5h'),
  ('0spam BL', '0spam-bl'),
  ('0spam RBL', '0spam-rbl'),
  ('ZapBL', 'zapbl'),
  ('Kempt.net DNSBL', 'kempt'),
  ('Suomispam BL', 'suomispam-bl'),
  ('Suomispam DBL', 'suomispam-dbl'),
  ('Scientific Spam BL', 'scientificspam-bl'),
  ('Scientific Spam RHSBL', 'scientificspam-rhsbl'),
  ('SWINOG DNSRBL', 'swinog'),
  ('VirusFree BIP', 'virusfree-bip'),
  ('Spam Eating Monkey SEM-BACKSCATTER', 'sem-backscatter')
), fault ("words", "code") AS (VALUES
  ('the policy has more than 1000 lines', 'lines'),
  ('the policy has no line version: STSv1', 'version'),
  ('the policy has no mode of enforce, testing or none', 'mode'),
  ('the policy has no max_age from 0 to 31557600 seconds', 'max_age'),
  ('the policy names no mx', 'no_mx'),
  ('the policy is longer than 64 KB', 'too_long')
), line AS (
  SELECT d."id", d."domain_id", d."finding", d."reason", d."decided_at", title."words" IS NULL AS "alone",
    CASE WHEN starts_with(d."reason", title."words" || ': ') THEN substr(d."reason", length(title."words") + 3) END AS "about"
  FROM "decision" d LEFT JOIN title ON title."finding" = d."finding"
), part AS (
  SELECT line.*,
    CASE
      WHEN "finding" LIKE 'bl\_%' THEN ARRAY[split_part("about", ' on ', 1),
        (SELECT list."id" FROM list WHERE "about" = split_part("about", ' on ', 1) || ' on ' || list."name")]
      WHEN "finding" = 'threat_listed' THEN ARRAY[replace("about", ' ', '_')]
      WHEN "finding" = 'mta_sts_policy_invalid' THEN coalesce(
        (SELECT ARRAY[fault."code"] FROM fault WHERE fault."words" = "about"),
        (SELECT ARRAY['line', m[1]] FROM regexp_match("about", '^line (.+) is not written as key: value$') AS r (m) WHERE m IS NOT NULL),
        (SELECT ARRAY['pattern', m[1]] FROM regexp_match("about", '^mx: (.+) is no host name and no \*\. before one$') AS r (m) WHERE m IS NOT NULL))
      WHEN "finding" = 'caa_invalid' THEN coalesce(
        (SELECT ARRAY['critical', m[1]] FROM regexp_match("about", '^(.+) is marked critical, and authorities do not know it$') AS r (m) WHERE m IS NOT NULL),
        (SELECT array_remove(ARRAY['issuer', m[1], m[2]], '') FROM regexp_match("about", '^(\S+) "(.*)" names no authority that can be read$') AS r (m) WHERE m IS NOT NULL))
    END AS "parts"
  FROM line
), named AS (
  SELECT part."id", part."domain_id", part."finding", part."reason", part."decided_at",
    CASE
      WHEN part."finding" = 'dkim_not_found_sure' THEN '_domainkey.' || domain."name"
      WHEN "alone" THEN ''
      -- What has no known form keeps its words.
      WHEN "parts" IS NULL OR array_position("parts", NULL) IS NOT NULL THEN coalesce("about", "reason")
      ELSE (SELECT string_agg(replace(p, ' ', '\032'), ' ' ORDER BY at) FROM unnest("parts") WITH ORDINALITY AS u (p, at))
    END AS "subject"
  FROM part JOIN "domain" domain ON domain."id" = part."domain_id"
), short AS (
  -- An index entry has 2704 bytes at most.
  SELECT "id", "domain_id", "finding", "reason", "decided_at",
    CASE WHEN octet_length("subject") > 2000 THEN left("subject", 400) || ' ' || md5("subject") ELSE "subject" END AS "subject"
  FROM named
), ranked AS (
  SELECT short.*, row_number() OVER (PARTITION BY "domain_id", "finding", "subject" ORDER BY "decided_at" DESC, "id") AS "n"
  FROM short
)
-- Should two lines mean the same finding, the newest decision holds, and the others stay with their words.
UPDATE "decision" SET "subject" = CASE WHEN "n" = 1 THEN ranked."subject" ELSE left(ranked."reason", 400) || ' ' || ranked."id" END
FROM ranked WHERE ranked."id" = "decision"."id";--> statement-breakpoint
ALTER TABLE "decision" ALTER COLUMN "subject" SET NOT NULL;--> statement-breakpoint
DROP INDEX "decision_once";--> statement-breakpoint
ALTER TABLE "decision" DROP COLUMN "reason";--> statement-breakpoint
CREATE UNIQUE INDEX "decision_once" ON "decision" USING btree ("domain_id","finding","subject");