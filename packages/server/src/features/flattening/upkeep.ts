import { type checkFlattening, type ReplyOf, wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import type { Actor } from '../workspaces/actor.ts'
import { type CheckOutcome, checkConfiguration } from './check.ts'
import { presentOne } from './list.ts'
import { type ClaimedFlattening, claimConfiguration, claimConfigurations, forgetVersions } from './store.ts'

/** How many records a process checks side by side. */
const sideBySide = 8
/** The time limit of one check. */
const checkMs = 60_000
/** The same when a person waits. */
const personMs = 25_000
/** A claim outlives its check, so that no other process begins the same one. */
const claimMs = 2 * checkMs

/** Checks the hosted records that are due: each by the TTL of its upstreams, at least once an hour. Forgets old versions. */
export function periodicFlatteningTasks(deps: Deps): PeriodicTask[] {
  return [
    { name: 'check hosted records', everyMs: 5_000, run: (_now, stopping) => checkDueConfigurations(deps, stopping) },
    {
      name: 'forget versions of hosted records',
      everyMs: 3_600_000,
      deletesByAge: true,
      run: now => forgetVersions(deps.store.db, now),
    },
  ]
}

/** Checks everything due now. A slow one holds up no other. When `stopping` fires, the checks end without a result. */
export async function checkDueConfigurations(
  deps: Deps,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const oneAfterAnother = async (): Promise<void> => {
    while (!stopping.aborted) {
      const now = deps.now()
      const until = new Date(now.getTime() + claimMs)
      const [claimed] = await deps.store.transaction(tx => claimConfigurations(tx, { now, until, limit: 1 }))
      if (claimed === undefined) return
      await checkOne(deps, claimed, stopping)
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, oneAfterAnother))
}

/** One record that fails by a fault of ours is due again when its claim ends, and costs the others nothing. */
async function checkOne(deps: Deps, claimed: ClaimedFlattening, stopping: AbortSignal): Promise<void> {
  try {
    const { kind, row } = await checkConfiguration(deps, claimed, {
      stopping,
      limit: AbortSignal.timeout(checkMs),
    })
    if (kind !== 'unchanged') {
      deps.log.info({ flatteningId: row.id, outcome: kind, problem: row.problem }, 'a hosted record was checked')
    }
  } catch (err) {
    deps.log.error({ err, flatteningId: claimed.id }, 'a hosted record could not be checked')
  }
}

/** Checks one hosted record after a decision about it. A failure is stored with the record, and the next check is due. */
export async function publishDecision(deps: Deps, actor: Actor, id: string): Promise<void> {
  const until = new Date(deps.now().getTime() + claimMs)
  const claimed = await claimConfiguration(deps.store.db, actor.workspace.id, id, until)
  if (claimed === undefined) return
  await checkConfiguration(deps, claimed, {
    stopping: new AbortController().signal,
    limit: AbortSignal.timeout(personMs),
    byPerson: true,
  })
}

/**
 * Checks one hosted record now, because a person asks.
 *
 * @throws Refusal `not_found`; `upstream` when the included records cannot be had or are broken; `conflict` when the record
 * was changed meanwhile
 */
export async function checkNow(
  deps: Deps,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<ReplyOf<typeof checkFlattening>> {
  const until = new Date(deps.now().getTime() + claimMs)
  const claimed = await claimConfiguration(deps.store.db, actor.workspace.id, id, until)
  if (claimed === undefined) throw new Refusal('not_found', wording.notFound)
  const { kind, row }: CheckOutcome = await checkConfiguration(deps, claimed, {
    // The check goes on when the person leaves: what it claimed shall not wait for the end of the claim.
    stopping: new AbortController().signal,
    limit: AbortSignal.timeout(personMs),
    byPerson: true,
  })
  signal.throwIfAborted()
  if (kind === 'lost') throw new Refusal('conflict', wording.settingsChanged)
  if (kind === 'failed') throw new Refusal('upstream', row.problem ?? '')
  return { changes_detected: kind === 'changed', configuration: await presentOne(deps, actor, row) }
}
