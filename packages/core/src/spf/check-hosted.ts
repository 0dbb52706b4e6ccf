import type { Resolver, Signal } from '../dns/index.ts'
import { type AddressSet, sameSet } from './address-set.ts'
import { flattenSpf, type SpfFlattening } from './flatten.ts'
import type { FlattenProblem } from './flatten-problem.ts'
import { type HostedMemory, hostedUpkeep } from './upkeep.ts'

/** A hosted record and what is remembered of it. */
export interface HostedSpf {
  /** In core's form. */
  domain: string
  /** The record of the owner that is hosted flattened. */
  record: string
  hostedName: string
  memory: HostedMemory
}

/** What a check of the upstreams of a hosted record found. */
export type HostedCheck =
  /** The upstreams could not be read, or are broken: the hosted record stays as it is. */
  | { kind: 'failed'; problems: readonly FlattenProblem[] }
  | {
      kind: 'unchanged'
      /** The record as the upstreams are now. It is not published: what is hosted lets the same pass, and what is withheld. */
      upstream: SpfFlattening
      memory: HostedMemory
      withholds: boolean
    }
  | {
      kind: 'changed'
      /** To publish. It is proved. */
      flattening: SpfFlattening
      memory: HostedMemory
      added: AddressSet
      removed: AddressSet
      /** The removal was withheld until now. */
      applies: boolean
      /** Upstreams removed more than is removed at once: that is withheld from now on. */
      withholds: boolean
    }

/**
 * Checks the upstreams of a hosted record. A failure of any kind changes nothing: mail that was authorized stays so. A
 * withheld removal is applied after its day when a second resolver, which shares no answers with the first, reads the same.
 * Never rejects.
 *
 * @param resolvers the second one is asked only when a withheld removal is due
 */
export async function checkHosted(
  resolvers: { first: Resolver; second: Resolver },
  { domain, record, hostedName, memory }: HostedSpf,
  { now, signal }: { now: Date; signal?: Signal },
): Promise<HostedCheck> {
  const input = { domain, record, hostedName, ...(signal && { signal }) }
  const upstream = await flattenSpf(resolvers.first, input)
  if (upstream.kind !== 'proved') return failed(upstream)
  const { flattening } = upstream
  let upkeep = hostedUpkeep(memory, flattening, { now, confirmed: false })
  if (hostedUpkeep(memory, flattening, { now, confirmed: true }).applies) {
    const again = await flattenSpf(resolvers.second, input)
    const confirmed = again.kind === 'proved' && isSame(again.flattening, flattening)
    upkeep = hostedUpkeep(memory, flattening, { now, confirmed })
  }
  const { publish, withholds, applies, added, removed } = upkeep
  if (publish === null) return { kind: 'unchanged', upstream: flattening, memory: upkeep.memory, withholds }
  const wanted = await flattenSpf(resolvers.first, { ...input, besides: publish })
  // What is withheld may be more than fits: then the record as it was stays published.
  if (wanted.kind !== 'proved') return failed(wanted)
  return { kind: 'changed', flattening: wanted.flattening, memory: upkeep.memory, added, removed, applies, withholds }
}

function isSame(one: SpfFlattening, other: SpfFlattening): boolean {
  return sameSet(one.passing, other.passing) && one.kept.join(' ') === other.kept.join(' ')
}

function failed(result: Exclude<Awaited<ReturnType<typeof flattenSpf>>, { kind: 'proved' }>): HostedCheck {
  if (result.kind === 'failed') return { kind: 'failed', problems: result.problems }
  const { address, before, after } = result.example
  const problem = `${address} would get the result ${after} instead of ${before}`
  return { kind: 'failed', problems: [{ code: 'not_proved', problem }] }
}
