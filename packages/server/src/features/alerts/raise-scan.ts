import { type AlertCandidate, alertsOfScan, isExplained, withFall } from '@waxseal/core/alert'
import { presentScan, type ScanReply } from '@waxseal/core/health'
import type { UnseenChange } from '@waxseal/core/watch'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import type { EventPayload } from '../../jobs/catalog.ts'
import { unseenOf } from '../domains/unseen-store.ts'
import { ownRunOf } from '../scans/own-run-store.ts'
import { scanWithBefore } from '../scans/scan-before.ts'
import { decideAndRaise } from './decide.ts'
import { alertOfChanges, describeAlert } from './notice-store.ts'

/** Raises what a stored scan shows that the one before it did not, and resolves what is gone. */
export async function raiseOfScan(deps: Deps, { domainId, scanId }: EventPayload<'scan.completed'>): Promise<void> {
  const pair = await scanWithBefore(deps.store.db, domainId, scanId)
  if (pair === undefined) return
  const after = presentScan(pair.after)
  const before = pair.before && presentScan(pair.before)
  await deps.store.transaction(async tx => {
    const told = before && (await toldOf(tx, { domainId, own: await ownRunOf(tx, scanId), before, after }))
    const falls: AlertCandidate[] = []
    // A scan that still saw the policy of before, from a cache, is no all-clear.
    const isDmarcUnseen = (await unseenOf(tx, domainId)).some(({ record }) => record === 'dmarc')
    await decideAndRaise(deps, tx, {
      domainId,
      source: `scan ${scanId}`,
      candidates: ({ memory, isFull }) => {
        const all = alertsOfScan({ before, after, memory, isFull }).filter(each => !(isDmarcUnseen && isMended(each)))
        if (told === null) return all
        falls.push(...all.filter(isFall))
        return all.filter(candidate => !isFall(candidate))
      },
    })
    const [fall] = falls
    if (told !== null && fall !== undefined) await describeAlert(tx, told.id, withFall(told.description, fall))
  })
}

const isMended = ({ type, state }: AlertCandidate) => type === 'dmarc_fail' && state === 'resolved'
const isFall = ({ type, state }: AlertCandidate) => type === 'health_score_drop' && state === 'raised'

interface Fallen {
  domainId: string
  /** The changes because of which the scan started by itself; null: it did not. */
  own: readonly UnseenChange[] | null
  before: ScanReply
  after: ScanReply
}

/** The alert of the change that explains a fall of the score, to which the fall is added; null: the fall is told by itself. */
async function toldOf(tx: Tx, { domainId, own, before, after }: Fallen) {
  if (own === null || own.length === 0) return null
  const records = own.map(({ record }) => record)
  if (!isExplained(before, after, records)) return null
  const descriptions = own.map(({ description }) => description)
  const since = new Date(Math.min(...own.map(({ detected_at }) => Date.parse(detected_at))))
  return alertOfChanges(tx, domainId, { descriptions, since })
}
