import { type HostedCheck, noAddress, withheldOf, withheldRecord } from '@waxseal/core/spf'
import type { Deps } from '../../deps.ts'
import type { FreshDns } from '../../ports.ts'
import { leadsBack } from './leads-back.ts'
import { previewName } from './present.ts'
import type { ClaimedFlattening } from './store.ts'

/**
 * What the upstreams of a hosted record are now. A record that gets another hosted name is flattened again, because its
 * parts are named after it.
 */
export async function upstreamsOf(
  { store, now, spf }: Pick<Deps, 'store' | 'now' | 'spf'>,
  dns: FreshDns,
  { claimed, hostedName, zone }: { claimed: ClaimedFlattening; hostedName: string | null; zone: string | null },
): Promise<HostedCheck> {
  const { originalDomain: domain, originalRecord: record, label, memory, view, ttl, hostedName: before } = claimed
  const input = { domain, record, hostedName: hostedName ?? previewName(label) }
  const found = await spf.check(dns, { ...input, records: view.records, ttl, memory }, now())
  const includes =
    found.kind === 'changed' ? found.flattening.includes : found.kind === 'unchanged' ? found.upstream.includes : []
  if (zone !== null && (await leadsBack(store.db, { includes, hostedName: input.hostedName, zone }))) {
    return { kind: 'failed', problems: [{ code: 'loop', name: domain }] }
  }
  if (found.kind !== 'unchanged' || before === hostedName) return found
  const besides = withheldRecord(view.records, withheldOf(found.memory))
  const moved = await spf.flatten(dns.first, { ...input, besides, within: found.within })
  const kept = { memory: found.memory, withholds: found.withholds, asks: found.asks, within: found.within }
  if (moved.kind === 'failed') return { ...moved, ...kept }
  if (moved.kind === 'unproved')
    return { kind: 'failed', problems: [{ code: 'not_proved', problem: moved.example.address }], ...kept }
  const nothing = { added: noAddress, removed: noAddress, applies: false }
  return { kind: 'changed', flattening: moved.flattening, ...kept, ...nothing }
}
