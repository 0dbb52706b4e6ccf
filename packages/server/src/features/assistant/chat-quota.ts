import { wording } from '@waxseal/contract'
import { plans } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { dayOf } from '../usage/period.ts'
import { type Counter, countUp, giveBack } from '../usage/store.ts'
import type { Actor } from '../workspaces/actor.ts'

/**
 * Takes one of the chat messages that the plan allows in a UTC day. A plan without a limit counts none.
 *
 * @returns gives the message back: call it when the answer was not completed
 * @throws Refusal `chat_limit`
 */
export async function takeMessage(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  { workspace }: Pick<Actor, 'workspace'>,
): Promise<() => Promise<void>> {
  const limit = plans[workspace.tier].chatMessagesPerDay
  if (limit === null) return async () => {}
  const counter: Counter = { workspaceId: workspace.id, kind: 'chat', period: dayOf(now()) }
  await store.transaction(async tx => {
    // The transaction takes the count back, too.
    if ((await countUp(tx, counter)) > limit) throw new Refusal('chat_limit', wording.chatLimit)
  })
  return () => store.transaction(tx => giveBack(tx, counter))
}
