import type { Loss } from '@waxseal/core/health'

/** A made-up domain for the landing page. Its numbers follow the product's own scoring table. */
export const example = {
  domain: 'northwind.example',
  score: 64,
  losses: [
    { check: 'mx', severity: 'low', points: 3 },
    { check: 'spf', severity: 'high', points: 18 },
    { check: 'dmarc', severity: 'high', points: 15 },
  ] satisfies Loss[],
  spf: 'v=spf1 mx include:_spf.mail.example include:crm.example ip4:192.0.2.10 -all',
  dmarc: 'v=DMARC1; p=none; rua=mailto:dmarc@northwind.example',
  findings: [
    {
      points: -18,
      tone: 'fair',
      title: 'SPF record is broken',
      meaning: 'It needs 12 DNS lookups. Receivers stop at 10.',
    },
    { points: -15, tone: 'fair', title: 'DMARC only monitors', meaning: 'Spoofed mail is still delivered.' },
    { points: -3, tone: 'info', title: 'MX points to an alias', meaning: 'Some senders refuse to follow it.' },
  ] as const,
}
