import { parseAddress } from '../dns/index.ts'
import type { RelayTarget } from './probe.ts'

/** The maximum number of mail hosts that a scan tests: the most preferred ones, at one address each. */
export const testedHostsMax = 5

/** The maximum number of addresses that a scan asks what they offer. */
export const offersMax = 8

/**
 * The addresses that a scan asks what they offer: the first one of each host, then the second of each, and so on, until
 * eight different ones. The first one of a host is the one of its relay test. An address of several hosts is asked as each.
 *
 * @param hosts by preference, with all their addresses
 */
export function offerTargets(hosts: readonly { host: string; addresses: readonly string[] }[]): readonly RelayTarget[] {
  const targets: RelayTarget[] = []
  const asked = new Set<string>()
  const known = hosts.map(({ host, addresses }) => ({ host, addresses, inOrder: byFamily(addresses) }))
  for (let turn = 0; turn < offersMax; turn++) {
    for (const { host, addresses, inOrder } of known) {
      const address = inOrder[turn]
      if (address === undefined || (!asked.has(address) && asked.size === offersMax)) continue
      asked.add(address)
      targets.push({ host, address, addresses })
    }
  }
  return targets
}

/** IPv4 before IPv6, each once. */
function byFamily(addresses: readonly string[]): readonly string[] {
  return [...new Set([...addresses.filter(isFour), ...addresses.filter(text => !isFour(text))])]
}

function isFour(text: string): boolean {
  return parseAddress(text)?.family === 4
}

/**
 * The addresses that a scan tests: the first address of each of the five most preferred hosts with one, IPv4 before
 * IPv6 (a machine without IPv6 could not reach the other, which would leave a gap in every scan). Two hosts at one
 * address are tested once, under the name of the first.
 *
 * @param hosts by preference, with all their addresses
 */
export function relayTargets(hosts: readonly { host: string; addresses: readonly string[] }[]): readonly RelayTarget[] {
  const targets = new Map<string, RelayTarget>()
  for (const { host, addresses } of hosts) {
    const [address] = byFamily(addresses)
    if (address === undefined || targets.has(address)) continue
    targets.set(address, { host, address, addresses })
    if (targets.size === testedHostsMax) break
  }
  return [...targets.values()]
}
