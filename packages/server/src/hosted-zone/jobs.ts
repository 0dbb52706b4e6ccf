import type { Deps } from '../deps.ts'
import type { PeriodicTask } from '../jobs/periodic.ts'
import { checkDelegationWhenDue } from './delegation.ts'
import { periodicPublishing } from './publishing.ts'
import { forgetRemoved, removeOldParts } from './records.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The name server reads everything again after a shorter outage (`name-server.ts`), so it misses no removal. */
const removedKeptMs = 30 * dayMs

/** What keeps the hosted zone in order; nothing without a zone. */
export function periodicZoneTasks(
  deps: Pick<Deps, 'env' | 'store' | 'now' | 'log' | 'lookups' | 'publisher'>,
): PeriodicTask[] {
  const { env, publisher } = deps
  if (env.hostedZone === null) return []
  return [
    ...(publisher === null ? [] : [periodicPublishing(deps, publisher)]),
    {
      name: 'check the delegation',
      everyMs: minuteMs,
      run: (_now, stopping) => checkDelegationWhenDue(deps, stopping),
    },
    { name: 'remove old hosted records', everyMs: 10 * minuteMs, deletesByAge: true, run: now => removeOld(deps, now) },
  ]
}

async function removeOld({ store, publisher }: Pick<Deps, 'store' | 'publisher'>, now: Date): Promise<void> {
  let removed: number
  do removed = await store.transaction(tx => removeOldParts(tx, now))
  while (removed > 0)
  await forgetRemoved(store.db, new Date(now.getTime() - removedKeptMs), { published: publisher !== null })
}
