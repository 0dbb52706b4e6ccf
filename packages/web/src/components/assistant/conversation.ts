import { limits } from '@waxseal/contract/limits'

/** Where an answer is: `waiting` for its first piece or `streaming`, then one of its ends. */
export type AnswerState = 'waiting' | 'streaming' | 'done' | 'failed' | 'stopped'

/** An answer as it arrives. */
export interface Answer {
  state: AnswerState
  /** The Markdown that has arrived. */
  markdown: string
  /** The server's HTML of the whole answer; null before its end, and for plain text. */
  html: string | null
}

/** A question and its answer; the analysis has no question. */
export interface Exchange {
  /** Also a repeated analysis is another one. */
  id: number
  question: string | null
  answer: Answer
}

/** The analysis, then the questions. Empty: it was not opened yet. */
export type Conversation = readonly Exchange[]

export type AnswerEvent =
  | { kind: 'piece'; text: string }
  | { kind: 'done'; html: string | null }
  | { kind: 'failed' }
  | { kind: 'stopped' }

/** An answer that is awaited. */
export const noAnswer: Answer = { state: 'waiting', markdown: '', html: null }

/** The conversation with a new question, or with a new analysis in place of what there was (`question` null). */
export function asked(conversation: Conversation, question: string | null): Conversation {
  const exchange = { id: (conversation.at(-1)?.id ?? 0) + 1, question, answer: noAnswer }
  return question === null ? [exchange] : [...conversation, exchange]
}

/** The conversation after an event of its last answer. An answer that has ended changes no more. */
export function continued(conversation: Conversation, event: AnswerEvent): Conversation {
  const last = conversation.at(-1)
  if (last === undefined || !isRunning(last.answer)) return conversation
  return [...conversation.slice(0, -1), { ...last, answer: answerAfter(last.answer, event) }]
}

export function answerAfter(answer: Answer, event: AnswerEvent): Answer {
  switch (event.kind) {
    case 'piece':
      return { ...answer, state: 'streaming', markdown: answer.markdown + event.text }
    case 'done':
      return { ...answer, state: 'done', html: event.html }
    case 'failed':
    case 'stopped':
      return { ...answer, state: event.kind }
    default:
      return event satisfies never
  }
}

/** Whether more of the answer may arrive. */
export function isRunning({ state }: Answer): boolean {
  return state === 'waiting' || state === 'streaming'
}

/** Whether questions can be asked: the analysis is over, and did not fail. */
export function mayAsk([analysis]: Conversation): boolean {
  return analysis !== undefined && !isRunning(analysis.answer) && analysis.answer.state !== 'failed'
}

/** What the server gets of a conversation as the context of the next question: the last turns, each of limited length. */
export function historyOf(conversation: Conversation): { role: 'user' | 'ai'; content: string }[] {
  return conversation
    .flatMap(({ question, answer }) => [
      ...(question === null ? [] : [{ role: 'user' as const, content: question }]),
      ...(answer.markdown === '' || answer.state === 'failed'
        ? []
        : [{ role: 'ai' as const, content: answer.markdown }]),
    ])
    .slice(-limits.chatTurns)
    .map(({ role, content }) => ({ role, content: content.slice(0, limits.chatTurnCharacters) }))
}
