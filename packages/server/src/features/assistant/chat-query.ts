import { limits } from '@waxseal/contract'
import { storable } from '../../db/storable.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, callerId } from '../workspaces/actor.ts'
import { lockWorkspace } from '../workspaces/store.ts'
import { type Answered, answer, prepare } from './answer.ts'
import { type Answering, untilGone } from './answering.ts'
import type { Asked } from './ask.ts'
import { authorOf, chatEnd } from './chat-history.ts'
import { takeMessage } from './chat-quota.ts'
import { type ChatRow, forgetOldestMessages, insertMessage, messagesOf } from './store.ts'
import type { Turn } from './task.ts'

/**
 * Answers a message of the chat, and stores both for the person who sent it. An API key has no chat: nothing is stored, and
 * each message is the first one. An answer that is not completed is neither stored nor counted.
 *
 * @throws Refusal `rate_limited`; `chat_limit`
 */
export async function* chatQuery(
  deps: Deps,
  actor: Actor,
  message: string,
  { places, readAccount, signal }: Asked,
): Answering {
  const free = places.take(callerId(actor))
  try {
    const sentAt = deps.now()
    const giveBack = await takeMessage(deps, actor)
    let isStored = false
    try {
      const history = await turnsBefore(deps, actor)
      const prepared = await prepare(deps, actor, { kind: 'chat', message, history }, readAccount)
      yield null
      const answered = yield* untilGone(answer(deps, prepared, signal), signal)
      const kept = await store(deps, actor, { message, sentAt, answered })
      isStored = true
      return kept === null ? { html: answered.html } : { id: kept.id, html: kept.response }
    } finally {
      if (!isStored) {
        await giveBack().catch((err: unknown) => deps.log.error({ err }, 'a chat message was not given back'))
      }
    }
  } finally {
    free()
  }
}

/** What the person and the assistant said last in this workspace, oldest first. */
async function turnsBefore({ store, now }: Deps, actor: Actor): Promise<Turn[]> {
  const options = { after: chatEnd(now()), limit: limits.chatTurns / 2 }
  const author = authorOf(actor)
  const rows = author === null ? [] : await messagesOf(store.db, author, options)
  return rows.flatMap(({ message, answer }): Turn[] => [
    { role: 'user', content: message },
    { role: 'ai', content: answer.slice(0, limits.chatTurnCharacters) },
  ])
}

async function store(
  { store }: Deps,
  actor: Actor,
  { message, sentAt, answered }: { message: string; sentAt: Date; answered: Answered },
): Promise<ChatRow | null> {
  const author = authorOf(actor)
  if (author === null) return null
  return store.transaction(async tx => {
    await lockWorkspace(tx, actor.workspace.id)
    const stored = await insertMessage(tx, {
      ...author,
      createdAt: sentAt,
      message: storable(message),
      answer: storable(answered.markdown),
      response: storable(answered.html),
      source: answered.source,
    })
    await forgetOldestMessages(tx, { ...author, id: stored.id }, limits.chatMessages)
    return stored
  })
}
