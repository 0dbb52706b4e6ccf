import { createParser } from 'eventsource-parser'
import { eventCharactersMax, piecesOf } from './data-lines.ts'

/** One event of a `text/event-stream` answer. */
export interface StreamEvent {
  event: string
  data: string
}

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
