import { analyzeMessage } from '@waxseal/scanner'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storable } from '../db/storable.ts'
import { headerIn } from './header-raw.ts'

describe('the header in a pasted text', () => {
  it.each([
    ['ends at the first empty line', 'A: 1\r\nB: 2\r\n\r\nbody', { header: 'A: 1\r\nB: 2', first: 1, hasBody: true }],
    ['begins behind empty lines', '\n \n\nA: 1\n', { header: 'A: 1', first: 4, hasBody: false }],
    ['ends at a line of white space', 'A: 1\n \t\nbody', { header: 'A: 1', first: 1, hasBody: true }],
    [
      'goes on behind one before a field',
      'A: 1\n \nB: 2\n\nbody',
      { header: 'A: 1\n \nB: 2', first: 1, hasBody: true },
    ],
    ['goes on behind one before a fold', 'A: 1\n\t\n b', { header: 'A: 1\n\t\n b', first: 1, hasBody: false }],
    [
      'keeps its characters',
      '\n\u05d0: x\nA: \u{1f4e7}\n\n',
      { header: '\u05d0: x\nA: \u{1f4e7}', first: 2, hasBody: false },
    ],
    ['may be all of it', 'A: 1\n b', { header: 'A: 1\n b', first: 1, hasBody: false }],
    ['may be nothing', '\n\n', { header: '', first: 3, hasBody: false }],
  ])('%s', (_, raw, found) => {
    expect(headerIn(raw)).toEqual(found)
  })

  it('has every line that the analysis cites', () => {
    const line = fc.constantFrom(
      '',
      ' ',
      '\t ',
      '\ufeff',
      'A: 1',
      ' fold',
      'text',
      'text: 1',
      'https://a.example',
      'é: 1',
      '\0',
    )
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r'))).map(lines => lines.flat().join(''))
    fc.assert(
      fc.property(text, raw => {
        const { fields, hasBody } = analyzeMessage(Buffer.from(raw)).header
        const { header, first, hasBody: isLeftOut } = headerIn(storable(raw))
        const shown = header.split(/\r\n|\r|\n/)
        for (const { line, label } of fields) expect(shown[line - first]).toContain(label)
        expect(isLeftOut).toBe(hasBody)
      }),
    )
  })
})
