/**
 * Words that judge. Of a group with two sides, one is the other with "not". Each side has whole words, in lower case.
 */
export const verdictGroups: Readonly<Record<string, readonly [good: string, bad?: string]>> = {
  result: ['pass passes passed passing', 'fail fails failed failing failure softfail permerror temperror'],
  valid: ['valid', 'invalid broken malformed unreadable'],
  present: [
    'published exists configured deployed present',
    'missing lacks lack lacking absent unpublished nonexistent',
  ],
  aligned: ['aligned aligns', 'misaligned unaligned'],
  safe: [
    'safe secure secured protected healthy trustworthy',
    'unsafe insecure unprotected vulnerable compromised hacked dangerous unhealthy breached',
  ],
  fine: [
    'fine ok okay perfect flawless correct correctly excellent',
    'wrong incorrect incorrectly bad poor misconfigured',
  ],
  threat: ['legitimate genuine harmless clean', 'malicious phishing fraudulent forged spoofed suspicious'],
  compliant: ['compliant', 'noncompliant'],
  trusted: ['trusted', 'untrusted'],
  authorized: ['authorized authorised', 'unauthorized unauthorised'],
  reachable: ['reachable', 'unreachable'],
  exposed: ['exposed'],
  spoofable: ['spoofable'],
  risky: ['risky'],
  good: ['good'],
  fair: ['fair'],
  listed: ['delisted unlisted', 'listed blacklisted blocklisted blocked'],
  signed: ['signed', 'unsigned'],
  encrypted: ['encrypted', 'unencrypted'],
  enabled: ['enabled active enforced enforces', 'disabled inactive unenforced'],
  current: ['current', 'expired outdated obsolete'],
  strength: ['strong', 'weak'],
  reject: ['reject rejects rejected'],
  quarantine: ['quarantine quarantines quarantined'],
  critical: ['critical critically'],
  revoked: ['revoked'],
  neutral: ['neutral'],
  delivered: ['delivered', 'undelivered bounced'],
}

/** What a verdict can be about, with the words for it. */
export const verdictSubjects: Readonly<Record<string, string>> = {
  spf: 'spf',
  dkim: 'dkim',
  dmarc: 'dmarc',
  arc: 'arc',
  sts: 'mta-sts mta sts',
  tlsrpt: 'tls-rpt tlsrpt',
  dane: 'dane tlsa',
  dnssec: 'dnssec',
  bimi: 'bimi',
  caa: 'caa',
  mx: 'mx',
  ptr: 'ptr',
  starttls: 'starttls',
  blocklist: 'blocklist blocklists blacklist blacklists dnsbl',
  certificate: 'certificate certificates',
  relay: 'relay relays',
}
