import {
  type Address,
  type Answer,
  type BrokenZone,
  brokenZoneOf,
  type FailureReason,
  parseAddress,
  type Resolver,
  type Signal,
} from '../dns/index.ts'

/** The addresses of a host that a term of an SPF record names. */
export interface HostAddresses {
  addresses: Address[]
  /** Why there may be more: a failed lookup, or too many addresses. */
  open: string | null
  /** An answer does not validate: the zone whose DNSSEC is broken. */
  bogus: BrokenZone | null
}

/** Queries both families, and reads at most `most` addresses of each, by what there is room for when they have arrived. */
export async function hostAddresses(
  { resolver, signal }: { resolver: Resolver; signal: Signal | undefined },
  name: string,
  most: number | (() => number),
): Promise<HostAddresses> {
  const answers = await Promise.all([resolver.query(name, 'A', signal), resolver.query(name, 'AAAA', signal)])
  const kept = typeof most === 'number' ? most : most()
  const addresses: Address[] = []
  let open: string | null = null
  for (const answer of answers) {
    if (answer.kind === 'failed') open ??= notAsked(answer.reason)
    if (answer.kind !== 'records') continue
    const { length } = answer.records
    if (length > kept) open ??= `we read only the first ${kept} of ${length} addresses`
    for (const record of answer.records.slice(0, kept)) {
      const address = parseAddress(record.address)
      if (address !== null) addresses.push(address)
    }
  }
  return { addresses, open, bogus: firstBogus(name, answers) }
}

export function notAsked(reason: FailureReason): string {
  return `lookup failed (${reason})`
}

/** A receiver asks for the addresses of the client's family only: one answer that does not validate is enough. */
function firstBogus(name: string, answers: readonly Answer[]): BrokenZone | null {
  return answers.flatMap(({ kind, via }) => (kind === 'failed' ? [] : (brokenZoneOf(name, via) ?? [])))[0] ?? null
}
