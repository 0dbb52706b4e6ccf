import { networkInterfaces } from 'node:os'
import { formatAddress, parseAddress } from '@waxseal/core/dns'

/**
 * The addresses of a machine change, so they are read again, but not for each of the thousands of addresses of a name.
 */
const ownForMs = 1000

/**
 * Whether an address belongs to this machine.
 *
 * @param further its addresses beside those of its interfaces, such as its public ones behind NAT
 * @param interfaces reads those of its interfaces
 */
export function ownAddressTest(
  further: readonly string[] = [],
  interfaces: () => readonly string[] = interfaceAddresses,
): (address: string) => boolean {
  let own: ReadonlySet<string> = new Set()
  let until = Number.NEGATIVE_INFINITY
  return address => {
    if (performance.now() >= until) {
      own = new Set([...further, ...interfaces()].map(canonical))
      until = performance.now() + ownForMs
    }
    return own.has(canonical(address))
  }
}

function canonical(text: string): string {
  const address = parseAddress(text)
  return address === null ? text : formatAddress(address)
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap(list => list?.map(({ address }) => address) ?? [])
}

/**
 * Those at which others reach this machine. The loopback device has none of these, but a whole Internet of test servers has
 * its addresses there.
 */
export function reachableAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap(list => list ?? [])
  return all.flatMap(({ internal, address }) => (internal ? [] : [address]))
}
