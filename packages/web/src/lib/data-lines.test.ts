import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataLinesOf } from './data-lines.ts'

async function linesOf(...pieces: string[]): Promise<string[]> {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
  const lines: string[] = []
  for await (const line of dataLinesOf(new Response(body))) lines.push(line)
  return lines
}

describe('the data lines of an answer', () => {
  it('need no empty line between them, and no end of the last one', async () => {
    expect(await linesOf('data: one\ndata:two\r\ndata:  three\rdata: four')).toEqual(['one', 'two', ' three', 'four'])
  })

  it('are without comments and other fields', async () => {
    expect(await linesOf(': ping\nevent: x\n\ndata: kept\nno data: here\n')).toEqual(['kept'])
  })

  it('are the same for any chunks of the stream', async () => {
    const line = fc.string({ maxLength: 20 }).map(text => text.replaceAll(/[\r\n]/g, ''))
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat(200), { maxLength: 12 }), async (lines, cuts) => {
        const text = lines.map(line => `data: ${line}\r\n`).join('')
        const places = [0, ...cuts.map(cut => Math.min(cut, text.length)), text.length].toSorted((a, b) => a - b)
        expect(await linesOf(...places.slice(1).map((place, i) => text.slice(places[i], place)))).toEqual(lines)
      }),
    )
  })

  it('stop at an endless line', async () => {
    const pieces = Array.from({ length: 17 }, () => 'x'.repeat(1_000_000))
    await expect(linesOf(...pieces)).rejects.toThrow('too long')
  })
})
