import { createParser } from 'eventsource-parser'

/** One event of a `text/event-stream` answer. */
export interface StreamEvent {
  event: string
  data: string
}

/** No event of ours comes near this; a line without an end must not fill the memory. */
export const eventCharactersMax = 16_000_000

/**
 * Reads server-sent events piece by piece: what it gives takes the next piece of text and gives the events that piece
 * ends. Once an event has exceeded `eventCharactersMax`, every further piece throws.
 */
export function createEventReader(): (piece: string) => StreamEvent[] {
  let events: StreamEvent[] = []
  const parser = createParser({
    maxBufferSize: eventCharactersMax,
    onEvent: ({ event, data }) => void events.push({ event: event || 'message', data }),
  })
  return piece => {
    events = []
    parser.feed(piece)
    return events
  }
}

/** The events of an answer as they come. Ends when the answer ends; rejects when it breaks off. */
export async function* eventsOf(response: Response): AsyncGenerator<StreamEvent> {
  const read = createEventReader()
  for await (const piece of piecesOf(response)) yield* read(piece)
}

/**
 * What follows `data:` on each line of an answer, as it comes: a line counts without an empty line after it, and the last
 * one without its end. Rejects when the answer breaks off, and at a line longer than `eventCharactersMax`.
 */
export async function* dataLinesOf(response: Response): AsyncGenerator<string> {
  let parts: string[] = []
  let size = 0
  for await (const piece of piecesOf(response)) {
    // A CRLF gives an empty line more, which has no data.
    const [rest = '', ...lines] = piece.split(/[\r\n]/).toReversed()
    for (const line of lines.toReversed()) {
      yield* dataOf([...parts, line].join(''))
      parts = []
      size = 0
    }
    parts.push(rest)
    size += rest.length
    if (size > eventCharactersMax) throw new Error('A line of the stream is too long')
  }
  yield* dataOf(parts.join(''))
}

function dataOf(line: string): string[] {
  return line.startsWith('data:') ? [line.slice(line.startsWith('data: ') ? 6 : 5)] : []
}

async function* piecesOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return
  const decoder = new TextDecoder()
  const body = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await body.read()
      yield decoder.decode(value, { stream: !done })
      if (done) return
    }
  } finally {
    await body.cancel().catch(() => {})
  }
}
