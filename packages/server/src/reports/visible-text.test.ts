import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visible } from './visible-text.ts'

describe('a text without hidden characters', () => {
  it.each([
    ['stays as it is', 'Grüße, Ελλάδα, Привет, שלום, مرحبا – “x” 😀', 'Grüße, Ελλάδα, Привет, שלום, مرحبا – “x” 😀'],
    ['shows the controls of the writing direction', 'a\u202Egpj.exe\u2066', 'a[U+202E]gpj.exe[U+2066]'],
    [
      'shows control characters',
      'a\0\r\n\u001B[31m\u007F\u0085',
      'a[U+0000][U+000D][U+000A][U+001B][31m[U+007F][U+0085]',
    ],
    [
      'shows what has no width',
      'pay\u200Bpal\u00AD\uFEFF\u2060\u3164',
      'pay[U+200B]pal[U+00AD][U+FEFF][U+2060][U+3164]',
    ],
    ['shows separators of lines', 'a\u2028b\u2029', 'a[U+2028]b[U+2029]'],
    ['shows what has no ink', 'a\u2800\uFFFCb', 'a[U+2800][U+FFFC]b'],
    ['keeps the spaces of a sentence', 'a\u00A0b\u2009c', 'a\u00A0b\u2009c'],
    ['shows what no font has', '日\u{1F4E7}\u{E0041}', '[U+65E5][U+1F4E7][U+E0041]'],
    ['shows half of a character', 'a\uD83Db', 'a[U+D83D]b'],
    ['makes a tab spaces', 'a\tb', 'a    b'],
    [
      'has at most three marks on a letter',
      `e${'\u0301'.repeat(5)}f\u0301`,
      'e\u0301\u0301\u0301[U+0301][U+0301]f\u0301',
    ],
  ])('%s', (_, text, shown) => {
    expect(visible(text, 'text')).toBe(shown)
  })

  it('shows spaces other than that of ASCII in a record', () => {
    expect(visible('v=spf1\u00A0a \u3000-all', 'mono')).toBe('v=spf1[U+00A0]a [U+3000]-all')
  })

  it('is ASCII when it is escaped', () => {
    expect(visible('Grüße 😀\t.', 'mono', { escaped: true })).toBe('Gr[U+00FC][U+00DF]e [U+1F600]    .')
  })

  it('has no hidden character, whatever comes in, and is itself when it is shown again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const shown = visible(text, 'text')
        expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
        expect(visible(shown, 'text')).toBe(shown)
      }),
    )
  })
})
