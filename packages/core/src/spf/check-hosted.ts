import { boundedResolver, type Resolver, type Signal } from '../dns/index.ts'
import { type AddressSet, intersection, isEmpty } from './address-set.ts'
import { type FlattenResult, flattenSpf, readSpf, type SpfFlattening, type SpfReading } from './flatten.ts'
import type { HostedRecord } from './flatten-pack.ts'
import type { FlattenProblem } from './flatten-problem.ts'
import type { SpfWithin } from './flatten-within.ts'
import { judgeGrowth } from './growth.ts'
import { editOf } from './host-spf.ts'
import { type HostedMemory, hostedAddresses, hostedUpkeep, withheldOf } from './upkeep.ts'
import { type SpfBesides, withheldRecord } from './withheld-record.ts'

/** A hosted record and what is remembered of it. */
export interface HostedSpf {
  /** In core's form. */
  domain: string
  /** The record of the owner that is hosted flattened. */
  record: string
  hostedName: string
  /** What is hosted now, the first record first. */
  records: readonly HostedRecord[]
  /** Seconds, of these records. */
  ttl: number
  memory: HostedMemory
  /** The record before, where its owner only added terms to it now: these are accepted as they are. */
  before?: string
}

/** What a check of the upstreams of a hosted record found. */
export type HostedCheck =
  /** The hosted record stays as it is: the upstreams could not be read, or what is to be published does not fit. */
  | {
      kind: 'failed'
      problems: readonly FlattenProblem[]
      /** To store when the upstreams could be read: a removal waits from the first check that finds it. */
      memory?: HostedMemory
      withholds?: boolean
      asks?: boolean
      within?: SpfWithin
    }
  | {
      kind: 'unchanged'
      /** The record as the upstreams are now. It is not published: what is hosted lets the same pass, and what is withheld. */
      upstream: SpfFlattening
      memory: HostedMemory
      withholds: boolean
      asks: boolean
      within: SpfWithin
    }
  | {
      kind: 'changed'
      /** To publish. It is proved. The same as before where only the TTL of an upstream fell. */
      flattening: SpfFlattening
      memory: HostedMemory
      added: AddressSet
      removed: AddressSet
      /** A removal was withheld until now. */
      applies: boolean
      /** Upstreams removed more than is removed at once: that is withheld from now on. */
      withholds: boolean
      /** The owner is asked now about growth that waits. */
      asks: boolean
      within: SpfWithin
    }

/** The maximum number of queries of one check, but for those of the second resolver. */
const questionsMax = 1500

/**
 * Checks the upstreams of a hosted record. A failure of any kind changes nothing: mail that was authorized stays so.
 * Growth beyond the bounds waits for the owner, and only that is left out (see `judgeGrowth`). A withheld removal is applied after its day when a second resolver, which shares no answers with the first, reads the same.
 * A hosted TTL falls with that of the upstreams, and rises with the next change. Never rejects.
 *
 * @param resolvers the second one is asked only when a withheld removal is due
 */
export async function checkHosted(
  resolvers: { first: Resolver; second: Resolver },
  { domain, record, hostedName, records, ttl, memory: remembered, before }: HostedSpf,
  { now: at, signal }: { now: Date; signal?: Signal },
): Promise<HostedCheck> {
  const read = { domain, record, ...(signal && { signal }) }
  // What is published is made from the answers that the memory is about.
  const first = boundedResolver(resolvers.first, questionsMax)
  const here = await readSpf(first, read)
  if (here.kind === 'failed') return failed(here)
  const { sources } = here.reading
  const edit = before === undefined ? null : editOf(sources, { record: before, memory: remembered }, domain)
  if (edit?.kind === 'failed') return failed(edit)
  const memory = { ...remembered, ...edit?.memory }
  const growth = judgeGrowth(memory, sources, { now: at, hosted: hostedAddresses(memory) })
  const { within, asks } = growth
  const input = { ...read, hostedName, within }
  const upstream = await flattenSpf(first, input)
  // Growth waits from the first check that finds it.
  if (upstream.kind !== 'proved') return { ...failed(upstream), memory: { ...memory, ...growth.memory }, asks, within }
  const { flattening } = upstream
  let upkeep = hostedUpkeep(memory, flattening, { now: at, confirmed: false, growth })
  if (upkeep.due !== null) {
    const again = await readSpf(resolvers.second, read)
    const confirmed = again.kind === 'read' && lacks(again.reading, upkeep.due)
    upkeep = hostedUpkeep(memory, flattening, { now: at, confirmed, growth })
  }
  const { publish, withholds, applies, added, removed } = upkeep
  const unchanged = { kind: 'unchanged', upstream: flattening, memory: upkeep.memory, withholds, asks, within } as const
  if (publish === null && flattening.ttl >= ttl) return unchanged
  const besides = withheldRecord(records, publish ?? withheldOf(upkeep.memory))
  const wanted = besides === null ? upstream : await flattenSpf(first, { ...input, besides })
  if (publish === null && wanted.kind !== 'proved') return unchanged
  if (wanted.kind !== 'proved') {
    // What is withheld may be more than fits, or depend on the order of terms. Then the record as it was stays published until its removal is applied.
    const { withheld } = hostedUpkeep(memory, flattening, { now: at, confirmed: false, growth }).memory
    return { ...failed(wanted), memory: { ...memory, ...growth.memory, withheld }, withholds, asks, within }
  }
  const changes = { added, removed, applies, withholds, asks, within }
  return { kind: 'changed', flattening: wanted.flattening, memory: upkeep.memory, ...changes }
}

/** Servers may differ in other addresses: some services rotate theirs. */
function lacks({ sources }: SpfReading, due: SpfBesides): boolean {
  return sources.every(
    ({ passing, kept }) => isEmpty(intersection(passing, due.addresses)) && !due.kept.some(term => kept.includes(term)),
  )
}

function failed(result: Exclude<FlattenResult, { kind: 'proved' }>) {
  if (result.kind === 'failed') return { kind: 'failed' as const, problems: result.problems }
  const { address, before, after } = result.example
  const problem = `${address} would get the result ${after} instead of ${before}`
  return { kind: 'failed' as const, problems: [{ code: 'not_proved' as const, problem }] }
}
