import { queryOptions } from '@tanstack/react-query'
import { chatHistoryRoute, chatQueryRoute, clearChatRoute } from '@waxseal/contract/routes'
import { type AnswerEnd, readAnswer } from '../../components/assistant/read-answer.ts'
import { call, type Reply, send } from '../../lib/api.ts'

export type ChatMessage = Reply<typeof chatHistoryRoute>['messages'][number]

/**
 * The messages with their answers, oldest first.
 *
 * @param workspace the one that calls are about; null: the person's own
 */
export function historyQuery(workspace: string | null) {
  return queryOptions({
    queryKey: ['chat', workspace],
    queryFn: async ({ signal }) => (await call(chatHistoryRoute, { signal })).messages,
  })
}

interface Options {
  /** Gets each piece of Markdown as it arrives. */
  onText: (piece: string) => void
  signal: AbortSignal
}

/** Sends a message and reads its answer. Rejects with ApiError or AnswerFailed. */
export async function askChat(message: string, { onText, signal }: Options): Promise<AnswerEnd> {
  return readAnswer(await send(chatQueryRoute, { body: { message }, signal }, 'text/event-stream'), onText)
}

export function clearHistory(): Promise<null> {
  return call(clearChatRoute, {})
}
