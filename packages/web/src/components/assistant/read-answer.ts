import { dataLinesOf } from '../../lib/data-lines.ts'

/** The end of an answer. */
export interface AnswerEnd {
  /** The whole answer as the server's HTML; null when the stream was plain text. */
  html: string | null
  /** The id of the stored message; null outside the chat. */
  id: string | null
}

/** The stream reported a failure, or ended before the answer did. */
export class AnswerFailed extends Error {
  override readonly name = 'AnswerFailed'
}

type Line =
  | { kind: 'text'; text: string; isPlain: boolean }
  | { kind: 'end'; end: AnswerEnd }
  | { kind: 'failure'; text: string }
  | { kind: 'other' }

const lastLine = '[DONE]'

/**
 * Reads an answer of the assistant (decision 4.10): lines of JSON, or plain text after `data:`. Plain text ends with
 * `[DONE]` or with the connection.
 *
 * @param onText gets each piece of Markdown as it arrives
 * @throws AnswerFailed when the stream reports a failure, has no text, or ends without the end of the answer
 */
export async function readAnswer(response: Response, onText: (piece: string) => void): Promise<AnswerEnd> {
  let hasText = false
  let plain: string | null = null
  let hasJson = false
  for await (const data of dataLinesOf(response)) {
    if (data === lastLine) {
      if (plain !== null) return { html: null, id: null }
      break
    }
    const line = lineOf(data)
    if (line.kind === 'failure') throw new AnswerFailed(line.text)
    if (line.kind === 'end') return endOf(line.end, hasText)
    if (line.kind === 'text') {
      hasText ||= line.text.trim() !== ''
      onText(line.text)
    }
    if (line.kind === 'text' && line.isPlain) plain = data
    else hasJson = true
  }
  // The beginning of an object is a line of JSON that was cut.
  if (plain !== null && hasText && !hasJson && !plain.startsWith('{')) return { html: null, id: null }
  throw new AnswerFailed('The stream ended before the answer did')
}

function endOf({ html, id }: AnswerEnd, hasText: boolean): AnswerEnd {
  const isEmpty = html?.trim() === ''
  if (isEmpty && !hasText) throw new AnswerFailed('The answer has no text')
  return { html: isEmpty ? null : html, id }
}

function lineOf(data: string): Line {
  const event = objectOf(data)
  if (event === null) return { kind: 'text', text: data, isPlain: true }
  if (typeof event['error'] === 'string') return { kind: 'failure', text: event['error'] }
  if (event['done'] === true && typeof event['html'] === 'string') {
    return { kind: 'end', end: { html: event['html'], id: typeof event['id'] === 'string' ? event['id'] : null } }
  }
  if (typeof event['content'] === 'string') return { kind: 'text', text: event['content'], isPlain: false }
  // A tool that the model uses, or an event that a later version adds.
  return { kind: 'other' }
}

/** The JSON object of a line; null: plain text, also where the text happens to be JSON, as `5` is. */
function objectOf(data: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
