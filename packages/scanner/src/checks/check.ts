import { type CheckId, type DnsEvidence, dnsEvidence, failureWords, type Section } from '@waxseal/core/check'
import {
  type Answer,
  type RecordingResolver,
  type RecordType,
  type Resolver,
  recordingResolver,
  type UnservedSight,
} from '@waxseal/core/dns'
import type { CheckValues } from '@waxseal/core/health'
import type { Tier } from '@waxseal/core/plan'
import type { RelayProbe } from '@waxseal/core/relay'
import type { ReadSpfTree } from '@waxseal/core/spf'
import type { ThreatSource } from '@waxseal/core/threat'
import type { BlocklistAccess } from '../blacklist/index.ts'
import type { ServerAsker } from '../dns/index.ts'
import type { HttpsGet } from '../https/index.ts'

/** The context of a check that only uses DNS. The two resolvers share one cache, one budget and one time limit. */
export interface DnsContext {
  /** The domain, as A-labels. */
  name: string
  /** By the public suffix list (RFC 7489 section 3.2). */
  organizationalDomain: string
  resolver: Resolver
  /** The same, but it repeats a negative answer at the zone's own servers. */
  confirming: Resolver
  /** Asks a zone's servers one by one; absent when they may not be asked. */
  servers?: ServerAsker
  /** Reads large SPF trees; absent: they are read here. */
  largeSpfTree?: ReadSpfTree
}

/** The context of every check in a scan. */
export interface CheckContext extends DnsContext {
  /** The zone's own servers only; null when they may not be asked. */
  authoritative: Resolver | null
  /** Each asks a different one of the zone's own servers, and only that one. Empty when these may not be asked. */
  witnesses: readonly Resolver[]
  tier: Tier
  /** Aborted when the scan ends. */
  signal: AbortSignal
  /** What monitoring knows of a zone that no name server serves; absent: nothing. */
  unserved?: UnservedSight
  /** The user's DKIM selectors. */
  selectors: readonly string[]
  /** Selectors with a working key in earlier scans. Keys are replaced, so the absence of one proves nothing. */
  confirmedSelectors?: readonly string[]
  /** The blocklists, with a budget of their own. */
  blocklists: BlocklistAccess
  /** Tests mail hosts over SMTP; null: disabled. */
  relay: RelayProbe | null
  /** What the installation has and does not ask for people without an account. */
  leftOut?: LeftOut
  /** The threat sources; empty: the check does not apply. */
  threat: readonly ThreatSource[]
  https: HttpsGet
}

/** What a scan for a visitor leaves out by rule. The installation does it for accounts. */
export interface LeftOut {
  /** Sessions with mail servers. */
  relay: boolean
  /** Names of threat sources. */
  threatSources: readonly string[]
}

/** Collects one section without judging it. Never rejects for any DNS answer. Sends independent queries at once. */
export type Collect<K extends CheckId> = (context: CheckContext) => Promise<Section<CheckValues[K]>>

/** The resolver of one check, which records every answer as evidence. */
export interface CheckResolver extends RecordingResolver {
  /** Queries without recording the answer, because the same query follows in another way. */
  peek<T extends RecordType>(name: string, type: T): Promise<Answer<T>>
  /** Queries so that a negative answer comes from the zone's own servers, before it is reported as missing. */
  confirm<T extends RecordType>(name: string, type: T): Promise<Answer<T>>
}

/** `confirms` selects the queries whose negative answers are confirmed from the start. */
export function checkResolver(
  { resolver, confirming }: DnsContext,
  confirms: (name: string, type: RecordType) => boolean,
): CheckResolver {
  const doubted = new Set<string>()
  const recording = recordingResolver({
    query: (name, type, signal) => {
      const careful = confirms(name, type) || doubted.has(`${type} ${name}`)
      return (careful ? confirming : resolver).query(name, type, signal)
    },
  })
  return {
    ...recording,
    peek: (name, type) => resolver.query(name, type),
    confirm: (name, type) => {
      doubted.add(`${type} ${name}`)
      return recording.query(name, type)
    },
  }
}

/** A section that ran, with the records of its resolver. */
export function collected<T>(
  value: T,
  dns: RecordingResolver,
  notes: readonly string[] = [],
): Section<T> & { ran: true } {
  const evidence = dns.evidence()
  const gaps = dns.gaps()
  const unasked = gaps.filter(gap => gap.reason === 'over-budget').length
  const cut =
    unasked > 0
      ? [`The scan reached its lookup limit. ${unasked} ${unasked === 1 ? 'lookup was' : 'lookups were'} skipped.`]
      : []
  return { ran: true, value, evidence, gaps, notes: [...notes, ...cut, ...evidence.flatMap(notesOf)] }
}

/**
 * The section of a domain that does not exist: without a zone it has no own servers, so none are reported as
 * unreachable.
 */
export function withoutZone<S extends Section<unknown>>(section: S): S {
  if (!section.ran) return section
  const unconfirmed = new Set(dnsEvidence(section.evidence).flatMap(piece => unconfirmedNote(piece) ?? []))
  return { ...section, notes: section.notes.filter(note => !unconfirmed.has(note)) }
}

function notesOf(piece: DnsEvidence): string[] {
  const { question, via } = piece
  const notes: string[] = []
  const what = `${question.type} ${question.name}`
  if (via.heldUntil !== undefined) {
    const until = new Date(via.heldUntil).toISOString().slice(0, 16).replace('T', ' ')
    notes.push(
      `${what}: this is the current answer of the zone's own servers. Resolvers may return the previous one until ${until} UTC.`,
    )
  }
  const unconfirmed = unconfirmedNote(piece)
  return unconfirmed === null ? notes : [...notes, unconfirmed]
}

function unconfirmedNote({ question: { name, type }, via }: DnsEvidence): string | null {
  if (via.unconfirmed === undefined) return null
  return `${type} ${name}: this is a resolver's answer. The zone's own servers could not be queried (${failureWords[via.unconfirmed]}).`
}
