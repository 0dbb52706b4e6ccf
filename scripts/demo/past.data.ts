/**
 * The history of the demo's world: what was different before, and since when. Scans of earlier days run against the
 * world of that day, so that scores have a history and DNS has changes to show.
 */
import type { ZoneEntry } from '@waxseal/core/dns'
import { dkimKeys } from '@waxseal/core/fixtures'

/** The days of the scans, counted back from today; today comes last. */
export const scanDays = [120, 90, 60, 30, 14, 7, 1, 0] as const

/** On other days only new and changed domains are scanned, because the others would show nothing new. */
export const daysOfAll: readonly number[] = [30, 1, 0]

/** When a domain was added, if not on the first of `scanDays`: a new one has a shorter history. */
export const addedDaysAgo: Readonly<Record<string, number>> = {
  'young.example': 90,
  'gateway.example': 60,
  'hosted.example': 60,
  'wildcard.example': 30,
  'keys.example': 30,
  'notlisted.example': 14,
  'refused.example': 14,
  'mixed.example': 7,
  'hostile.example': 7,
  'bare.example': 1,
  'slow.example': 0,
  'silent.example': 0,
}

/** One change of a zone. */
export interface Change {
  /** Scans before that day see the previous records. */
  daysAgo: number
  zone: string
  /** The previous records by name; null: the name did not exist. Omitted types had their current records. */
  before?: Readonly<Record<string, ZoneEntry | null>>
  /** Whether the zone's signatures were valid before. */
  signedBefore?: boolean
}

export const changes: readonly Change[] = [
  {
    daysAgo: 110,
    zone: 'perfect.example',
    before: { '_dmarc.perfect.example': null, 's2._domainkey.perfect.example': null },
  },
  {
    daysAgo: 75,
    zone: 'perfect.example',
    before: { '_dmarc.perfect.example': { TXT: ['v=DMARC1; p=none; rua=mailto:dmarc@perfect.example'] } },
  },
  {
    daysAgo: 45,
    zone: 'perfect.example',
    before: { '_dmarc.perfect.example': { TXT: ['v=DMARC1; p=quarantine; rua=mailto:dmarc@perfect.example'] } },
  },
  {
    daysAgo: 20,
    zone: 'perfect.example',
    before: {
      '_mta-sts.perfect.example': null,
      'mta-sts.perfect.example': null,
      '_smtp._tls.perfect.example': null,
    },
  },
  {
    daysAgo: 75,
    zone: 'monitoring.example',
    before: { '_dmarc.monitoring.example': null },
  },
  {
    daysAgo: 10,
    zone: 'nodmarc.example',
    before: { 'nodmarc.example': { TXT: ['v=spf1 include:mailhost.example ?all'] } },
  },
  {
    daysAgo: 50,
    zone: 'nodmarc.example',
    before: { 's1._domainkey.nodmarc.example': null },
  },
  {
    daysAgo: 80,
    zone: 'young.example',
    before: { '_dmarc.young.example': null, 'google._domainkey.young.example': null },
  },
  {
    daysAgo: 40,
    zone: 'gateway.example',
    before: { '_dmarc.gateway.example': { TXT: ['v=DMARC1; p=none; rua=mailto:dmarc@gateway.example'] } },
  },
  {
    daysAgo: 5,
    zone: 'twospf.example',
    before: { 'twospf.example': { TXT: ['v=spf1 mx -all'] } },
  },
  {
    daysAgo: 10,
    zone: 'toomany.example',
    before: {
      'toomany.example': {
        TXT: ['v=spf1 include:s0.toomany.example include:s1.toomany.example include:s2.toomany.example -all'],
      },
    },
  },
  { daysAgo: 3, zone: 'bogus.example', signedBefore: true },
  {
    daysAgo: 80,
    zone: 'listed.example',
    before: { '_dmarc.listed.example': { TXT: ['v=DMARC1; p=none; rua=mailto:dmarc@listed.example'] } },
  },
  {
    daysAgo: 25,
    zone: 'keys.example',
    before: { 'google._domainkey.keys.example': { TXT: [dkimKeys.rsa768] } },
  },
  {
    daysAgo: 70,
    zone: 'parked.example',
    before: {
      'parked.example': { MX: [[10, 'mx1.mailhost.example']], TXT: ['v=spf1 mx ~all'] },
      '*._domainkey.parked.example': null,
    },
  },
  {
    daysAgo: 55,
    zone: 'marketing.example',
    before: { 'marketing.example': { TXT: ['v=spf1 include:_spf.google.com include:sendgrid.net ~all'] } },
  },
]

/** Since when blocklists list an address or a name; others were always listed. */
export const listedDaysAgo: Readonly<Record<string, number>> = {
  '203.0.114.60': 3,
  'listed.example': 1.5,
  '203.0.114.70': 5,
}

/** Since when a mail host relays for unauthenticated senders. */
export const relaysDaysAgo: Readonly<Record<string, number>> = {
  'mx.listed.example': 4,
  'mx.relaying.example': 0.1,
}

/** The tags of the domains. */
export const tags: Readonly<Record<string, readonly string[]>> = {
  'perfect.example': ['main'],
  'parked.example': ['parked'],
  'gateway.example': ['shop', 'client'],
  'shop.example': ['shop'],
  'hosted.example': ['client'],
  'young.example': ['client'],
  'marketing.example': ['client'],
  'listed.example': ['urgent', 'own mail server'],
  'notlisted.example': ['own mail server'],
  'keys.example': ['own mail server'],
  'relaying.example': ['own mail server'],
  'bogus.example': ['urgent'],
  'toomany.example': ['SPF'],
  'twospf.example': ['SPF'],
  'everyone.example': ['SPF'],
}

/** What the guest of the business account decided there: a decision of a shared workspace shows its author. */
export const guestDecision = {
  domain: 'bare.example',
  decision: { finding: 'dmarc_missing', subject: null, kind: 'accepted', note: 'Sends no mail yet.', expires_at: null },
} as const
