/** One event of a `text/event-stream` answer. */
export interface StreamEvent {
  event: string
  data: string
}

/** No event of ours comes near this; a line without an end must not fill the memory. */
export const eventCharactersMax = 16_000_000

/**
 * Reads server-sent events piece by piece (HTML standard, section 9.2.6): lines end in LF, CR or CRLF, also across
 * pieces; `data` lines join with LF; comments and unknown fields are skipped; an event without its empty line at the
 * end of the stream is dropped. Throws RangeError when an event exceeds `eventCharactersMax`.
 */
export class EventStreamReader {
  #line = ''
  #event = ''
  #data: string[] = []
  #size = 0
  #afterCr = false
  #started = false

  push(piece: string): StreamEvent[] {
    let text = piece
    if (!this.#started && text !== '') {
      this.#started = true
      if (text.startsWith('\uFEFF')) text = text.slice(1)
    }
    if (this.#afterCr && text !== '') {
      if (text.startsWith('\n')) text = text.slice(1)
      this.#afterCr = false
    }
    const events: StreamEvent[] = []
    let from = 0
    for (const end of text.matchAll(/\r\n|\r|\n/g)) {
      const event = this.#endLine(this.#line + text.slice(from, end.index))
      this.#line = ''
      if (event) events.push(event)
      from = end.index + end[0].length
    }
    this.#afterCr = text.endsWith('\r')
    this.#line += text.slice(from)
    this.#limit(this.#line.length)
    return events
  }

  #endLine(line: string): StreamEvent | null {
    if (line === '') return this.#endEvent()
    const colon = line.indexOf(':')
    if (colon === 0) return null
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'event') this.#event = value
    if (field === 'data') {
      this.#data.push(value)
      this.#size += value.length
      this.#limit(0)
    }
    return null
  }

  #endEvent(): StreamEvent | null {
    const event = this.#data.length === 0 ? null : { event: this.#event || 'message', data: this.#data.join('\n') }
    this.#event = ''
    this.#data = []
    this.#size = 0
    return event
  }

  #limit(more: number): void {
    if (this.#size + more > eventCharactersMax) throw new RangeError('An event of the stream is too large')
  }
}

/** The events of an answer as they come. Ends when the answer ends; rejects when it breaks off. */
export async function* eventsOf(response: Response): AsyncGenerator<StreamEvent> {
  if (!response.body) return
  const reader = new EventStreamReader()
  const decoder = new TextDecoder()
  const body = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await body.read()
      if (done) return
      yield* reader.push(decoder.decode(value, { stream: true }))
    }
  } finally {
    await body.cancel().catch(() => {})
  }
}
