import type { AuditAction, AuditGroup } from '../audit/index.ts'
import type { Degree } from '../health/index.ts'
import type { JsonValue, Severity } from '../watch/index.ts'
import type { Bounded } from './account-read.ts'
import type { Private } from './private-text.ts'

/** What was decided about a finding of a domain. */
export interface DecisionFacts {
  domain: string
  /** The finding's id, with its subject what the decision is about. */
  finding: string
  subject: string | null
  /** The finding's line as it is worded now, also where the newest scan has no such finding. */
  reason: string
  kind: 'accepted' | 'muted'
  /** null: none was written. */
  note: Private | null
  decidedAt: string
  /** null: that person is gone, or the workspace has one member. */
  decidedBy: Private | null
  /** null: it holds until it is deleted. */
  expiresAt: string | null
  isExpired: boolean
}

/** The hosted (flattened) SPF records of the workspace. */
export interface HostedFacts {
  /** The zone that they are in; null: this installation hosts none, and every record is a preview. */
  zone: string | null
  /** Whether a lookup showed that the zone is delegated to this server. */
  isProved: boolean
  /** The newest first. */
  records: Bounded<HostedRecordFacts>
}

export interface HostedRecordFacts {
  /** The domain whose SPF record was flattened. */
  domain: string
  /** The name that its SPF record includes; null: a preview. */
  name: string | null
  /** `pending`: the SPF record of the domain does not include it yet. `paused`: the plan has no room to change it. */
  status: 'pending' | 'active' | 'error' | 'paused'
  /** `waiting`: no lookup found the newest version yet. */
  publication: 'preview' | 'zone_unproved' | 'waiting' | 'live'
  /** null: not known. */
  isIncluded: boolean | null
  /** Why the last check failed; null: it did not. */
  problem: string | null
  lookupsBefore: number
  lookupsAfter: number
  createdAt: string
  /** When its content last changed. */
  changedAt: string
  /** The newest check of the upstream records that succeeded. */
  checkedAt: string | null
  nextCheckAt: string | null
  /** When a change of the upstreams applies that waits for the owner; null: none waits. */
  appliesAt: string | null
}

/** A stored header analysis, as the list shows it. */
export interface StoredHeaderFacts {
  id: string
  /** As the message has it. */
  from: Private | null
  /** The domain of that address, in lower case; null: there is none. */
  fromDomain: string | null
  subject: Private | null
  /** 0 to 100: the higher, the more likely a threat. */
  threatScore: number
  createdAt: string
  /** It is deleted then. */
  expiresAt: string
}

/** What changed in a period, by the stored scans and the DNS changes that monitoring found. */
export interface PastChangesFacts {
  since: string
  until: string
  /** The first moment whose DNS changes the plan shows; changes before it are not among these. */
  dnsShownSince: string
  /** The domains with a scan in the period, those that lost the most points first. */
  moves: Bounded<ScanMoveFacts>
  /** The newest first. */
  dns: Bounded<PastDnsChangeFacts>
  /** The scans of the period of the domain in question, the newest first; null: the question is about no one domain. */
  scans: Bounded<PastScanFacts> | null
}

/** A domain at the start and at the end of a period. */
export interface ScanMoveFacts {
  domain: string
  /** The last scored scan before the period, else the first one in it; null: there is no earlier scan than `after`. */
  before: PastScoreFacts | null
  /** The last scored scan of the period. */
  after: PastScoreFacts
  /** Whether both scores have an equal basis: plan, model and what could be checked. Otherwise their difference says nothing. */
  isComparable: boolean
  /** Findings of `before` that `after` has no more, and those that only `after` has. What one of them could not check is in neither. */
  fixed: readonly PastFindingFacts[]
  added: readonly PastFindingFacts[]
  /** Findings of `after` about a problem that `before` had in another degree: neither fixed nor new. */
  changed: readonly (PastFindingFacts & { degree: Degree })[]
}

export interface PastScoreFacts {
  at: string
  score: number
}

/** A finding of a past scan, whose document may be gone. */
export interface PastFindingFacts {
  id: string
  subject: string | null
  title: string
  /** The finding's line as it is worded now. */
  reason: string
}

export interface PastScanFacts {
  at: string
  /** null: not scored. */
  score: number | null
  /** The score of the scan it was compared with. */
  scoreBefore: number | null
  /** The numbers of findings that were fixed and new since then. */
  fixed: number
  added: number
}

/** A change of a DNS record that monitoring found, with the records before and after. */
export interface PastDnsChangeFacts {
  domain: string
  /** The check that found it. */
  at: string
  /** `spf_modified`, `mx_removed`: the kind of record comes first. */
  type: string
  severity: Severity
  /** The watched part, as `spf` or `dkim google`. */
  part: string
  /** One sentence. */
  description: string
  /** null: there was, or is, no record. */
  before: JsonValue
  after: JsonValue
}

/** Who did what, by the audit log. */
export interface ActivityFacts {
  /** The caller sees what they did themselves, and not what others did: from the role `admin` on members see all. */
  isOwnOnly: boolean
  /** The newest first. Sign-ins of people are not among them. */
  events: Bounded<ActivityEventFacts>
}

export interface ActivityEventFacts {
  at: string
  /** "Added the domain example.com", without the person. */
  what: Private
  action: AuditAction
  group: AuditGroup
  /** The domain it is about; null: none, or several. */
  domain: string | null
  /** `link`: the holder of a link in a mail; `waxseal`: the server. */
  by: 'person' | 'key' | 'link' | 'operator' | 'waxseal'
  /** Of a person or a key, as of then; null: there is none, or the account was deleted. */
  name: Private | null
  isCaller: boolean
}
