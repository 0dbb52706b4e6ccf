import type { Section } from '@waxseal/core/check'
import { isAnswered, type ThreatValue } from '@waxseal/core/threat'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { threatLimit } from '../usage/limits.ts'
import { dayOf } from '../usage/period.ts'
import { countUp, giveBack } from '../usage/store.ts'
import { type ClaimedRun, forgetThreatDay, noteThreatDay, type ScanRun, threatDayOf } from './store.ts'

/**
 * Takes one of the day's threat lookups for a run; false when they are used up. A run takes at most one, however often
 * it is resumed: its row stores that.
 */
export async function takeThreatLookup(
  deps: Pick<Deps, 'env' | 'store' | 'now'>,
  claimed: ClaimedRun,
): Promise<boolean> {
  const { workspaceId, tier, id } = claimed.run
  const period = dayOf(deps.now())
  const counter = { workspaceId, kind: 'threat', period } as const
  const isNew = await deps.store.transaction(async tx => {
    if (!(await noteThreatDay(tx, claimed, period))) return false
    if ((await countUp(tx, counter)) <= threatLimit(deps, tier)) return true
    await giveBack(tx, counter)
    await forgetThreatDay(tx, claimed)
    return false
  })
  return isNew || (await threatDayOf(deps.store.db, id)) !== null
}

/** Returns a run's lookup when no source answered; does nothing when it took none. */
export async function settleThreatLookup(
  tx: Tx,
  workspaceId: string,
  { threatDay }: Pick<ScanRun, 'threatDay'>,
  section: Section<ThreatValue> | null,
): Promise<void> {
  const answered = section !== null && section.ran && isAnswered(section.value.opinions)
  if (threatDay !== null && !answered) await giveBack(tx, { workspaceId, kind: 'threat', period: threatDay })
}
