import { wording } from '@waxseal/contract'
import { mayUse } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { type Actor, callerId } from '../workspaces/actor.ts'
import type { ReadAccount } from './account-facts.ts'
import { answer, prepare } from './answer.ts'
import { type Answering, untilGone } from './answering.ts'
import type { Places } from './places.ts'
import type { Task } from './task.ts'

/** What an answer needs beside its question. */
export interface Asked {
  places: Places
  readAccount: ReadAccount
  /** Fires when the client disconnects or the server stops: nothing more is asked of the model then. */
  signal: AbortSignal
}

/**
 * Analyzes a scan or a stored header analysis, or answers a question about one.
 *
 * @throws Refusal `feature_locked` below Pro; `rate_limited`; `not_found`, `no_scan`
 */
export async function* ask(
  deps: Deps,
  actor: Actor,
  task: Exclude<Task, { kind: 'chat' }>,
  { places, readAccount, signal }: Asked,
): Answering {
  if (!mayUse(actor.workspace.tier, 'ai_interactive')) {
    throw new Refusal('feature_locked', wording.interactiveAiLocked, { feature: 'ai_interactive' })
  }
  const free = places.take(callerId(actor))
  try {
    const prepared = await prepare(deps, actor, task, readAccount)
    yield null
    const { html } = yield* untilGone(answer(deps, prepared, signal), signal)
    return { html }
  } finally {
    free()
  }
}
