import type { Resolver } from '@waxseal/core/dns'
import { permerrorText, spfTreeOfRecord } from '@waxseal/core/spf'
import { type DnsChange, descriptionMax, severityOf, shown } from '@waxseal/core/watch'

/**
 * The changes of a check, of which a new SPF record that ends in permerror through what it includes is critical: over ten
 * lookups, an include without a record, a loop (RFC 7208 section 4.6). The record alone does not show that, so its tree is
 * read, and the old record's tree too: what ended in permerror before became no worse. Never rejects.
 */
export async function withTreeErrors(
  changes: readonly DnsChange[],
  domain: string,
  resolver: Resolver,
  signal?: AbortSignal,
): Promise<readonly DnsChange[]> {
  return Promise.all(
    changes.map(async change => {
      const { part, severity, old_value: before, new_value: after } = change
      if (part !== 'spf' || severity === 'critical' || typeof after !== 'string') return change
      const [first] = (await spfTreeOfRecord(resolver, domain, after, signal)).permerrors
      if (first === undefined) return change
      const was = typeof before === 'string' ? await spfTreeOfRecord(resolver, domain, before, signal) : null
      if (was !== null && was.permerrors.length > 0) return change
      const description = shown(`SPF now ends in permerror: ${permerrorText(first)}`, descriptionMax)
      return { ...change, severity: severityOf('broken'), change_description: description }
    }),
  )
}
