import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventCharactersMax } from './data-lines.ts'
import { createEventReader, eventsOf, type StreamEvent } from './stream.ts'

function read(...pieces: string[]): StreamEvent[] {
  const reader = createEventReader()
  return pieces.flatMap(piece => reader(piece))
}

describe('the event stream', () => {
  it('gives an event at its empty line', () => {
    expect(read('event: progress\ndata: {"a":1}\n\n')).toEqual([{ event: 'progress', data: '{"a":1}' }])
  })

  it('joins data lines, strips one space, and calls an unnamed event "message"', () => {
    expect(read('data: one\ndata:two\ndata:  three\n\n')).toEqual([{ event: 'message', data: 'one\ntwo\n three' }])
  })

  it('reads LF, CR and CRLF, also when a CRLF is cut in two', () => {
    expect(read('data: a\r', '\n\r', '\ndata: b\r\rdata: c\n\n')).toEqual([
      { event: 'message', data: 'a' },
      { event: 'message', data: 'b' },
      { event: 'message', data: 'c' },
    ])
  })

  it('ignores comments, unknown fields, a byte order mark, and events without data', () => {
    expect(read('\uFEFF: hello\nid: 7\nretry: 10\nevent: lost\n\ndata: kept\n\n')).toEqual([
      { event: 'message', data: 'kept' },
    ])
  })

  it('drops an unfinished event', () => {
    expect(read('event: result\ndata: {"half":')).toEqual([])
  })

  it('reads the same events for any chunks of the stream', () => {
    const field = fc.string({ maxLength: 20 }).map(text => text.replaceAll(/[\r\n]/g, ''))
    const stream = fc.array(fc.tuple(field, fc.array(field, { minLength: 1, maxLength: 3 })), { maxLength: 5 })
    const ending = fc.constantFrom('\n', '\r', '\r\n')
    fc.assert(
      fc.property(stream, ending, fc.array(fc.nat(200), { maxLength: 12 }), (events, end, cuts) => {
        const text = events
          .map(([name, lines]) => [`event: ${name}`, ...lines.map(line => `data: ${line}`), '', ''].join(end))
          .join('')
        const places = [0, ...cuts.map(cut => Math.min(cut, text.length)), text.length].toSorted((a, b) => a - b)
        const pieces = places.slice(1).map((place, i) => text.slice(places[i], place))
        expect(read(...pieces)).toEqual(read(text))
        expect(read(text)).toEqual(
          events.map(([name, lines]) => ({ event: name || 'message', data: lines.join('\n') })),
        )
      }),
    )
  })

  it('never throws on garbage', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 6 }),
        pieces => void read(...pieces),
      ),
    )
  })

  it('stops at an endless event', () => {
    const reader = createEventReader()
    const line = `data: ${'x'.repeat(1_000_000)}\n`
    expect(() => {
      for (let sent = 0; sent <= eventCharactersMax + 1_000_000; sent += 1_000_000) reader(line)
    }).toThrow('max buffer size')
  })
})

describe('the events of an answer', () => {
  it('are decoded from bytes that are cut inside a character', async () => {
    const octets = new TextEncoder().encode('data: münchen → ✓\n\n')
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const octet of octets) controller.enqueue(Uint8Array.of(octet))
        controller.close()
      },
    })
    const events: StreamEvent[] = []
    for await (const event of eventsOf(new Response(body))) events.push(event)
    expect(events).toEqual([{ event: 'message', data: 'münchen → ✓' }])
  })

  it('reject when the connection breaks', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('data: first\n\n'))
      },
      pull(controller) {
        controller.error(new TypeError('network error'))
      },
    })
    const events: StreamEvent[] = []
    await expect(async () => {
      for await (const event of eventsOf(new Response(body))) events.push(event)
    }).rejects.toThrow('network error')
  })
})
