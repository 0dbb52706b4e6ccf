import { wording } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { requireDomain } from '../domains/require-domain.ts'
import type { Actor } from '../workspaces/actor.ts'
import { newestScan } from './store.ts'

const dayMs = 86_400_000
const staleAfterMs = 7 * dayMs

/** @throws Refusal `not_found`: no such domain in the workspace; `no_scan`: no scan of it yet. */
export async function latestScan(deps: Pick<Deps, 'store'>, actor: Actor, domainId: string): Promise<ScanResult> {
  const row = await requireDomain(deps.store.db, actor, domainId)
  const result = await newestScan(deps.store.db, row.id)
  if (result === undefined) throw new Refusal('no_scan', wording.noScan)
  return result
}

/** The age of a scan: stale after seven days; in whole UTC calendar days, 0 today and 1 yesterday. */
export function ageOf(result: ScanResult, now: Date): { is_stale: boolean; scan_age_days: number } {
  const finished = Date.parse(result.finishedAt)
  return {
    is_stale: now.getTime() - finished > staleAfterMs,
    scan_age_days: Math.max(0, dayNumber(now.getTime()) - dayNumber(finished)),
  }
}

const dayNumber = (ms: number) => Math.floor(ms / dayMs)
