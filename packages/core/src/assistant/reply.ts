import type { Answer } from './answer.ts'
import type { Facts } from './facts.ts'
import { headed } from './headed.ts'
import { messageIntentOf } from './message-intents.ts'
import { type Origin, originAnswer, originNote } from './origin-words.ts'
import { answerQuestion } from './query/answer-question.ts'
import { readQuestion } from './question.ts'
import { messageAnswer } from './reply-message.ts'

export interface ReplyOptions {
  origin: Origin
  /** The questions before, the oldest first: what a question leaves out is taken from them. */
  earlier: readonly string[]
}

/**
 * Answers a question from the facts alone, or says that it cannot. Nothing of the question is repeated but a domain name or
 * an IP address. Any text is accepted; only its first 2,000 characters are read. The first answer of a conversation ends
 * with the sentence that no model is configured, and every answer in place of a model says that it did not answer.
 *
 * @param facts with what `needsOf` says that the question needs
 */
export function reply(text: string, facts: Facts, { origin, earlier }: ReplyOptions): Answer {
  const { answer, isPlain } =
    facts.header === null ? domainReply(text, facts, { origin, earlier }) : messageReply(text, facts.header, origin)
  const isKnown = isPlain || (origin === 'no-model' && earlier.length > 0)
  return isKnown ? answer : [...answer, ...originNote(origin)]
}

/** An answer. `isPlain`: it rests on no data, or says itself what answers. */
interface Replied {
  answer: Answer
  isPlain: boolean
}

function messageReply(text: string, header: NonNullable<Facts['header']>, origin: Origin): Replied {
  const intent = messageIntentOf(readQuestion(text))
  const isPlain = intent.kind === 'hello' || intent.kind === 'thanks' || intent.kind === 'model'
  return { answer: headed(messageAnswer(intent, header, origin)), isPlain }
}

function domainReply(text: string, facts: Facts, { origin, earlier }: ReplyOptions): Replied {
  const { answer, isModel, isPolite } = answerQuestion(text, earlier, facts)
  return isModel ? { answer: originAnswer(origin), isPlain: true } : { answer, isPlain: isPolite }
}
