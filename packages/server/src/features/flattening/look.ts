import { type Resolver, textOf } from '@waxseal/core/dns'
import type { FreshDns } from '../../ports.ts'
import { isIncluded, isUncertain } from '../domains/included.ts'
import type { FlatteningRow } from './store.ts'

/** What look-ups found of a hosted record; null: could not be checked. */
export interface Look {
  /** Whether the hosted name has exactly the newest record. */
  live: boolean | null
  /** Whether the SPF record of the domain includes the hosted name, at any depth. */
  included: boolean | null
}

/** Looks up a hosted record and the domain that shall include it. Never rejects. */
export async function look(
  dns: FreshDns,
  { hostedName, view, originalDomain }: Pick<FlatteningRow, 'hostedName' | 'view' | 'originalDomain'>,
  signal: AbortSignal,
): Promise<Look> {
  if (hostedName === null) return { live: null, included: null }
  const [live, included] = await Promise.all([
    isLive(dns, hostedName, view.records[0]?.value ?? '', signal),
    isIncluded(dns, originalDomain, hostedName, signal),
  ])
  return { live, included }
}

/** The zone's own servers have no older answers. They may not be reachable from here by their public addresses. */
async function isLive(dns: FreshDns, name: string, value: string, signal: AbortSignal): Promise<boolean | null> {
  const own = await hasText(dns.second, name, value, signal)
  return own ?? hasText(dns.first, name, value, signal)
}

async function hasText(resolver: Resolver, name: string, value: string, signal: AbortSignal): Promise<boolean | null> {
  const answer = await resolver.query(name, 'TXT', signal)
  if (answer.kind === 'failed' || isUncertain(answer)) return null
  const texts = answer.kind === 'records' ? answer.records.map(textOf) : []
  return texts.length === 1 && texts[0] === value
}
