import { type Resolver, type Zone, zoneResolver } from '@waxseal/core/dns'

const known = new WeakMap<Zone, Resolver>()

/**
 * A resolver that answers from a zone: one for each zone that cannot change any more (`zonesOf` makes such), since tests
 * open many on the same thousand names.
 */
export function resolverOf(zone: Zone): Resolver {
  const resolver = known.get(zone) ?? zoneResolver(zone)
  if (Object.isFrozen(zone)) known.set(zone, resolver)
  return resolver
}
