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
  if (!response.body) return
  const read = createEventReader()
  const decoder = new TextDecoder()
  const body = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await body.read()
      if (done) return
      yield* read(decoder.decode(value, { stream: true }))
    }
  } finally {
    await body.cancel().catch(() => {})
  }
}
