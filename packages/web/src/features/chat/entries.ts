import { type Answer, isRunning } from '../../components/assistant/conversation.ts'
import type { ChatMessage } from './api.ts'

/** A message that was sent on this visit, with its answer. */
export interface NewMessage {
  /** Counts the messages of this visit: the same text may be sent twice. */
  key: number
  message: string
  answer: Answer
  /** Of the stored message; null until the answer is complete, and where it was not stored. */
  id: string | null
  /** The key of the entry above it when it was sent; null when it was the first. */
  after: string | null
}

/** A message of the chat as it is shown. */
export interface Entry {
  /** Stays the same when the message is stored. */
  key: string
  message: string
  answer: Answer
}

/**
 * The messages of the history in its order, and in their places those of this visit that are not stored. A message that
 * was stored and is no longer in the history was deleted, perhaps in another tab, and is not shown.
 */
export function entriesOf(stored: readonly ChatMessage[], visit: readonly NewMessage[]): Entry[] {
  const ids = new Set(visit.map(({ id }) => id))
  const sentAs = new Map(visit.map(sent => [sent.id, sent]))
  const entries = stored.map(message => {
    const sent = sentAs.get(message.id)
    return sent === undefined ? entryOf(message) : shownAs(sent)
  })
  const unnoted = new Map(stored.filter(({ id }) => !ids.has(id)).map(message => [message.id, message.message]))
  for (const sent of visit) {
    if (sent.id !== null) continue
    const place = entries.findIndex(({ key }) => key === sent.after) + 1
    // The server stored it before it heard of the stop.
    const late = isRunning(sent.answer)
      ? -1
      : entries.findIndex(({ key }, index) => index >= place && unnoted.get(key) === sent.message)
    if (late === -1) entries.splice(place, 0, shownAs(sent))
    else entries[late] = { ...shownAs(sent), answer: entries[late]?.answer ?? sent.answer }
  }
  return entries
}

const shownAs = ({ key, message, answer }: NewMessage): Entry => ({ key: keyOf(key), message, answer })

const keyOf = (key: number): string => `new ${key}`

/** The same objects for the same message: what is on screen is not rendered again. */
const known = new WeakMap<ChatMessage, Entry>()

function entryOf(message: ChatMessage): Entry {
  const entry = known.get(message) ?? {
    key: message.id,
    message: message.message,
    answer: { state: 'done', markdown: '', html: message.response },
  }
  known.set(message, entry)
  return entry
}
