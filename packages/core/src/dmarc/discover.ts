import { type Answer, type FailureReason, labels, parentOf, type Resolver, type Signal, textOf } from '../dns/index.ts'
import { isDmarcLookalike, isDmarcRecord, namesOtherProtocol, parseDmarc, policyOf } from './record.ts'
import type { DmarcProblem, DmarcReading, DmarcRecord } from './value.ts'

/** The records at the `_dmarc` name of one domain of the walk. */
export interface DmarcLookup {
  domain: string
  /** `failed`: the lookup failed. `none`: no valid record. `several`: they cancel each other. */
  found: 'one' | 'none' | 'several' | 'failed'
  /** The record when there is exactly one. */
  record: DmarcRecord | null
  /** A text that was meant to be DMARC but is not valid. */
  lookalike: string | null
  /** The valid records when there are several. */
  several: readonly string[]
  /** The name is an alias of itself, directly or through others: a lookup can only fail. */
  loops: boolean
  /** The last name of a chain of aliases (CNAME); null: no alias. */
  alias: string | null
}

/** The result of the tree walk of RFC 9989 section 4.10. */
export interface DmarcDiscovery {
  reading: DmarcReading
  /**
   * RFC 9989 section 4.10.2; the domain itself when the walk finds nothing; null when a lookup that could decide it
   * failed.
   */
  organizationalDomain: string | null
  /** The domains of the walk whose `_dmarc` was queried, in order. */
  walked: readonly string[]
  /** As in `DmarcValue`. */
  alias: string | null
  several?: readonly string[]
  ignored?: readonly string[]
  loop?: string
}

export interface DiscoverOptions {
  /**
   * Whether the domain exists in the DNS (RFC 9989 section 3.2). Decides between `np` and `sp`; null: unknown, `sp`.
   */
  exists?: boolean | null
  signal?: Signal
}

/**
 * The domains of the tree walk, in order: the domain, then its parents, up to its top-level name. From eight labels on
 * it jumps to the seven rightmost, so there are never more than eight (RFC 9989 section 4.10 step 4).
 */
export function dmarcWalk(domain: string): readonly string[] {
  const count = labels(domain).length
  const walk = [domain]
  let next = count > 8 ? labels(domain).slice(-7).join('.') : parentOf(domain)
  for (; next !== null && next !== '.'; next = parentOf(next)) walk.push(next)
  return walk
}

/**
 * Finds the DMARC record that applies to mail from `domain` with the DNS tree walk of RFC 9989 section 4.10. Queries
 * all names of the walk in parallel. Never throws: a failed lookup makes the reading `unchecked`, unless a record that
 * certainly applies was found below it.
 */
export async function discoverDmarc(
  resolver: Resolver,
  domain: string,
  options: DiscoverOptions = {},
): Promise<DmarcDiscovery> {
  const walked = dmarcWalk(domain)
  const lookups = await Promise.all(walked.map(name => lookUp(resolver, name, options.signal)))
  const result = readDmarcWalk(lookups, options.exists ?? null)
  const { location, multiple } = result.reading
  const decides = lookups.find(lookup => lookup.domain === (location ?? domain))
  const several = multiple ? (decides?.several ?? []) : []
  const loop = lookups.find(({ loops }) => loops)
  const ignored = result.reading.inherited ? ignoredAt(lookups[0]) : []
  return {
    ...result,
    walked,
    alias: decides?.alias ?? null,
    ...(several.length === 0 ? {} : { several }),
    ...(ignored.length === 0 ? {} : { ignored }),
    ...(loop === undefined || result.reading.location !== null ? {} : { loop: `_dmarc.${loop.domain}` }),
  }
}

/** What was meant as the record of a domain whose own name has no valid one. */
function ignoredAt(own: DmarcLookup | undefined): readonly string[] {
  if (own === undefined || own.found === 'several') return own?.several ?? []
  return own.lookalike === null ? [] : [own.lookalike]
}

/**
 * The same for a receiver of RFC 7489 section 6.6.3: the domain, then its organizational domain by the public suffix
 * list, which the caller provides. `t`, `np` and `psd` do not exist there.
 */
export async function discoverDmarc7489(
  resolver: Resolver,
  domain: string,
  organizationalDomain: string,
  signal?: Signal,
): Promise<DmarcReading> {
  const names = domain === organizationalDomain ? [domain] : [domain, organizationalDomain]
  const [own, above] = await Promise.all(names.map(name => lookUp(resolver, name, signal)))
  if (own === undefined || own.found === 'failed') return unchecked
  if (own.loops) return nothingApplies([])
  // Several records end the discovery (RFC 7489 section 6.6.3 step 5).
  const applies = own.found === 'none' && above !== undefined ? above : own
  if (applies.found === 'failed') return unchecked
  if (applies.record === null) return nothingApplies([own, applies])
  const record = withoutNp(applies.record)
  const reading = readingOf(record, applies.domain, domain, 'subdomain')
  return { ...reading, testing: below100(record) }
}

/** A record for receivers without `np`: an invalid value of it has no effect. */
export function withoutNp(record: DmarcRecord): DmarcRecord {
  return { ...record, np: null, errors: record.errors.filter(stillHolds), warnings: record.warnings.filter(stillHolds) }
}

function stillHolds({ code }: DmarcProblem): boolean {
  return code !== 'np-invalid'
}

async function lookUp(resolver: Resolver, domain: string, signal?: Signal): Promise<DmarcLookup> {
  const answer: Answer<'TXT'> = await resolver.query(`_dmarc.${domain}`, 'TXT', signal)
  const nothing = {
    domain,
    record: null,
    lookalike: null,
    several: [],
    loops: false,
    alias: answer.via.cnames.at(-1) ?? null,
  }
  if (answer.kind === 'failed') {
    const loops = await isLoop(resolver, `_dmarc.${domain}`, answer.reason, signal)
    return { ...nothing, loops, found: loops ? 'none' : 'failed', alias: null }
  }
  const texts = answer.kind === 'records' ? answer.records.map(textOf) : []
  const [first, ...others] = texts.filter(isDmarcRecord)
  const meant = texts.filter(isDmarcLookalike)
  const lookalike = meant.find(text => !namesOtherProtocol(text)) ?? meant[0] ?? null
  if (first === undefined) return { ...nothing, found: 'none', lookalike }
  if (others.length > 0) return { ...nothing, found: 'several', several: [first, ...others], lookalike }
  return { ...nothing, found: 'one', record: parseDmarc(first), lookalike }
}

/** The longest chain of aliases to follow. */
const longestChain = 8

/**
 * Whether a failed lookup failed because the name is an alias that leads back to itself. Resolvers answer that as they
 * answer a broken zone; the aliases themselves can be asked one by one.
 */
async function isLoop(resolver: Resolver, name: string, reason: FailureReason, signal?: Signal): Promise<boolean> {
  if (reason !== 'servfail' && reason !== 'malformed') return false
  const seen = new Set<string>()
  let next = name
  while (!seen.has(next)) {
    if (seen.size === longestChain) return false
    seen.add(next)
    const answer = await resolver.query(next, 'CNAME', signal)
    const [alias, another] = answer.kind === 'records' ? answer.records : []
    if (alias === undefined || another !== undefined) return false
    next = alias.target
  }
  return true
}

/** Evaluates the lookups of a walk, in order: which record applies, and which domain is the organizational one. */
function readDmarcWalk(
  lookups: readonly DmarcLookup[],
  exists: boolean | null,
): Pick<DmarcDiscovery, 'reading' | 'organizationalDomain'> {
  const own = lookups[0]
  if (own === undefined) throw new Error('a tree walk has at least one name')
  const organizationalDomain = organizationalDomainOf(lookups)
  if (own.found === 'failed') return { reading: unchecked, organizationalDomain }
  if (own.record !== null)
    return { reading: readingOf(own.record, own.domain, own.domain, 'domain'), organizationalDomain }

  // Any name of the walk may have the organizational domain's record, so one failed lookup leaves it unknown.
  if (organizationalDomain === null) return { reading: unchecked, organizationalDomain }
  const walk = untilStop(lookups)
  if (walk.some(({ loops }) => loops)) return { reading: { ...unchecked, unchecked: false }, organizationalDomain }
  const applies = walk.find(({ domain, record }) => record !== null && domain === organizationalDomain) ?? walk.at(-1)
  if (applies === undefined || applies.record === null) return { reading: nothingApplies(walk), organizationalDomain }
  const subject = exists === false ? 'nonexistent' : 'subdomain'
  const reading = readingOf(applies.record, applies.domain, own.domain, subject)
  return { reading: { ...reading, multiple: own.found === 'several' }, organizationalDomain }
}

/** The walk up to the first record that stops it: `psd=y` or `psd=n`. */
function untilStop(lookups: readonly DmarcLookup[]): readonly DmarcLookup[] {
  const stop = lookups.findIndex(({ record }) => record !== null && record.psd !== 'u')
  return stop < 0 ? lookups : lookups.slice(0, stop + 1)
}

function organizationalDomainOf(lookups: readonly DmarcLookup[]): string | null {
  const walk = untilStop(lookups)
  if (walk.some(({ found }) => found === 'failed')) return null
  const start = lookups[0]?.domain ?? '.'
  const last = walk.at(-1)
  if (last?.record?.psd === 'n') return last.domain
  if (last?.record?.psd === 'y' && walk.length > 1) {
    const depth = labels(last.domain).length + 1
    return labels(start).slice(-depth).join('.')
  }
  return walk.findLast(({ record }) => record !== null)?.domain ?? start
}

const unchecked: DmarcReading = {
  location: null,
  record: null,
  inherited: false,
  policy: null,
  testing: false,
  multiple: false,
  unchecked: true,
}

export function readingOf(
  record: DmarcRecord,
  location: string,
  domain: string,
  subject: 'domain' | 'subdomain' | 'nonexistent',
): DmarcReading {
  const inherited = location !== domain
  return {
    location,
    record,
    inherited,
    policy: policyOf(record, inherited ? subject : 'domain'),
    testing: record.t || below100(record),
    multiple: false,
    unchecked: false,
  }
}

/** No record applies: there is none, there are several at a name, or only texts that are no DMARC record. */
function nothingApplies(lookups: readonly DmarcLookup[]): DmarcReading {
  const reading = { ...unchecked, unchecked: false }
  const several = lookups.find(({ found }) => found === 'several')
  if (several !== undefined) return { ...reading, location: several.domain, multiple: true }
  const own = lookups[0]
  if (own === undefined || own.lookalike === null) return reading
  return { ...reading, location: own.domain, record: parseDmarc(own.lookalike) }
}

function below100(record: DmarcRecord): boolean {
  return record.pct !== null && record.pct < 100
}
