import { type CheckId, type DnsRecordToPublish, recordsOfAction } from '../check/index.ts'
import type { ChangesReply, FindingReply, SectionReply } from '../health/index.ts'
import type { Tier } from '../plan/index.ts'
import type { TransportState } from '../transport/index.ts'
import type { ChangeAfterScan } from '../watch/index.ts'
import type { AccountFacts } from './account-facts.ts'
import type { ScanDetails } from './scan-details.ts'
import type { SpfCost } from './setup/spf-cost.ts'

/**
 * What the analyst knows, as plain data: the facts behind every answer, with or without a language model. Each text is
 * one short line without invisible characters (`boundedText`); only the records and files to publish stay exact, and
 * these are made by our own code.
 */
export interface Facts {
  /**
   * How far an answer looks (decision 1.11). `free`: one domain at a time, from its last scan. `pro`: all domains of the
   * user and their changes. `business`: plans across domains, causes traced through DNS changes, longer answers.
   */
  scope: Tier
  /** The last scan of the domain in question; null: none, or the question is about something else. */
  scan: ScanFacts | null
  /** The header analysis in question. */
  header: HeaderFacts | null
  /** The domains of the user. */
  domains: readonly DomainFacts[]
  /** Changes of DNS records of the domain in question, newest first. */
  dnsChanges: readonly DnsChangeFacts[]
  /** The last scans that the question needs, in the order of `domains`: of the domains that it names, or of all. */
  scans: readonly ScanFacts[]
  /** The account, as far as the question is about it; null: it was not read. */
  account: AccountFacts | null
  /** ISO 8601. "Since yesterday" is as of then. */
  now: string
}

/** A finding as the analyst uses it. */
export type FindingFacts = Pick<
  FindingReply,
  | 'id'
  | 'check'
  | 'subject'
  | 'severity'
  | 'points'
  | 'title'
  | 'reason'
  | 'meaning'
  | 'advice'
  | 'action'
  | 'score_after'
  | 'remains'
  | 'clause'
  | 'since'
> & {
  /** What the owner decided about it; absent: nothing. */
  decision?: 'accepted' | 'muted'
}

/** What of DNS the user can ask the record of. */
export type RecordKind = 'mx' | 'spf' | 'dmarc' | 'dkim'

/** A record as the scan saw it. */
export interface PublishedRecord {
  kind: RecordKind
  /** The owner name. */
  name: string
  type: 'MX' | 'TXT'
  value: string
  /** When that was, in the words of `scanMoment`. */
  when: string
}

/** The result of one check of the transport group: `MTA-STS`, `DANE`. */
export interface PartFacts {
  id: string
  title: string
  state: TransportState
  summary: string
}

/** What blocklists say. */
export interface BlocklistFacts {
  /** Whether any list could be asked. */
  asked: boolean
  /** The names of the lists that list the domain or one of its servers. */
  listedOn: readonly string[]
  /** The lists that apply to the domain, and how many of them gave no verdict. */
  applicable: number
  failed: number
}

/** What the analyst knows of a scan. */
export interface ScanFacts {
  domain: string
  /** ISO 8601 of the end of the scan. */
  at: string
  /** null: not scored. */
  score: number | null
  /** Whether the domain declares that it neither sends nor receives mail; null: unknown. */
  isNonMail: boolean | null
  /** In the order of the report. */
  findings: readonly FindingFacts[]
  /** What could not be checked, one line each. */
  unchecked: readonly string[]
  sections: Readonly<Record<CheckId, Pick<SectionReply, 'state' | 'reason'>>>
  records: readonly PublishedRecord[]
  parts: readonly PartFacts[]
  blocklists: BlocklistFacts
  /** The verdict of the sources of threats; null: none. */
  threat: 'clean' | 'low_risk' | 'suspicious' | 'malicious' | null
  /** null: unknown, or no mail server to test. */
  isOpenRelay: boolean | null
  /** null: there was no earlier scan to compare with. */
  changes: ChangesReply | null
  /** What the scan saw, by the value. */
  details: ScanDetails
  /** What the tree of the SPF record costs; null: there is none, or several. */
  spfCost: SpfCost | null
  /** What monitoring saw change since this scan, the newest first: of these records the scan shows the state before. */
  changedAfter?: readonly ChangeAfterScan[]
}

/** A domain of the user, as its row in the list tells it. */
export interface DomainFacts {
  /** As A-labels. */
  name: string
  /** The name in Unicode where it differs, so that a question can have it; else null. */
  unicode: string | null
  /** As its owner wrote them. */
  tags: readonly string[]
  /** null: never scanned, or not scored. */
  score: number | null
  /** ISO 8601 of the last scan; null: never scanned. */
  scannedAt: string | null
  /** The issues of the last scan in the order in which to resolve them. */
  issues: readonly Pick<FindingFacts, 'id' | 'title' | 'reason' | 'severity' | 'points' | 'decision'>[]
  /** What changed with the last scan, with empty lists where nothing did; null: nothing to compare with, or unknown. */
  changes: Pick<ChangesReply, 'compared' | 'score_before' | 'score_after' | 'fixed' | 'added' | 'changed'> | null
  /** What monitoring saw change since the last scan. */
  changedAfter?: readonly ChangeAfterScan[]
}

/** A change of a DNS record that monitoring found. */
export interface DnsChangeFacts {
  /** ISO 8601 of the check that found it. */
  at: string
  /** `spf_modified`, `mx_removed`: the kind of record comes first. */
  type: string
  severity: 'info' | 'warning' | 'critical'
  /** One sentence. */
  description: string
}

/** What the analyst knows of a message: what its header shows, without the raw header. */
export interface HeaderFacts {
  from: string | null
  fromDomain: string | null
  returnPath: string | null
  subject: string | null
  /** Fields that a message has once and this header more often, with the first values. */
  repeated: readonly { label: string; values: readonly string[] }[]
  sendingAddress: string | null
  /** 0 to 100: the higher, the more likely a threat. */
  threatScore: number
  authentication: { spf: string; dkim: string; dmarc: string }
  /** The domains that authenticated the message, or tried to. */
  identities: readonly {
    kind: 'spf' | 'dkim'
    domain: string
    result: string
    alignment: 'strict' | 'relaxed' | 'none'
  }[]
  /** null: the receiver reports no result. */
  isAligned: boolean | null
  /** The number of hops, and the seconds the slowest took; null: unknown. */
  hops: number
  slowest: { by: string | null; seconds: number } | null
  /** What filters said, one sentence each. */
  verdicts: readonly { says: string; words: string }[]
  findings: readonly { id: string; points: number; title: string; meaning: string; advice: string; clause: string }[]
  /** Clauses of the rules of large receivers that the message does not keep. */
  rulesNotMet: readonly { title: string; words: string; receivers: readonly string[] }[]
}

/** Every record and file to publish that the findings of a scan have: what our own code made. */
export function recordsMade({ findings }: Pick<ScanFacts, 'findings'>): readonly DnsRecordToPublish[] {
  return findings.flatMap(({ action }) => recordsOfAction(action))
}
