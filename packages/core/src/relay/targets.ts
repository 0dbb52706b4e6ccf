import { parseAddress } from '../dns/index.ts'
import type { RelayTarget } from './probe.ts'

/** The maximum number of mail hosts that a scan tests: the most preferred ones, at one address each. */
export const testedHostsMax = 5

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
    const [first] = addresses
    const address = addresses.find(text => parseAddress(text)?.family === 4) ?? first
    if (address === undefined || targets.has(address)) continue
    targets.set(address, { host, address, addresses })
    if (targets.size === testedHostsMax) break
  }
  return [...targets.values()]
}
