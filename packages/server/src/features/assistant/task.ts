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

/** The questions before the one of a task, the oldest first. */
export function earlierQuestions(history: readonly Turn[]): readonly string[] {
  return history.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
}
