import { type Address, blockOf, formatAddress, isPublicAddress } from '../dns/index.ts'
import type { AskedAddress } from './value.ts'

/** So many addresses are asked about. */
export const addressesMax = 16

/** A network the domain's own SPF record lets send: `ip4:` or `ip6:`. */
export interface NamedNetwork {
  address: Address
  prefix: number
}

/** Where an address to ask about was found. */
export type FoundAddress = Pick<AskedAddress, 'address' | 'from' | 'host'>

/**
 * The addresses to ask blocklists about: those of the mail exchangers, and those the SPF record names directly, in
 * networks of at most 16 (a /28). Public ones only. Where there are more than 16, both kinds take turns: each exchanger's
 * first address before the second of any, single addresses before networks.
 */
export function addressesToAsk(
  exchangers: readonly { host: string; addresses: readonly string[] }[],
  networks: readonly NamedNetwork[],
): { chosen: readonly FoundAddress[]; notAsked: number } {
  const fromMx = inTurns(
    exchangers.map(({ host, addresses }) => addresses.map((address): FoundAddress => ({ address, from: 'mx', host }))),
  )
  const fromSpf = networks
    .filter(network => hostBits(network) <= 4)
    .toSorted((one, other) => hostBits(one) - hostBits(other))
    .flatMap(membersOf)
  const found = new Map<string, FoundAddress>()
  for (const each of inTurns([fromMx, fromSpf])) {
    const known = found.get(each.address)
    // An exchanger's name says more than that SPF names it too.
    if (isPublicAddress(each.address) && (known === undefined || known.host === null)) found.set(each.address, each)
  }
  const all = [...found.values()]
  return { chosen: all.slice(0, addressesMax), notAsked: Math.max(0, all.length - addressesMax) }
}

function hostBits({ address, prefix }: NamedNetwork): number {
  return (address.family === 4 ? 32 : 128) - prefix
}

function membersOf({ address, prefix }: NamedNetwork): FoundAddress[] {
  const { family, first, last } = blockOf(address, prefix)
  return Array.from({ length: Number(last - first) + 1 }, (_, at) => ({
    address: formatAddress({ family, value: first + BigInt(at) }),
    from: 'spf' as const,
    host: null,
  }))
}

/** The first of each list, then the second of each, and so on. */
function inTurns<E>(lists: readonly (readonly E[])[]): E[] {
  const longest = Math.max(0, ...lists.map(list => list.length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap(list => list.slice(at, at + 1))).flat()
}
