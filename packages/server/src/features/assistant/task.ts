/** One turn of a conversation; what the assistant said is Markdown. */
export interface Turn {
  role: 'user' | 'ai'
  content: string
}

/** What is asked of the assistant: an analysis, or a question in a conversation (`history`, oldest first). */
export type Task =
  | { kind: 'scan'; domainId: string }
  | { kind: 'scan-question'; domainId: string; message: string; history: readonly Turn[] }
  | { kind: 'message'; analysisId: string }
  | { kind: 'message-question'; analysisId: string; message: string; history: readonly Turn[] }
  | { kind: 'chat'; message: string; history: readonly Turn[] }

/** The question before the one of a task; null: none. */
export function previousQuestion(history: readonly Turn[]): string | null {
  return history.findLast(({ role }) => role === 'user')?.content ?? null
}
