import {
  boundedResolver,
  type RecordType,
  type Resolver,
  type Signal,
  validatingResolver,
  zoneResolver,
} from '../dns/index.ts'
import type { AddressSet } from './address-set.ts'
import { type SpfChange, spfChanges } from './change.ts'
import { passEquivalence, type SpfCounterExample } from './equivalence.ts'
import { addressTerms, hostedTerms } from './flatten-assemble.ts'
import { type HostedRecord, packTerms } from './flatten-pack.ts'
import type { FlattenProblem } from './flatten-problem.ts'
import { type Ending, type FlattenWalk, type Program, programOf } from './flatten-program.ts'
import { includedDomains } from './included.ts'
import { lookupsMax, ownerLimits, receiverLimits } from './limits.ts'
import { type SpfRegion, spfRegions } from './regions.ts'
import { spfTreeOfRecord } from './tree.ts'
import { verdictsOf } from './verdicts.ts'

/** A record of a domain in its flattened form. */
export interface SpfFlattening {
  /** For the hosted zone, the first at the hosted name. */
  records: readonly HostedRecord[]
  /** For the domain, in place of its record: one include of the hosted name. All other servers fail. */
  published: string
  /** The same with the ending of the original record. */
  publishedWithEnding: string
  /** Terms of the hosted records that only a message decides. */
  kept: readonly string[]
  /** The addresses that pass by their own terms. */
  passing: AddressSet
  /** The names below the original record, by `include:` and `redirect=`, at every depth. */
  includes: readonly string[]
  /** Lookups as a receiver counts them; those of the original end at 40. */
  lookupsBefore: number
  lookupsAfter: number
  /** Addresses whose result changes without passing in either record, as from softfail to fail; at most 50 ranges. */
  changes: readonly SpfChange[]
  /** The number of such ranges not in `changes`. */
  more: number
  /** Terms of the original that name hosts without addresses, with the domain written out. */
  empty: readonly string[]
  /** Seconds, for the hosted records: the least TTL of the answers that they are made from, from 300 to 3600. */
  ttl: number
}

/** Only a `proved` flattening may be published. */
export type FlattenResult =
  | { kind: 'proved'; flattening: SpfFlattening }
  | { kind: 'unproved'; flattening: SpfFlattening; example: SpfCounterExample }
  | { kind: 'failed'; problems: readonly FlattenProblem[] }

/** Limits of a hosted TTL: resolvers need not ask more often, and a change of ours arrives within the hour. */
const shortestTtl = 300
const longestTtl = 3600

/** The maximum number of queries of one flattening. */
const questionsMax = 1000

export interface FlattenInput {
  /** In core's form. */
  domain: string
  /** The record to flatten: the one that the domain publishes, or a planned one. */
  record: string
  /** Where the first record will be, in core's form. */
  hostedName: string
  /** What passes besides the record: a removal upstream that is withheld. */
  besides?: SpfBesides
  signal?: Signal
}

/** Addresses and terms that pass besides a record. The proof is about the record with these. */
export interface SpfBesides {
  addresses: AddressSet
  /** Terms that only a message decides, as in `kept`; none of them refuses. */
  kept: readonly string[]
}

/**
 * Flattens an SPF record and proves that the result lets exactly the same messages pass over all of IPv4 and IPv6. The
 * original is evaluated without the limit of 10 lookups (RFC 7208 section 4.6.4), the result with it. Never rejects.
 */
export async function flattenSpf(resolver: Resolver, input: FlattenInput): Promise<FlattenResult> {
  const { domain, hostedName, signal } = input
  const record = input.besides === undefined ? input.record : recordWith(input.record, input.besides)
  const ttls: number[] = []
  // One answer to each query: the proof rests on the same answers as the result. An answer that does not validate is none:
  // it may be forged, and its addresses would be published as authorized.
  const same = boundedResolver(notingTtl(validatingResolver(resolver), ttls), questionsMax)
  const walk: FlattenWalk = { resolver: same, signal, lookups: 0, empty: [], problems: [] }
  const program = await programOf(walk, record, domain, [])
  if (walk.problems.length > 0) return { kind: 'failed', problems: walk.problems }
  const { terms, kept, passing, redirects } = hostedTerms(program)
  const ending: Ending = redirects ? { kind: 'all', qualifier: '-' } : program.ending
  const records = packTerms(terms, hostedName)
  if (records === null || records.length + kept.length > lookupsMax) {
    return { kind: 'failed', problems: [{ code: 'too_large', lookups: records && records.length + kept.length }] }
  }
  const after = withRecords(same, records)
  const published = publishedRecord({ ...program, ending }, hostedName, { kind: 'all', qualifier: '-' })
  const options = { sender: null, questions: questionsMax, signal }
  const [original, flattened, treeBefore, treeAfter] = await Promise.all([
    spfRegions(same, domain, { ...options, text: record, limits: ownerLimits }),
    spfRegions(after, domain, { ...options, text: published, limits: receiverLimits }),
    spfTreeOfRecord(same, domain, input.record, signal),
    spfTreeOfRecord(after, domain, published, signal),
  ])
  if (treeAfter.lookups > lookupsMax) {
    return { kind: 'failed', problems: [{ code: 'too_large', lookups: treeAfter.lookups }] }
  }
  const flattening: SpfFlattening = {
    records,
    published,
    publishedWithEnding: publishedRecord({ ...program, ending }, hostedName, ending),
    kept,
    passing,
    includes: includedDomains(treeBefore),
    lookupsBefore: treeBefore.lookups,
    lookupsAfter: treeAfter.lookups,
    ...resultChanges(original.regions, flattened.regions),
    empty: walk.empty,
    ttl: Math.max(shortestTtl, Math.min(longestTtl, ...ttls)),
  }
  const equivalence = passEquivalence(original.regions, flattened.regions)
  if (equivalence.kind === 'equal') return { kind: 'proved', flattening }
  // Only terms below a kept include are left to exceed a limit.
  if (equivalence.kind === 'different' && equivalence.example.after === 'permerror') {
    return { kind: 'failed', problems: [{ code: 'too_large', lookups: null }] }
  }
  if (equivalence.kind === 'different') return { kind: 'unproved', flattening, example: equivalence.example }
  return {
    kind: 'failed',
    problems: [{ code: 'not_proved', problem: [...original.problems, ...flattened.problems][0] ?? '' }],
  }
}

/** Addresses pass first, and kept terms last, as the hosted record has them. */
function recordWith(record: string, { addresses, kept }: SpfBesides): string {
  const [version = '', ...terms] = record.split(' ').filter(Boolean)
  const allAt = terms.findIndex(term => /^[-+~?]?all$/i.test(term))
  const before = allAt === -1 ? terms : terms.slice(0, allAt)
  return [version, ...addressTerms(addresses, ''), ...before, ...kept, ...terms.slice(before.length)].join(' ')
}

function resultChanges(before: readonly SpfRegion[], after: readonly SpfRegion[]) {
  const { changes, more } = spfChanges(
    { verdicts: verdictsOf(before), problems: [] },
    { verdicts: verdictsOf(after), problems: [] },
  )
  return { changes, more }
}

/** A `redirect=` that only a message decides takes the place of every other ending. */
function publishedRecord({ ending, explanation }: Program, hostedName: string, wanted: Ending): string {
  const used = ending.kind === 'redirect' ? ending : wanted
  const last = used.kind === 'redirect' ? used.term : `${used.qualifier}all`
  return ['v=spf1', `include:${hostedName}`, last, ...(explanation === null ? [] : [explanation])].join(' ')
}

/** A resolver that answers the hosted names as they will be published. */
function withRecords(resolver: Resolver, records: readonly HostedRecord[]): Resolver {
  const hosted = zoneResolver(Object.fromEntries(records.map(({ name, value }) => [name, { TXT: [value] }])))
  const names = new Set(records.map(({ name }) => name))
  return {
    query: <T extends RecordType>(name: string, type: T, signal?: Signal) =>
      names.has(name) ? hosted.query(name, type, signal) : resolver.query(name, type, signal),
  }
}

function notingTtl(resolver: Resolver, ttls: number[]): Resolver {
  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal) {
      const answer = await resolver.query(name, type, signal)
      if (answer.kind !== 'failed') ttls.push(answer.via.ttl)
      return answer
    },
  }
}
