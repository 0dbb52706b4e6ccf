import type { Deps } from '../../deps.ts'
import type { EventPayload } from '../../jobs/catalog.ts'
import { openAlerts } from './notice-store.ts'
import { type AlertEvent, raise } from './raise.ts'
import { alertedTier } from './subject.ts'

/**
 * Raises the new entries of a watched address in blocklists, and resolves those that are gone and were sent. Addresses are
 * checked once a day, so no entry is sent twice within a day.
 */
export async function raiseOfListings(
  deps: Deps,
  { workspaceId, address, checkedAt, listed, gone }: EventPayload<'address.listings-changed'>,
): Promise<void> {
  await deps.store.transaction(async tx => {
    const tier = await alertedTier(deps, tx, workspaceId)
    if (tier === null) return
    const eventOf = (state: AlertEvent['state'], { list, name }: { list: string; name: string }): AlertEvent => ({
      type: 'blacklist_detection',
      state,
      severity: state === 'raised' ? 'critical' : 'info',
      description: `${address} is listed by ${name}`,
      old_value: null,
      new_value: null,
      cause: `address ${address} ${list} ${state} ${checkedAt}`,
    })
    const ended = gone.map(list => eventOf('resolved', list))
    const open = await openAlerts(tx, workspaceId, address)
    await raise(deps, tx, { workspaceId, tier, domainId: null, name: address }, [
      ...listed.map(list => eventOf('raised', list)),
      ...ended.filter(({ description }) => open.has(description)),
    ])
  })
}
