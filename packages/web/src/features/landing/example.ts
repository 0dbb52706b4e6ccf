import type { Loss } from '../../components/seal/geometry.ts'

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

export const checks = [
  {
    name: 'DNS and mail servers',
    text: 'MX records and their addresses, null MX, aliases, private addresses, and DNSSEC.',
  },
  {
    name: 'SPF',
    text: 'The full include tree, with a running count of DNS lookups. Receivers allow 10 lookups, and 2 of them may return nothing.',
  },
  {
    name: 'DMARC',
    text: 'The policy that applies to your domain, and whether third-party report addresses authorize your reports (RFC 9989).',
  },
]

export const habits = [
  {
    name: 'Every finding shows its evidence',
    text: 'The query, the server, the answer and the time, with a dig command to repeat it yourself.',
  },
  {
    name: '“Could not check” is never “missing”',
    text: 'Checks that fail are listed, with the reason. They don’t affect your score.',
  },
  {
    name: 'One score that adds up',
    text: 'Your score is 100 minus the points of each finding. Each finding shows how to regain its points.',
  },
]
