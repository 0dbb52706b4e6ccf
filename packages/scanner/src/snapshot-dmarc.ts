import { discoverDmarc, limitOf } from '@waxseal/core/dmarc'
import { type Resolver, zoneResolver } from '@waxseal/core/dns'
import {
  type DnsChange,
  descriptionMax,
  mayInherit,
  severityOf,
  shown,
  valuesOf,
  wordsBesideParent,
} from '@waxseal/core/watch'

/**
 * The changes of a check or a comparison, of which a DMARC record that comes or goes is judged by the policy that applies
 * without it: that of the organizational domain, if it has one (RFC 9989 section 4.10). Receivers ignore several records
 * too. The records of the name do not show that policy, so the parents are asked. Where they could not be asked, or have no
 * policy, the change stays as it is. Never rejects.
 */
export async function withParentPolicy(
  changes: readonly DnsChange[],
  domain: string,
  resolver: Resolver,
  signal?: AbortSignal,
): Promise<readonly DnsChange[]> {
  return Promise.all(
    changes.map(async change => {
      if (!asksParent(change)) return change
      const { reading } = await discoverDmarc(withoutOwn(resolver, `_dmarc.${domain}`), domain, {
        ...(signal && { signal }),
      })
      const { policy, location, record } = reading
      if (policy === null || location === null || record === null) return change
      const { old_value: before, new_value: after } = change
      const words = wordsBesideParent(valuesOf(before), valuesOf(after), { policy, limit: limitOf(record), location })
      if (words === null) return change
      const description = shown(words.description, descriptionMax)
      return { ...change, severity: severityOf(words.effect), change_description: description }
    }),
  )
}

/** Whether the policy of a parent domain may decide about this change. */
export function asksParent({ part, old_value: before, new_value: after }: DnsChange): boolean {
  return part === 'dmarc' && mayInherit(valuesOf(before), valuesOf(after))
}

/** The record is gone or new, but a resolver may keep what was before for its TTL. */
function withoutOwn(resolver: Resolver, own: string): Resolver {
  const gone = zoneResolver({})
  return { query: (name, type, signal) => (name === own ? gone : resolver).query(name, type, signal) }
}
