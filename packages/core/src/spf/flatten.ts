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
import { hostedTerms } from './flatten-assemble.ts'
import { type HostedRecord, packTerms } from './flatten-pack.ts'
import type { FlattenProblem } from './flatten-problem.ts'
import { type Ending, type FlattenWalk, namesBelow, type Program, programOf } from './flatten-program.ts'
import type { SpfSource } from './flatten-sources.ts'
import {
  acceptedRecord,
  programWithin,
  recordWithout,
  regionsWithin,
  type SpfWithin,
  withoutTerms,
} from './flatten-within.ts'
import { lookupsMax, ownerLimits, receiverLimits } from './limits.ts'
import { type SpfRegion, spfRegions } from './regions.ts'
import { spfTreeOfRecord } from './tree.ts'
import { verdictsOf } from './verdicts.ts'
import { withheldForms } from './withheld-record.ts'

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
  /** The names below the original record, by `include:` and `redirect=`, at every depth, each once, as they are evaluated. */
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
  hosts: HostAnswers
  /** Seconds, for the hosted records: the least TTL of the answers that they are made from, from 300 to 3600. */
  ttl: number
}

/** The lookups of hosts that terms name: "mx.example A", "mx.example AAAA", "kite.example MX". Sorted. */
export interface HostAnswers {
  answering: readonly string[]
  /** Without records. */
  silent: readonly string[]
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
  /** A record of what passes besides: a removal upstream that is withheld, see `withheldRecord`. */
  besides?: string | null
  /** What may pass of the original; without it everything may. */
  within?: SpfWithin
  signal?: Signal
}

/** A record and everything below it as it is now, before anything is left out. */
export interface SpfReading {
  sources: readonly SpfSource[]
}

export type ReadResult = { kind: 'read'; reading: SpfReading } | { kind: 'failed'; problems: readonly FlattenProblem[] }

/** Reads what each term of a record lets pass. Never rejects. */
export async function readSpf(
  resolver: Resolver,
  { domain, record, signal }: Pick<FlattenInput, 'domain' | 'record' | 'signal'>,
): Promise<ReadResult> {
  const walk = newWalk(boundedResolver(validatingResolver(resolver), questionsMax), signal)
  await programOf(walk, record, domain, [])
  if (walk.problems.length > 0) return { kind: 'failed', problems: walk.problems }
  return { kind: 'read', reading: { sources: walk.sources } }
}

/**
 * Flattens an SPF record and proves that the result lets exactly the same messages pass over all of IPv4 and IPv6. The
 * original is evaluated without the limit of 10 lookups (RFC 7208 section 4.6.4), the result with it. With `within` exactly
 * those messages pass that pass by the record and were accepted; with `besides` also those that pass by `besides`. Where
 * the order of terms does not allow that, it fails.
 * Never rejects.
 */
export async function flattenSpf(resolver: Resolver, input: FlattenInput): Promise<FlattenResult> {
  const { hostedName, besides = null, within } = input
  const without = within?.without ?? []
  const record = recordWithout(input.record, input.domain, without)
  const ttls: number[] = []
  // One answer to each query: the proof rests on the same answers as the result. An answer that does not validate is none:
  // it may be forged, and its addresses would be published as authorized.
  const same = withoutTerms(boundedResolver(notingTtl(validatingResolver(resolver), ttls), questionsMax), without)
  if (besides === null) return flattenedAs(same, input, { original: record, text: record, ttls })
  const name = `withheld.${hostedName}`
  const { original, forms } = withheldForms(record, besides, name)
  const known = withRecords(same, [{ name, value: besides }])
  let result: FlattenResult = { kind: 'failed', problems: [] }
  for (const text of forms) {
    result = await flattenedAs(known, input, { original, text, ttls })
    if (result.kind === 'proved') break
  }
  return result
}

/** Flattens `text`, and proves that the result lets the same pass as `original`. */
async function flattenedAs(
  same: Resolver,
  input: FlattenInput,
  { original: record, text, ttls }: { original: string; text: string; ttls: readonly number[] },
): Promise<FlattenResult> {
  const { domain, hostedName, signal, within } = input
  const walk = newWalk(same, signal)
  const read = await programOf(walk, text, domain, [])
  if (walk.problems.length > 0) return { kind: 'failed', problems: walk.problems }
  const { program, isCut } = within === undefined ? { program: read, isCut: false } : programWithin(read, within)
  const hosted = hostedTerms(program)
  if (hosted === null) return { kind: 'failed', problems: [{ code: 'too_large', lookups: null }] }
  const { terms, kept, passing, redirects } = hosted
  // Only the terms of what is withheld can be published, not the record that they are in.
  if (kept.includes(`include:withheld.${hostedName}`)) {
    return {
      kind: 'failed',
      problems: [{ code: 'not_proved', problem: 'what is withheld depends on the order of terms' }],
    }
  }
  const ending: Ending = redirects ? { kind: 'all', qualifier: '-' } : program.ending
  const records = packTerms(terms, hostedName)
  if (records === null || records.length + kept.length > lookupsMax) {
    return { kind: 'failed', problems: [{ code: 'too_large', lookups: records && records.length + kept.length }] }
  }
  const after = withRecords(same, records)
  const published = publishedRecord({ ...program, ending }, hostedName, { kind: 'all', qualifier: '-' })
  // What cannot be hosted is refused before the proof, which costs more.
  const treeAfter = await spfTreeOfRecord(after, domain, published, signal)
  if (treeAfter.lookups > lookupsMax) {
    return { kind: 'failed', problems: [{ code: 'too_large', lookups: treeAfter.lookups }] }
  }
  const options = { sender: null, questions: questionsMax, signal }
  const flattened = await spfRegions(after, domain, { ...options, text: published, limits: receiverLimits })
  const whole = await spfRegions(same, domain, { ...options, text: record, limits: ownerLimits })
  const accepted =
    within === undefined || !isCut
      ? null
      : await spfRegions(same, domain, {
          ...options,
          text: acceptedRecord(within, keptOf(read), input.besides == null ? null : `withheld.${hostedName}`),
          limits: ownerLimits,
        })
  const original = accepted === null ? whole : { ...whole, regions: regionsWithin(whole.regions, accepted.regions) }
  const treeBefore = await spfTreeOfRecord(same, domain, input.record, signal)
  const flattening: SpfFlattening = {
    records,
    published,
    publishedWithEnding: publishedRecord({ ...program, ending }, hostedName, ending),
    kept,
    passing,
    includes: namesBelow(walk, domain).filter(name => name !== `withheld.${hostedName}`),
    lookupsBefore: treeBefore.lookups,
    lookupsAfter: treeAfter.lookups,
    ...resultChanges(original.regions, flattened.regions),
    empty: walk.empty,
    hosts: hostAnswers(walk),
    ttl: Math.max(shortestTtl, Math.min(longestTtl, ...ttls)),
  }
  const equivalence = passEquivalence(original.regions, flattened.regions)
  if (equivalence.kind === 'equal') return { kind: 'proved', flattening }
  // Only terms below a kept include are left to exceed a limit.
  if (equivalence.kind === 'different' && equivalence.example.after === 'permerror') {
    return { kind: 'failed', problems: [{ code: 'too_large', lookups: null }] }
  }
  // In the original, which has no other permerror, too many terms depend on the message for a proof.
  const isBeyondProof = equivalence.kind === 'different' && equivalence.example.before === 'permerror'
  if (equivalence.kind === 'different' && !isBeyondProof)
    return { kind: 'unproved', flattening, example: equivalence.example }
  return {
    kind: 'failed',
    problems: [{ code: 'not_proved', problem: [...original.problems, ...flattened.problems][0] ?? '' }],
  }
}

function newWalk(resolver: Resolver, signal: Signal | undefined): FlattenWalk {
  return {
    resolver,
    signal,
    lookups: 0,
    size: 0,
    targets: new Map(),
    empty: [],
    hosts: new Map(),
    sources: [],
    problems: [],
  }
}

/** The terms of a program that only a message decides and that let messages pass. */
function keptOf({ steps, ending }: Program): string[] {
  const terms = steps.flatMap(step => (step.kind === 'kept' && step.qualifier === '+' ? [step.term] : []))
  return [...new Set([...terms, ...(ending.kind === 'redirect' ? [ending.movedTerm] : [])])]
}

function hostAnswers({ hosts }: FlattenWalk): HostAnswers {
  const those = (answers: boolean) =>
    [...hosts].flatMap(([lookup, isAnswered]) => (isAnswered === answers ? [lookup] : [])).sort()
  return { answering: those(true), silent: those(false) }
}

function resultChanges(before: readonly SpfRegion[], after: readonly SpfRegion[]) {
  const { changes, more } = spfChanges(
    { verdicts: verdictsOf(before), problems: [] },
    { verdicts: verdictsOf(after), problems: [] },
  )
  return { changes, more }
}

/** A `redirect=` that only a message decides takes the place of every other ending. */
function publishedRecord({ ending, explanation, modifiers }: Program, hostedName: string, wanted: Ending): string {
  const used = ending.kind === 'redirect' ? ending : wanted
  const last = used.kind === 'redirect' ? used.term : `${used.qualifier}all`
  const others = [...(explanation === null ? [] : [explanation]), ...modifiers]
  return ['v=spf1', `include:${hostedName}`, last, ...others].join(' ')
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
