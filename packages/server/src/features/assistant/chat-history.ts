import { type chatHistory as endpoint, limits, type ReplyOf } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { type Actor, authorId, type PersonActor } from '../workspaces/actor.ts'
import { type Author, messagesOf, removeMessages } from './store.ts'

const keptMs = 365 * 86_400_000

/** Messages from then, and from before, are not shown any more, and are deleted. */
export function chatEnd(now: Date): Date {
  return new Date(now.getTime() - keptMs)
}

/** A chat is personal: the actor's own messages in this workspace; null: an API key has none. */
export function authorOf<A extends Pick<Actor, 'workspace' | 'by'>>(
  actor: A,
): A extends Pick<PersonActor, 'by'> ? Author : Author | null
export function authorOf(actor: Pick<Actor, 'workspace' | 'by'>): Author | null {
  const id = authorId(actor)
  return id === null ? null : { workspaceId: actor.workspace.id, authorId: id }
}

/** The messages of the actor in this workspace with their answers, oldest first. */
export async function chatHistory(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  actor: PersonActor,
): Promise<ReplyOf<typeof endpoint>> {
  const options = { after: chatEnd(now()), limit: limits.chatMessages }
  const rows = await messagesOf(store.db, authorOf(actor), options)
  return {
    messages: rows.map(({ id, message, response, createdAt }) => {
      return { id, message, response, created_at: createdAt.toISOString() }
    }),
  }
}

/** Deletes these messages. */
export async function clearChat({ store }: Pick<Deps, 'store'>, actor: PersonActor): Promise<null> {
  await removeMessages(store.db, authorOf(actor))
  return null
}
