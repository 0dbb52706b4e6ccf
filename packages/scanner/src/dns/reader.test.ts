import { expect, it } from 'vitest'
import { MalformedMessage, Reader } from './reader.ts'

/** A name `a`, then pointers that each point at the one before. */
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

it('follows as many compression pointers as a name of 127 labels can need, and not one more', () => {
  expect(pointersToPointers(1).name()).toBe('a')
  expect(pointersToPointers(127).name()).toBe('a')
  expect(() => pointersToPointers(128).name()).toThrow(MalformedMessage)
  // 4,000 records whose names go through 8,000 pointers each would hold the loop for a quarter of a second.
  expect(() => pointersToPointers(8000).name()).toThrow(MalformedMessage)
})
