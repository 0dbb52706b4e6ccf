import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HEADER, MalformedMessage, Reader } from './reader.ts'

/** A name `a`, then pointers that each point at the previous one. */
function pointersToPointers(count: number): Reader {
  const bytes = Buffer.alloc(3 + 2 * count)
  bytes.set([1, 0x61, 0])
  for (let i = 0, before = 0; i < count; i++) {
    const at = 3 + 2 * i
    bytes.writeUInt16BE(0xc000 | before, at)
    before = at
  }
  const reader = new Reader(bytes)
  reader.at = bytes.length - 2
  return reader
}

it('follows as many compression pointers as a name of 127 labels needs, and no more', () => {
  expect(pointersToPointers(1).name()).toBe('a')
  expect(pointersToPointers(127).name()).toBe('a')
  expect(() => pointersToPointers(128).name()).toThrow(MalformedMessage)
  // 4,000 records with names through 8,000 pointers each would block the event loop for a quarter of a second.
  expect(() => pointersToPointers(8000).name()).toThrow(MalformedMessage)
})

it('skips a name exactly as far as it would read it, and refuses the same names', () => {
  const octet = fc.nat(255)
  const label = fc.array(octet, { minLength: 1, maxLength: 5 }).map(octets => [octets.length, ...octets])
  const pointer = fc.nat(40).map(to => [0xc0, to])
  const pieces = fc.oneof(label, label, pointer, fc.constant([0]), fc.tuple(octet))
  const message = fc
    .array(pieces, { minLength: 1, maxLength: 12 })
    .map(all => [...Array<number>(HEADER).fill(0), ...all.flat(), 0])
  fc.assert(
    fc.property(message, fc.integer({ min: HEADER, max: 30 }), fc.boolean(), (octets, at, first) => {
      const outcome = (go: (reader: Reader) => boolean): [boolean, number] | null => {
        const reader = new Reader(Buffer.from(octets))
        reader.at = HEADER
        try {
          if (first) reader.firstName(null)
          reader.at = at
          return [go(reader), reader.at]
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedMessage)
          return null
        }
      }
      expect(outcome(reader => reader.skipName())).toEqual(outcome(reader => reader.name() === '.'))
    }),
    { numRuns: 2000 },
  )
})
