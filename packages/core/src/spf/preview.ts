import { previewTextCharacters } from '../caps/index.ts'
import {
  type Answer,
  boundedResolver,
  displayText,
  isPublicAddress,
  type RecordType,
  type Resolver,
  type ResourceRecord,
  type Signal,
  specialBlocksOf,
  textOf,
} from '../dns/index.ts'
import { includes, isEmpty, setOf, setOfCidrs, union } from './address-set.ts'
import { spfRecordOf, txtStrings } from './build.ts'
import { type SpfChanges, spfChanges } from './change.ts'
import { lookupsMax, voidLookupsMax } from './limits.ts'
import { permerrorLine, type SpfPermerror } from './permerror.ts'
import { isSpfRecord, selectSpf } from './record.ts'
import type { SpfSettings } from './settings.ts'
import { presentSpfTree, spfTreeOfRecord } from './tree.ts'
import type { SpfNode, SpfTermNode, SpfTree, SpfTreeReply } from './value.ts'
import { questionsMax, type SpfVerdicts, spfVerdicts } from './verdicts.ts'

/** A warning about a valid record; the worst come first. Codes are stable, for programs. */
export interface SpfWarning {
  code:
    | 'plus_all'
    | 'include_without_spf'
    | 'too_many_lookups'
    | 'too_many_voids'
    | 'broken'
    | 'broken_for_some'
    | 'too_long'
    | 'could_not_check'
    | 'depends_on_message'
    | 'not_public'
    | 'nobody_may_send'
  message: string
}

/** The effect of a planned record at receivers now. Names as on the wire. */
export interface SpfPreview {
  dns_record: string
  octets: number
  strings: readonly string[]
  warnings: readonly SpfWarning[]
  /** `complete` false: the counts are lower bounds. */
  lookups: { count: number; limit: number; complete: boolean }
  voids: { count: number; limit: number }
  /** Failed lookups and conditions on the message, one line each. */
  unchecked: readonly string[]
  tree: SpfTreeReply
  published: {
    state: 'found' | 'none' | 'several' | 'could_not_check'
    record: string | null
    /** Seconds, from the zone's own servers; null when these were not asked. */
    ttl: number | null
  }
  difference: SpfChanges | null
}

/** RFC 7208 section 3.4: a longer answer may not fit a UDP message of 512 bytes. */
const recommendedOctets = 450
/** The maximum length of a published record for display; longer ones are not compared. */
const longestCompared = 16_384
/** The maximum number of lines of each kind. */
const mostLines = 20

/**
 * The effect at receivers if the record of these settings were published at `domain` now, and the changes for senders.
 * Never rejects: failed lookups are reported as such.
 *
 * @param settings as returned by `readSpfSettings`
 * @param published the current record of the domain, queried by the caller, from the zone's own servers if possible
 */
export async function previewSpf(
  resolver: Resolver,
  domain: string,
  settings: SpfSettings,
  published: Answer<'TXT'>,
  signal?: Signal,
): Promise<SpfPreview> {
  const dns_record = spfRecordOf(settings)
  const now = publishedSpf(published)
  // One answer to each query for all three: a change in between would look like a difference.
  const same = boundedResolver(readingAtMost(resolver, previewTextCharacters), 2 * questionsMax)
  const [tree, verdicts, before] = await Promise.all([
    spfTreeOfRecord(same, domain, dns_record, signal),
    spfVerdicts(same, domain, dns_record, signal),
    now.text === null || now.text.length > longestCompared ? null : spfVerdicts(same, domain, now.text, signal),
  ])
  const open = openTerms(tree.root)
  const complete = tree.complete && open.depending.length === 0
  return {
    dns_record,
    octets: dns_record.length,
    strings: txtStrings(dns_record),
    warnings: warningsOf(dns_record, settings, tree, open, brokenFor(verdicts)),
    lookups: { count: tree.lookups, limit: lookupsMax, complete },
    voids: { count: tree.voidLookups, limit: voidLookupsMax },
    unchecked: [...open.unchecked, ...open.depending.map(text => `${text}: depends on the message`)],
    tree: presentSpfTree(tree),
    published: now.published,
    difference: before !== null ? spfChanges(before, verdicts) : now.text === null ? null : notCompared,
  }
}

const notCompared: SpfChanges = {
  equivalent: null,
  changes: [],
  more: 0,
  not_comparable: 'The published record is too long to compare.',
}

/**
 * Answers `over-budget` when the SPF records of earlier answers have this many characters, because parsing takes time.
 */
function readingAtMost(resolver: Resolver, characters: number): Resolver {
  let left = characters
  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const answer = await resolver.query(name, type, signal)
      if (answer.kind !== 'records') return answer
      left -= spfCharacters(answer.records)
      return left > 0 ? answer : { kind: 'failed', reason: 'over-budget', via: answer.via }
    },
  }
}

function spfCharacters(records: readonly ResourceRecord[]): number {
  const texts = records.flatMap(record => (record.type === 'TXT' ? textOf(record) : []))
  return texts.filter(isSpfRecord).reduce((sum, { length }) => sum + length, 0)
}

function publishedSpf(answer: Answer<'TXT'>): { text: string | null; published: SpfPreview['published'] } {
  const nothing = { record: null, ttl: null }
  if (answer.kind === 'failed') return { text: null, published: { state: 'could_not_check', ...nothing } }
  const { records } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
  const [text, second] = records
  if (text === undefined) return { text: null, published: { state: 'none', ...nothing } }
  if (second !== undefined) return { text: null, published: { state: 'several', ...nothing } }
  // The TTL in a resolver's answer is the remainder, not the published one.
  const { authoritative, ttl } = answer.via
  return {
    text,
    published: { state: 'found', record: displayText(text, longestCompared), ttl: authoritative ? ttl : null },
  }
}

/** The terms of a tree that could not be followed, each with its path. */
interface OpenTerms {
  unchecked: readonly string[]
  depending: readonly string[]
}

function openTerms(root: SpfNode): OpenTerms {
  const unchecked: string[] = []
  const depending: string[] = []
  const visit = (node: SpfNode, way: string): void => {
    for (const term of node.terms) {
      if (term.unchecked) unchecked.push(`${way}${term.text}: ${term.problem ?? term.child?.problem ?? 'not checked'}`)
      else if (term.lookup !== null && term.child === null && leads(term) && term.ipv4 === null) {
        depending.push(`${way}${term.text}`)
      }
      if (term.child !== null) visit(term.child, `${way}${term.text} → `)
    }
  }
  visit(root, '')
  return { unchecked: unchecked.slice(0, mostLines), depending: depending.slice(0, mostLines) }
}

function leads({ kind }: SpfTermNode): boolean {
  return kind === 'include' || kind === 'redirect'
}

/**
 * The addresses for which receivers find the record broken, from the exact sets. The tree counts only hosts without any
 * address as void. For an IPv6 client, each host with only IPv4 addresses is void too.
 */
function brokenFor({ verdicts }: SpfVerdicts): string | null {
  const broken = union(...verdicts.filter(({ result }) => result === 'permerror').map(({ set }) => set))
  if (!isEmpty(broken)) {
    if (broken.v4.length === 0) return 'mail over IPv6, because too many lookups return no IPv6 address'
    return broken.v6.length === 0 ? 'mail over IPv4, because too many lookups return no IPv4 address' : 'some addresses'
  }
  const depends = verdicts.some(({ result, mayBreak }) => result === 'depends' && mayBreak)
  return depends ? 'some messages, because the number of empty lookups depends on the sender' : null
}

/** Permerrors that have a warning of their own. */
const warnedOf: readonly SpfPermerror['code'][] = ['lookup_limit', 'void_limit', 'no_record']

function warningsOf(
  record: string,
  settings: SpfSettings,
  tree: SpfTree,
  open: OpenTerms,
  brokenFor: string | null,
): SpfWarning[] {
  const warnings: SpfWarning[] = []
  const warn = (code: SpfWarning['code'], message: string): void => void warnings.push({ code, message })
  const atLeast = tree.complete ? '' : 'at least '
  if (tree.openTo !== null) warn('plus_all', `${tree.openTo} lets any server send mail for this domain`)
  // A term in several places is reported once.
  const dead = new Set(tree.permerrors.flatMap(each => (each.code === 'no_record' ? [each.path.at(-1)] : [])))
  for (const term of [...dead].slice(0, mostLines)) {
    warn('include_without_spf', `${term} has no SPF record. Receivers return permerror when they reach it.`)
  }
  if (tree.lookups > lookupsMax) {
    warn(
      'too_many_lookups',
      `The record needs ${atLeast}${tree.lookups} DNS lookups. Receivers stop after ${lookupsMax} and return permerror.`,
    )
  }
  if (tree.voidLookups > voidLookupsMax) {
    warn(
      'too_many_voids',
      `${atLeast === '' ? '' : 'At least '}${tree.voidLookups} lookups return nothing. Receivers allow ${voidLookupsMax} and return permerror.`,
    )
  }
  const others = tree.permerrors.filter(({ code }) => !warnedOf.includes(code))
  for (const permerror of others.slice(0, mostLines)) {
    warn('broken', `Receivers return permerror: ${permerrorLine(permerror)}`)
  }
  if (tree.permerrors.length === 0 && brokenFor !== null) {
    warn('broken_for_some', `Receivers return permerror for ${brokenFor}`)
  }
  if (record.length > recommendedOctets) {
    warn(
      'too_long',
      `The record has ${record.length} bytes. Above ${recommendedOctets} some receivers cannot read it (RFC 7208 section 3.4).`,
    )
  }
  if (open.unchecked.length > 0) {
    warn('could_not_check', 'Some lookups failed. The real counts may be higher.')
  }
  if (open.depending.length > 0) {
    warn(
      'depends_on_message',
      'An include has macros, so its lookups depend on the message. The real counts may be higher.',
    )
  }
  const inside = [...settings.ip4_addresses, ...settings.ip6_addresses].filter(entry => !isPublicEntry(entry))
  if (inside.length > 0) {
    warn(
      'not_public',
      `Receivers never see mail from ${inside.slice(0, 3).join(', ')}, because it is not a public address`,
    )
  }
  if (record === `v=spf1 ${settings.all_qualifier}` && settings.all_qualifier !== '+all') {
    warn('nobody_may_send', 'No server may send mail for this domain')
  }
  return warnings
}

const special = setOf([...specialBlocksOf(4), ...specialBlocksOf(6)])

/** A range is public if one of its addresses is. */
function isPublicEntry(entry: string): boolean {
  const range = entry.includes('/') ? setOfCidrs([entry]) : null
  return range === null ? isPublicAddress(entry) : !includes(special, range)
}
