import { isNegative, type Resolver, type Zone, zoneResolver } from '@waxseal/core/dns'
import type { CheckContext } from '../checks/check.ts'
import { organizationalDomain } from '../domain-name.ts'
import { createHttpsGet } from '../https/index.ts'
import { zoneBlocklists } from './zone-blocklists.ts'

/**
 * The context of a check with `zone` as the whole DNS; `live` has the answers of the zones' own servers where they
 * differ.
 */
export function contextFor(name: string, zone: Zone, live: Zone = zone): CheckContext & { calls: readonly string[] } {
  const resolver = zoneResolver(zone)
  const authoritative = zoneResolver(live)
  const confirming: Resolver = {
    async query(name, type, signal) {
      const answer = await resolver.query(name, type, signal)
      if (!isNegative(answer)) return answer
      const confirmed = await authoritative.query(name, type, signal)
      return { ...confirmed, via: { ...confirmed.via, authoritative: true } }
    },
  }
  return {
    name,
    organizationalDomain: organizationalDomain(name),
    resolver,
    confirming,
    authoritative,
    witnesses: [authoritative, authoritative],
    tier: 'pro',
    signal: new AbortController().signal,
    selectors: [],
    relay: null,
    threat: [],
    https: createHttpsGet({ resolver }),
    blocklists: zoneBlocklists(zone),
    get calls() {
      return resolver.calls.map(({ name, type }) => `${type} ${name}`)
    },
  }
}
