import fc from 'fast-check'
import { expect, it } from 'vitest'
import { columns, paintFor, printable } from './paint.ts'

it('text is colored only if colors are wanted', () => {
  expect(paintFor(true)('low', 'red')).toBe('\u001B[31mlow\u001B[39m')
  expect(paintFor(false)('low', 'red')).toBe('low')
})

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

it('no text can move the cursor, or hide or reverse the text beside it', () => {
  expect(printable('a\u001B[2Jb\u009B5mc\u202Ed\u200Be\u2028f\r\n')).toBe(
    'a\\u{1b}[2Jb\\u{9b}5mc\\u{202e}d\\u{200b}e\\u{2028}f\\u{d}\\u{a}',
  )
  fc.assert(
    fc.property(fc.array(fc.nat(0x10_ffff), { maxLength: 40 }), points => {
      const text = String.fromCodePoint(...points)
      expect(invisible.test(printable(text))).toBe(false)
    }),
  )
})

it('columns are aligned, colored or not', () => {
  const rows = [
    ['1', 'mx.example.com', 'x'],
    ['10', 'a.example', ''],
  ]
  expect(columns(paintFor(false), rows)).toEqual(['1   mx.example.com  x', '10  a.example'])
  const coloured = columns(paintFor(true), rows, ['red'])
  expect(coloured[0]).toBe('\u001B[31m1\u001B[39m   mx.example.com  x')
})
