import { discoverDmarc, isWeaker, parseDmarc, policyOf } from '@waxseal/core/dmarc'
import { type Resolver, zoneResolver } from '@waxseal/core/dns'
import { type DnsChange, descriptionMax, severityOf, shown } from '@waxseal/core/watch'

/**
 * The changes of a check or a comparison, of which the removal of a DMARC record is judged by the policy that applies from
 * then on: that of the organizational domain, if it has one (RFC 9989 section 4.10). The record alone does not show that, so
 * the parents are asked. Where they could not be asked, have no policy or only test it, the change stays as it is. Never rejects.
 */
export async function withParentPolicy(
  changes: readonly DnsChange[],
  domain: string,
  resolver: Resolver,
  signal?: AbortSignal,
): Promise<readonly DnsChange[]> {
  return Promise.all(
    changes.map(async change => {
      const { part, old_value: before, new_value: after } = change
      if (part !== 'dmarc' || typeof before !== 'string' || after !== null) return change
      const was = policyOf(parseDmarc(before), 'domain')
      if (was === null) return change
      const { reading } = await discoverDmarc(withoutOwn(resolver, `_dmarc.${domain}`), domain, {
        ...(signal && { signal }),
      })
      const { policy: is, location, testing } = reading
      if (is === null || location === null || testing) return change
      const description = `DMARC record with policy ${was} removed, so policy ${is} of ${shown(location)} applies`
      return {
        ...change,
        severity: severityOf(
          isWeaker(is, was) ? (is === 'none' ? 'broken' : 'risk') : is === was ? 'neutral' : 'better',
        ),
        change_description: shown(description, descriptionMax),
      }
    }),
  )
}

/** The record is gone, but a resolver may keep it for its TTL. */
function withoutOwn(resolver: Resolver, own: string): Resolver {
  const gone = zoneResolver({})
  return { query: (name, type, signal) => (name === own ? gone : resolver).query(name, type, signal) }
}
