import type { AskedAddress, BlacklistRow } from '../blacklist/index.ts'
import type { CheckId, Evidence, EvidenceId, Gap, Severity } from '../check/index.ts'
import type { DkimKeyState, DkimName, DkimProblem, DkimUnanswered, DkimValue, SelectorSource } from '../dkim/index.ts'
import type { DmarcExternalDestination, DmarcProblem, DmarcReading } from '../dmarc/index.ts'
import type { FailureReason } from '../dns/index.ts'
import type { MxHost } from '../mx/index.ts'
import type { RelayHost, RelayValue } from '../relay/index.ts'
import type { SpfTree } from '../spf/index.ts'
import type { ThreatReply } from '../threat/index.ts'
import type { AssessedPart } from '../transport/index.ts'
import type { Basis } from './scan.ts'

/** How a section went, for the screen: its state, what stayed open, and whether DNSSEC was broken on the way. */
export interface SectionReply {
  state: 'checked' | 'partial' | 'unchecked'
  /** Why it could not be checked, in words for people; null unless `state` is `unchecked`. */
  reason: string | null
  failure: FailureReason | null
  gaps: readonly Gap[]
  /** Judged on answers got with CD=1 because DNSSEC is broken. */
  bogus: boolean
  /** What was cut, how long resolvers may still hold an older answer, … in words for people. */
  notes: readonly string[]
  evidence: readonly EvidenceId[]
}

/** A finding with its words and numbers. */
export interface FindingReply {
  /** A `FindingId`; any string for a reader, so that an older client survives a newer server's finding. */
  id: string
  check: CheckId
  severity: Severity
  /** What it costs in this scan, after caps: 0 or negative. */
  points: number
  title: string
  reason: string
  meaning: string
  advice: string
  clause: string
  evidence: readonly EvidenceId[]
  /** ISO date of the scan it is carried over from, null when found now. */
  since: string | null
}

/** One DKIM key as the specification has it, with what its parser made of it. */
export interface DkimRecordReply {
  selector: string
  /** The provider's name, null where DNS does not tell. */
  provider: string | null
  hostname: string
  full_record: string
  state: DkimKeyState
  key_type: string
  key_bits: number | null
  public_key: string
  revoked: boolean
  testing: boolean
  source: SelectorSource
  cnames: readonly string[]
  errors: readonly DkimProblem[]
  warnings: readonly DkimProblem[]
}

/** How the search for DKIM keys went. */
export interface DkimReply {
  state: DkimValue['state']
  sure_because: DkimValue['sureBecause']
  tried: number
  dangling: readonly DkimName[]
  unanswered: readonly DkimUnanswered[]
  missing: readonly string[]
  wildcard: DkimValue['wildcard']
  /** Names of providers at work whose selectors cannot be guessed. */
  unguessable: readonly string[]
}

/** The blocklists, as the specification has them and more. */
export interface BlacklistReply {
  success: boolean
  listed_count: number
  total_checked: number
  /** `status` error: no verdict, and never listed or clean. */
  blacklists: readonly BlacklistRow[]
  custom: readonly BlacklistRow[]
  addresses: readonly AskedAddress[]
  names: readonly string[]
  not_asked: number
  off: readonly string[]
}

/** The open relay test. */
export interface RelayReply {
  /** null: unknown. */
  is_open_relay: boolean | null
  test_details: readonly string[]
  state: RelayValue['state']
  hosts: readonly RelayHost[]
}

/**
 * One part of the check of transport: what the facts come to. A part is a `recommendation` where it has findings, and where
 * another check's finding says what is wrong. A part that is `unchecked` keeps the findings of an earlier scan.
 */
export type TransportPartReply = Omit<AssessedPart<never>, 'findings'> & {
  /** The ids of its findings. Each of the report's findings with such an id belongs to this part and to no other. */
  findings: readonly FindingReply['id'][]
}

/** The specification's scan result with our additions: the one shape of the API and of `waxseal scan --json`. */
export interface ScanReply {
  domain_name: string
  /** null: not scored. */
  health_score: number | null
  /** 100 minus health_score. */
  risk_score: number | null
  issues: readonly string[]
  deductions: Readonly<Record<string, number>>
  results: {
    mx: {
      success: boolean
      records: readonly { priority: number; host: string; ip: string | null }[]
      hosts: readonly MxHost[]
      implicit: readonly string[] | null
    }
    dns: {
      a_records: readonly { ip: string }[]
      aaaa_records: readonly { ip: string }[]
      txt_records: readonly string[]
      dmarc_found: boolean
      dmarc_record: string | null
      dmarc_error: string | null
      dkim_found: boolean
      /** Keys that work first. */
      dkim_records: readonly DkimRecordReply[]
    }
    /** null: could not be checked. */
    spf: { records: readonly string[]; lookalikes: readonly string[]; tree: SpfTree | null } | null
    dmarc: {
      reading: DmarcReading
      rfc7489: DmarcReading
      differs: boolean
      external: readonly DmarcExternalDestination[]
      errors: readonly DmarcProblem[]
      warnings: readonly DmarcProblem[]
    } | null
    /** null: could not be checked. */
    dkim: DkimReply | null
    blacklist: BlacklistReply
    threat_intelligence: ThreatReply
    /** null: could not be checked. */
    relay: RelayReply | null
    /** null: could not be checked. */
    transport: { parts: readonly TransportPartReply[] } | null
  }
  sections: Readonly<Record<CheckId, SectionReply>>
  findings: readonly FindingReply[]
  /** What could not be checked, one line each; never part of `issues`. */
  unchecked: readonly string[]
  evidence: readonly Evidence[]
  coverage: number
  basis: Basis
  started_at: string
  finished_at: string
}
