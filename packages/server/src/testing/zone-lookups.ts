import type { Resolver } from '@waxseal/core/dns'
import type { WarmDns } from '@waxseal/scanner'
import type { FreshDns } from '../ports.ts'

/** The DNS of previews and of "Check DNS now", answered by one resolver in every way. */
export function zoneLookups(resolver: Resolver): WarmDns {
  return {
    resolver,
    confirming: resolver,
    current: resolver,
    each: async (name, type) => ({
      servers: [{ host: null, answer: await resolver.query(name, type) }],
      more: 0,
      reason: null,
    }),
  }
}

/** The DNS of hosted records, answered by one resolver in every way. */
export function freshFrom(resolver: Resolver): FreshDns {
  return { first: resolver, second: resolver, confirming: resolver }
}
