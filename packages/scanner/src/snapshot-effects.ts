import type { Resolver } from '@waxseal/core/dns'
import type { DnsChange } from '@waxseal/core/watch'
import { asksParent, withParentPolicy } from './snapshot-dmarc.ts'
import { withTreeErrors } from './snapshot-spf.ts'

/**
 * The changes of a domain with the effects that its records alone do not show: what SPF leads to, and which DMARC policy
 * applies without a record. Monitoring and the comparison of two snapshots say the same. Never rejects.
 */
export async function withEffects(
  changes: readonly DnsChange[],
  domain: string,
  resolver: Resolver,
  signal?: AbortSignal,
): Promise<readonly DnsChange[]> {
  return withParentPolicy(await withTreeErrors(changes, domain, resolver, signal), domain, resolver, signal)
}

/** Whether `withEffects` may ask anything. */
export function hasEffects(changes: readonly DnsChange[]): boolean {
  return changes.some(change => change.part === 'spf' || asksParent(change))
}
