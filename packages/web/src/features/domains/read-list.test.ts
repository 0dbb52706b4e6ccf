import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDomain } from './domain.fixture.ts'
import { readFile, textOf } from './read-file.ts'
import { previewOf } from './read-list.ts'

const owned = [aDomain('known.example'), aDomain('xn--bcher-kva.example', { domain_unicode: 'bücher.example' })]
const numbered = (n: number) => Array.from({ length: n }, (_, i) => `d${i}.example`).join('\n')

const bytes = (...values: number[]) => new Uint8Array(values)

describe('the preview of a pasted list', () => {
  it('counts the names and those already in the list, and reports entries that are no names', () => {
    expect(previewOf('Known.example\nbücher.example; new.example\nno name, NEW.example', owned)).toEqual({
      known: 2,
      fresh: 1,
      notNames: ['no name'],
      problem: null,
    })
  })

  it('reads the column of names of a table', () => {
    expect(previewOf('Domain,Owner\na.example,x.example\nb.example,', owned)).toMatchObject({ fresh: 2, notNames: [] })
  })

  it('reports before sending what the server would refuse', () => {
    expect(previewOf('', owned).problem).toBe('Please enter a domain name')
    expect(previewOf(' \n,;', owned).problem).toBe('Please enter a domain name')
    expect(previewOf(numbered(1_000), owned)).toMatchObject({ fresh: 1_000, problem: null })
    expect(previewOf(numbered(1_001), owned).problem).toBe('You can add at most 1,000 domains at a time')
    expect(previewOf(`a.example${' '.repeat(65_536 - 9)}`, owned).problem).toBeNull()
    expect(previewOf(`${'é'.repeat(32_768)} `, owned).problem).toBe('You can add at most 64 KB of text at a time')
  })

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        const { known, fresh, notNames } = previewOf(text, owned)
        expect(known + fresh + notNames.length).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a file', () => {
  const umlaut = { ok: true, text: 'bü' }

  it('is read as UTF-8, as UTF-16 with a byte order mark, or in the Windows code page', () => {
    expect(textOf(bytes(0x62, 0xc3, 0xbc))).toEqual(umlaut)
    expect(textOf(bytes(0xef, 0xbb, 0xbf, 0x62, 0xc3, 0xbc))).toEqual(umlaut)
    expect(textOf(bytes(0xff, 0xfe, 0x62, 0, 0xfc, 0))).toEqual(umlaut)
    expect(textOf(bytes(0xfe, 0xff, 0, 0x62, 0, 0xfc))).toEqual(umlaut)
    expect(textOf(bytes(0x62, 0xfc))).toEqual(umlaut)
    expect(textOf(bytes())).toEqual({ ok: true, text: '' })
  })

  it('that is no text is reported, and one that is too large is not read', async () => {
    expect(textOf(bytes(0x50, 0x4b, 3, 4, 0x14, 0))).toEqual({
      ok: false,
      problem: 'This file is not text. Save the spreadsheet as CSV and choose that file.',
    })
    expect(await readFile(new Blob(['x'.repeat(200_000)]))).toEqual({
      ok: false,
      problem: 'You can add at most 64 KB of text at a time',
    })
  })
})
