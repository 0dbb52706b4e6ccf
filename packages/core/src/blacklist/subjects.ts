import { type Address, blockOf, formatAddress, isReachableAddress } from '../dns/index.ts'
import type { AskedAddress } from './value.ts'

/** The maximum number of addresses to query. */
export const addressesMax = 16

/**
 * The maximum number of addresses of a mail exchanger, and of networks: far more than real domains have. Others are
 * only counted. An answer of 64 KB can give a host 4,000 addresses, and a record of that length can name 55,000.
 */
const hostAddressesMax = 64
const networksMax = 256

/** A network that the domain's SPF record allows with `ip4:` or `ip6:`. */
export interface NamedNetwork {
  address: Address
  prefix: number
}

/** The source of an address. */
export type FoundAddress = Pick<AskedAddress, 'address' | 'from' | 'host'>

/**
 * The addresses to query at blocklists: those of the mail exchangers, and those that the SPF record names directly, in
 * networks of at most 16 addresses (a /28). Only those that mail can come from. Beyond 16 addresses both sources alternate: each
 * exchanger's first address before the second of any, single addresses before networks.
 */
export function addressesToAsk(
  exchangers: readonly { host: string; addresses: readonly string[] }[],
  networks: readonly NamedNetwork[],
): { chosen: readonly FoundAddress[]; notAsked: number } {
  const fromMx = inTurns(
    exchangers.map(({ host, addresses }) =>
      addresses.slice(0, hostAddressesMax).map((address): FoundAddress => ({ address, from: 'mx', host })),
    ),
  )
  const small = networks
    .filter(network => hostBits(network) <= 4)
    .toSorted((one, other) => hostBits(one) - hostBits(other))
  const fromSpf = small.slice(0, networksMax).flatMap(membersOf)
  const uncounted =
    sum(exchangers.map(({ addresses }) => Math.max(0, addresses.length - hostAddressesMax))) +
    sum(small.slice(networksMax).map(network => 2 ** hostBits(network)))
  const found = new Map<string, FoundAddress>()
  for (const each of inTurns([fromMx, fromSpf])) {
    const known = found.get(each.address)
    // The exchanger's name is more useful than the fact that SPF names the address too.
    if (isReachableAddress(each.address) && (known === undefined || known.host === null)) found.set(each.address, each)
  }
  const all = [...found.values()]
  return { chosen: all.slice(0, addressesMax), notAsked: Math.max(0, all.length - addressesMax) + uncounted }
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

/** The first of each list, then the second of each, and so on. */
function inTurns<E>(lists: readonly (readonly E[])[]): E[] {
  const turns: E[][] = []
  for (const list of lists) for (const [at, each] of list.entries()) (turns[at] ??= []).push(each)
  return turns.flat()
}
