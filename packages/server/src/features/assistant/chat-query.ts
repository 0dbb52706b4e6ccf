import { limits } from '@waxseal/contract'
import { storable } from '../../db/storable.ts'
import type { Deps } from '../../deps.ts'
import type { PersonActor } from '../workspaces/actor.ts'
import { lockWorkspace } from '../workspaces/store.ts'
import { type Answered, answer, prepare } from './answer.ts'
import { type Answering, untilGone } from './answering.ts'
import type { Asked } from './ask.ts'
import { authorOf, chatEnd } from './chat-history.ts'
import { takeMessage } from './chat-quota.ts'
import { type ChatRow, forgetOldestMessages, insertMessage, messagesOf } from './store.ts'
import type { Turn } from './task.ts'

/**
 * Answers a message of the chat, and stores both. An answer that is not completed is neither stored nor counted.
 *
 * @throws Refusal `rate_limited`; `chat_limit`
 */
export async function* chatQuery(
  deps: Deps,
  actor: PersonActor,
  message: string,
  { places, signal, streamed }: Asked,
): Answering {
  const free = places.take(actor.by.id)
  try {
    const sentAt = deps.now()
    const giveBack = await takeMessage(deps, actor)
    let isStored = false
    try {
      const history = await turnsBefore(deps, actor)
      const prepared = await prepare(deps, actor, { kind: 'chat', message, history })
      yield null
      const answered = yield* untilGone(answer(deps, prepared, { signal, streamed }), signal)
      const { id, response } = await store(deps, actor, { message, sentAt, answered })
      isStored = true
      return { id, html: response }
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
async function turnsBefore({ store, now }: Deps, actor: PersonActor): Promise<Turn[]> {
  const options = { after: chatEnd(now()), limit: limits.chatTurns / 2 }
  const rows = await messagesOf(store.db, authorOf(actor), options)
  return rows.flatMap(({ message, answer }): Turn[] => [
    { role: 'user', content: message },
    { role: 'ai', content: answer.slice(0, limits.chatTurnCharacters) },
  ])
}

async function store(
  { store }: Deps,
  actor: PersonActor,
  { message, sentAt, answered }: { message: string; sentAt: Date; answered: Answered },
): Promise<ChatRow> {
  const author = authorOf(actor)
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
