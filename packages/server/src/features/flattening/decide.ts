import { type BodyOf, type decideFlattening, type FlatteningItem, wording } from '@waxseal/contract'
import { withGrowthAccepted, withGrowthKeptOut } from '@waxseal/core/spf'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import type { Actor } from '../workspaces/actor.ts'
import { lockWorkspace } from '../workspaces/store.ts'
import { presentOne, requireConfiguration } from './list.ts'
import { additionsVersion } from './present.ts'
import { ownedConfiguration, updateConfiguration } from './store.ts'
import { publishDecision } from './upkeep.ts'

/**
 * Accepts the additions that wait, or keeps them out, and checks the record at once, which publishes what was accepted.
 * When that check fails, the decision stands, and the next check publishes it.
 *
 * @throws Refusal `not_found`; `conflict` when other additions wait by now; `validation` for additions that are too wide to
 * be accepted
 */
export async function decide(
  deps: Deps,
  actor: Actor,
  id: string,
  { decision, version }: BodyOf<typeof decideFlattening>,
): Promise<FlatteningItem> {
  await requireConfiguration(deps, actor, id)
  await deps.store.transaction(async tx => {
    await lockWorkspace(tx, actor.workspace.id)
    const row = await ownedConfiguration(tx, actor.workspace.id, id)
    if (row === undefined) throw new Refusal('not_found', wording.notFound)
    const { memory, originalDomain } = row
    const isWaiting = memory.sources.some(({ waiting }) => waiting !== null)
    if (!isWaiting || additionsVersion(memory) !== version) throw new Refusal('conflict', wording.additionsDecided)
    if (decision === 'accept' && memory.sources.some(({ waiting }) => waiting?.isWide)) {
      throw new Refusal('validation', wording.additionsTooWide)
    }
    const decided = decision === 'accept' ? withGrowthAccepted(memory) : withGrowthKeptOut(memory)
    // Another due time: a check that runs meanwhile stores nothing.
    await updateConfiguration(tx, row.id, { memory: { ...memory, ...decided }, nextCheckAt: deps.now() })
    const action = decision === 'accept' ? 'record.additions_accepted' : 'record.additions_kept_out'
    await recordEvent(deps, tx, actor, { action, subject: originalDomain })
  })
  await publishDecision(deps, actor, id)
  return presentOne(deps, actor, await requireConfiguration(deps, actor, id))
}
