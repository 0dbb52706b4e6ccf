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
      meaning: 'It needs 12 DNS lookups; receivers stop at 10.',
    },
    { points: -15, tone: 'fair', title: 'DMARC only monitors', meaning: 'Forged mail is delivered all the same.' },
    { points: -3, tone: 'info', title: 'MX points to an alias', meaning: 'Some senders refuse to follow it.' },
  ] as const,
}

export const checks = [
  {
    name: 'DNS and mail servers',
    text: 'MX records with every address behind them, address records, null MX, aliases, private addresses, and whether DNSSEC holds.',
  },
  {
    name: 'SPF',
    text: 'The whole include tree, term by term, with the running count of lookups a receiver makes: ten are allowed, two may come back empty.',
  },
  {
    name: 'DMARC',
    text: 'Found by the tree walk of RFC 9989, with the policy that applies to your domain, and whether foreign report addresses have agreed.',
  },
]

export const habits = [
  {
    name: 'Every finding shows its evidence',
    text: 'What was asked, whom, what came back and when, with the dig line that repeats it on your own machine.',
  },
  {
    name: '“Could not check” is never “missing”',
    text: 'A timeout costs no points. What stayed open is named, with the reason.',
  },
  {
    name: 'One score that adds up',
    text: '100 minus the points of each finding. You see where every point went and what to publish to get it back.',
  },
]
