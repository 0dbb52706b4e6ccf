import type { SenderRule } from './sender-rules.ts'

/** Who publishes rules for senders. */
export type RuleReceiver = 'Gmail' | 'Yahoo' | 'Microsoft' | 'GMX/WEB.DE'

/** The rules of one receiver. */
export interface PublishedRules {
  /** The name of its document, for clauses. */
  document: string
  /** Where it is. */
  source: string
  /** The month in which we looked: `2026-11`. */
  checked: string
  /** From how many messages a day its rules for bulk mail apply; null: it names no number. */
  bulkFrom: number | null
}

/** What each receiver publishes. */
export const publishedRules: Readonly<Record<RuleReceiver, PublishedRules>> = {
  Gmail: {
    document: 'Gmail, Email sender guidelines',
    source: 'support.google.com/a/answer/81126',
    checked: '2026-11',
    bulkFrom: 5000,
  },
  Yahoo: {
    document: 'Yahoo, Sender Best Practices',
    source: 'senders.yahooinc.com/best-practices; egressif.io, provider rule tracker (2026-06-21)',
    checked: '2026-11',
    bulkFrom: null,
  },
  Microsoft: {
    document: 'Microsoft, Outlook requirements for high-volume senders',
    source: 'Strengthening Email Ecosystem: Outlook’s New Requirements for High-Volume Senders (2025-04-30)',
    checked: '2026-11',
    bulkFrom: 5000,
  },
  'GMX/WEB.DE': {
    document: 'GMX/WEB.DE, Requirements and Recommendations',
    source: 'postmaster.web.de/en/requirements-and-recommendations; egressif.io, GMX & WEB.DE (2026-06-22)',
    checked: '2026-11',
    bulkFrom: null,
  },
}

const gmail = publishedRules.Gmail.document
const yahoo = publishedRules.Yahoo.document
const microsoft = publishedRules.Microsoft.document
const gmx = publishedRules['GMX/WEB.DE'].document

/** The clauses in the order shown. An empty list of receivers: the clause is an RFC's. */
export const senderClauses = {
  spf_or_dkim: { receivers: ['Gmail', 'Yahoo'], title: 'SPF or DKIM passes', clause: `${gmail}; ${yahoo}` },
  spf_and_dkim: {
    receivers: ['Gmail', 'Yahoo', 'Microsoft'],
    title: 'Bulk mail: SPF and DKIM both pass',
    clause: `${gmail}; ${yahoo}; ${microsoft}`,
  },
  dmarc_record: {
    receivers: ['Gmail', 'Yahoo', 'Microsoft'],
    title: 'Bulk mail: the domain of From has a DMARC record',
    clause: `RFC 9989 section 4.7; ${gmail}; ${yahoo}; ${microsoft}`,
  },
  dmarc_alignment: {
    receivers: ['Gmail', 'Yahoo', 'Microsoft'],
    title: 'Bulk mail: From is aligned with SPF or DKIM',
    clause: `RFC 9989 section 4.4; ${gmail}; ${yahoo}; ${microsoft}`,
  },
  aligned_dkim: {
    receivers: ['GMX/WEB.DE'],
    title: 'DKIM passes for the domain of From',
    clause: `RFC 9989 section 4.4; ${gmx}`,
  },
  from_address: {
    receivers: ['Gmail', 'Yahoo', 'Microsoft'],
    title: 'From has one address with a valid domain',
    clause: 'RFC 5322 section 3.6.2',
  },
  gmail_from: { receivers: ['Gmail'], title: 'Gmail addresses in From are genuine', clause: gmail },
  reverse_dns: {
    receivers: ['Gmail', 'Yahoo', 'GMX/WEB.DE'],
    title: 'The sending address has forward and reverse DNS',
    clause: `RFC 8601 section 2.7.3; ${gmail}; ${yahoo}; ${gmx}`,
  },
  tls: { receivers: ['Gmail'], title: 'The message was sent over TLS', clause: `RFC 3207; ${gmail}` },
  one_click_unsubscribe: {
    receivers: ['Gmail', 'Yahoo', 'GMX/WEB.DE'],
    title: 'Bulk mail: one-click unsubscribe',
    clause: `RFC 8058 sections 3.1 and 4; ${gmail}; ${yahoo}; ${gmx}`,
  },
  list_arc: { receivers: ['Gmail'], title: 'List mail has ARC fields', clause: `RFC 8617; ${gmail}` },
  message_id: {
    receivers: ['Gmail', 'Yahoo'],
    title: 'One valid Message-ID',
    clause: 'RFC 5322 section 3.6.4',
  },
  date: { receivers: ['Gmail', 'Yahoo'], title: 'One valid Date', clause: 'RFC 5322 section 3.6.1' },
  single_fields: {
    receivers: ['Gmail', 'Yahoo'],
    title: 'Fields that may occur once occur once',
    clause: 'RFC 5322 section 3.6',
  },
  signature_length: { receivers: [], title: 'DKIM signs the whole body (no l=)', clause: 'RFC 6376 section 8.2' },
  signature_algorithm: {
    receivers: ['Gmail', 'Yahoo', 'Microsoft'],
    title: 'No DKIM signature uses SHA-1',
    clause: 'RFC 8301 section 3.1',
  },
  signature_expiry: {
    receivers: ['Gmail', 'Yahoo', 'Microsoft'],
    title: 'No DKIM signature had expired',
    clause: 'RFC 6376 section 3.5',
  },
  spam_rate: {
    receivers: ['Gmail', 'Yahoo'],
    title: 'Fewer than 0.3% of messages are reported as spam',
    clause: `${gmail}; ${yahoo}`,
  },
} as const satisfies Record<string, Omit<SenderRule, 'id' | 'verdict' | 'words'>>

export type SenderClause = keyof typeof senderClauses
