import { alertsOfScan } from '@waxseal/core/alert'
import { presentScan } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import type { EventPayload } from '../../jobs/catalog.ts'
import { scanWithBefore } from '../scans/scan-before.ts'
import { decideAndRaise } from './decide.ts'

/** Raises what a stored scan shows that the one before it did not, and resolves what is gone. */
export async function raiseOfScan(deps: Deps, { domainId, scanId }: EventPayload<'scan.completed'>): Promise<void> {
  const pair = await scanWithBefore(deps.store.db, domainId, scanId)
  if (pair === undefined) return
  const after = presentScan(pair.after)
  const before = pair.before && presentScan(pair.before)
  await deps.store.transaction(tx =>
    decideAndRaise(deps, tx, {
      domainId,
      source: `scan ${scanId}`,
      candidates: ({ memory, isFull }) => alertsOfScan({ before, after, memory, isFull }),
    }),
  )
}
