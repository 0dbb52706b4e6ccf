import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { octetsOfText } from '../dns/index.ts'
import { boundedText, boundedTexts, textBytesMax } from './bounded-text.ts'

describe('a text from outside', () => {
  it('is at most 2 KB, and has no character that moves or hides others', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), text => {
        const shown = boundedText(text)
        expect(octetsOfText(shown).length).toBeLessThanOrEqual(textBytesMax)
        expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    ['v=spf1 -all', 'v=spf1 -all'],
    ['a\nb', String.raw`a\010b`],
    ['safe\u202etxt', String.raw`safe\u{202e}txt`],
    ['a\u200bb', String.raw`a\u{200b}b`],
    ['münchen.example', 'münchen.example'],
  ])('%j is shown as %j', (text, shown) => {
    expect(boundedText(text)).toBe(shown)
  })

  it('ends in … where it is cut, between characters', () => {
    expect(boundedText('a'.repeat(3_000))).toBe(`${'a'.repeat(2_045)}…`)
    expect(boundedText('€'.repeat(3_000))).toBe(`${'€'.repeat(681)}…`)
    expect(boundedText('😀'.repeat(3_000))).toBe(`${'😀'.repeat(511)}…`)
  })

  it('is bounded wherever it is in a value, and the rest stays', () => {
    expect(boundedTexts({ a: ['\u0007', 1, null, { b: 'x\u202e' }], c: true })).toEqual({
      a: [String.raw`\007`, 1, null, { b: String.raw`x\u{202e}` }],
      c: true,
    })
  })
})
