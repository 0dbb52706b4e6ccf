import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emsOf, recordLines, wordLines } from './line-breaks.ts'

const size = 10

const inWords = (text: string, width: number) => wordLines(text, { voice: 'text', size, width })
const asRecord = (text: string, width = 120) => recordLines(text, { voice: 'mono', size, width })

describe('words', () => {
  it('go on the next line where a line is full', () => {
    expect(inWords('one two three four', 60)).toEqual(['one two', 'three four'])
  })
  it('that are wider than a line are divided', () => {
    const pieces = inWords(`from ${'x'.repeat(40)} on`, 60)
    expect(pieces.length).toBeGreaterThan(3)
    expect(pieces.join('').replaceAll(' ', '')).toBe(`from${'x'.repeat(40)}on`)
  })
  it('of an empty text are one empty line', () => {
    expect(inWords('', 60)).toEqual([''])
  })
  it('are all there, and no line is wider than its space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 20, max: 300 }), (text, width) => {
        const found = inWords(text, width)
        expect(found.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        for (const line of found) {
          if (Array.from(line).length > 1 && !/\p{M}/u.test(line)) {
            expect(emsOf(line, 'text') * size).toBeLessThanOrEqual(width)
          }
        }
      }),
    )
  })
})

describe('a record', () => {
  it('is divided behind punctuation, if there is any', () => {
    expect(asRecord('v=spf1 include:_spf.example.com -all')).toEqual(['v=spf1 include:_spf.', 'example.com -all'])
  })
  it('is never divided beside a space', () => {
    expect(asRecord('12345678901234567890 12345')).toEqual(['1234567890123456789', '0 12345'])
    expect(asRecord('1234567890123456789 12345')).toEqual(['123456789012345678', '9 12345'])
  })
  it('is the record again when its lines are joined', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 8, max: 300 }), (text, width) => {
        expect(asRecord(text, width).join('')).toBe(text)
      }),
    )
    expect(asRecord(' '.repeat(100)).join('')).toBe(' '.repeat(100))
  })
})
