import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayText, octetsOfText, presentationOf, sortedRecords, utf8 } from './presentation.ts'
import type { ResourceRecord } from './record.ts'

const at = { name: 'example.com', ttl: 300 }

function mx(preference: number, exchange: string): ResourceRecord<'MX'> {
  return { type: 'MX', ...at, preference, exchange }
}

describe('presentationOf', () => {
  it('writes a record as in a zone file', () => {
    expect(presentationOf({ type: 'MX', ...at, preference: 10, exchange: 'mx1.example.com' })).toBe(
      'example.com 300 MX 10 mx1.example.com',
    )
    expect(presentationOf({ type: 'TXT', ...at, strings: ['v=spf1 ', '-all'] })).toBe(
      'example.com 300 TXT "v=spf1 " "-all"',
    )
    expect(presentationOf({ type: 'CAA', ...at, flags: 0, tag: 'issue', value: ';' })).toBe(
      'example.com 300 CAA 0 issue ";"',
    )
    expect(presentationOf({ type: 'TLSA', ...at, usage: 3, selector: 1, matching: 1, data: 'ab12' })).toBe(
      'example.com 300 TLSA 3 1 1 ab12',
    )
  })

  it('escapes quotes, backslashes and every byte that is not visible ASCII', () => {
    expect(presentationOf({ type: 'TXT', ...at, strings: [] })).toBe('example.com 300 TXT \\# 0')
    expect(presentationOf({ type: 'TXT', ...at, strings: ['a"b\\c\0\x1b[31m\x7f\xff'] })).toBe(
      'example.com 300 TXT "a\\"b\\\\c\\000\\027[31m\\127\\255"',
    )
  })

  it('is visible ASCII for any bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), strings => {
        const texts = strings.map(octets => String.fromCharCode(...octets))
        expect(presentationOf({ type: 'TXT', ...at, strings: texts })).toMatch(/^[ -~]+$/)
      }),
    )
  })
})

describe('sortedRecords', () => {
  it('has one order, whatever order a server uses', () => {
    const sorted = [mx(5, 'z.example'), mx(10, 'a.example'), mx(10, 'b.example'), mx(100, 'a.example')]
    fc.assert(
      fc.property(fc.shuffledSubarray(sorted, { minLength: 4 }), shuffled => {
        expect(sortedRecords(shuffled)).toEqual(sorted)
      }),
    )
  })
})

describe('displayText', () => {
  it('shows UTF-8 as text and escapes other bytes', () => {
    expect(displayText(octetsOfText('grüße 🦭'))).toBe('grüße 🦭')
    expect(displayText('gr\xfc\xdfe')).toBe('gr\\252\\223e')
  })

  it('escapes controls and characters that hide or reverse text', () => {
    expect(displayText('a\tb\r\n\0')).toBe('a\\009b\\013\\010\\000')
    expect(displayText(octetsOfText('user\u202etxt.exe\u200b\u2028'))).toBe('user\\u{202e}txt.exe\\u{200b}\\u{2028}')
    expect(displayText(octetsOfText('\u009b31m'))).toBe('\\u{9b}31m')
  })

  it('does not change its own output', () => {
    const shown = displayText(octetsOfText('include:a.example → \u202e"ü" \0'))
    expect(displayText(shown)).toBe(shown)
  })

  it('cuts long text and says so', () => {
    expect(displayText('x'.repeat(65_536), 10)).toBe(`${'x'.repeat(9)}…`)
    expect(displayText('x'.repeat(10), 10)).toBe('x'.repeat(10))
    expect(displayText(octetsOfText('🦭'.repeat(50)), 10)).toBe(`${'🦭'.repeat(9)}…`)
  })

  it('never shows an invisible character, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), octets => {
        expect(displayText(String.fromCharCode(...octets), 50)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      }),
    )
  })

  it('converts text to bytes and back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(utf8(octetsOfText(text))).toBe(text)
      }),
    )
  })
})
