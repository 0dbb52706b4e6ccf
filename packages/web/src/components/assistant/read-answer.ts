import { eventsOf } from '../../lib/stream.ts'

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
 * Reads an answer of the assistant (decision 4.10): lines of JSON, or plain text after `data:`.
 *
 * @param onText gets each piece of Markdown as it arrives
 * @throws AnswerFailed when the stream reports a failure, or ends without the end of the answer
 */
export async function readAnswer(response: Response, onText: (piece: string) => void): Promise<AnswerEnd> {
  let hasPlainText = false
  for await (const { data } of eventsOf(response)) {
    // Plain text has no other end.
    if (data === lastLine && hasPlainText) return { html: null, id: null }
    if (data === lastLine) break
    const line = lineOf(data)
    if (line.kind === 'failure') throw new AnswerFailed(line.text)
    if (line.kind === 'end') return line.end
    if (line.kind === 'text') {
      hasPlainText ||= line.isPlain
      onText(line.text)
    }
  }
  throw new AnswerFailed('The stream ended before the answer did')
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
