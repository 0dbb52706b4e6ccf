import { describe, expect, it } from 'vitest'
import { compareEcho } from './echo.ts'

const question = Buffer.from('\x03www\x07example\x00\x00\x01\x00\x01', 'latin1')
const header = (...octets: number[]) => Buffer.from(octets)
const sent = Buffer.concat([header(0x12, 0x34, 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 0), question])
const end = sent.length
/** A reply with this response code. */
const reply = (rcode: number, asked: Buffer = question, count = asked.length > 0 ? 1 : 0) =>
  Buffer.concat([header(0x12, 0x34, 0x81, 0x80 | rcode, 0, count, 0, 0, 0, 0, 0, 0), asked])
const none = Buffer.alloc(0)

/** The reply with one octet replaced. */
function having(at: number, octet: number): Buffer {
  const changed = reply(0)
  changed[at] = octet
  return changed
}

describe('a message', () => {
  it('answers a query when id and question are the same', () => {
    expect(compareEcho(sent, reply(0), end)).toBe('same')
    expect(compareEcho(sent, reply(3), end)).toBe('same')
    expect(compareEcho(sent, Buffer.concat([reply(0), Buffer.from('more')]), end)).toBe('same')
  })

  it.each([
    ['a first octet of the id', 0, 0x13],
    ['a second octet of the id', 1, 0x35],
    ['the bit of a query', 2, 0x01],
    ['two questions', 5, 2],
    ['a label', 13, 0x78],
    ['a type', end - 3, 28],
    ['a class', end - 1, 3],
  ])('with %s of another query answers none', (_what, at, octet) => {
    expect(compareEcho(sent, having(at, octet), end)).toBe('other')
  })

  it('in other letters only differs in case; octets of type and class are no letters', () => {
    expect(compareEcho(sent, having(13, 0x57), end)).toBe('case')
    expect(compareEcho(sent, having(17, 0x45), end)).toBe('case')
    const letter = Buffer.from(sent)
    letter[end - 3] = 0x41
    const other = Buffer.from(letter)
    other[2] = 0x81
    other[end - 3] = 0x61
    expect(compareEcho(letter, other, end)).toBe('other')
    // Beside the letters: "@" and "`", "[" and "{".
    for (const [one, another] of [
      [0x40, 0x60],
      [0x5b, 0x7b],
    ] as const) {
      const query = Buffer.from(sent)
      query[13] = one
      const answer = Buffer.from(query)
      answer[2] = 0x81
      answer[13] = another
      expect(compareEcho(query, answer, end)).toBe('other')
    }
  })

  it.each([
    [0, 'other'],
    [1, 'same'],
    [2, 'same'],
    [3, 'other'],
    [4, 'same'],
    [5, 'same'],
  ] as const)('without a question and with the code %i is %s: an answer or a denial needs it', (rcode, verdict) => {
    expect(compareEcho(sent, reply(rcode, none), end)).toBe(verdict)
  })

  it('that is cut answers none', () => {
    expect(compareEcho(sent, reply(0).subarray(0, end - 1), end)).toBe('other')
    expect(compareEcho(sent, reply(5, none).subarray(0, 11), end)).toBe('other')
    expect(compareEcho(sent, none, end)).toBe('other')
  })
})
