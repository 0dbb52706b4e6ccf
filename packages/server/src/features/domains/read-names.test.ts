import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNames } from './read-names.ts'

const all = (text: string) => readNames(text, 10_000)
const names = (text: string) => all(text).map(({ name }) => name)
const three = ['a.example', 'b.example', 'c.example']

describe('a list', () => {
  it.each([
    'a.example\nb.example\nc.example',
    '\uFEFFa.example\r\nb.example\r\n\r\nc.example\r\n',
    'a.example\rb.example\rc.example',
    'a.example, b.example; c.example',
    'a.example,b.example\nc.example',
    'a.example\tb.example\tc.example',
    'a.example b.example  c.example',
    '"a.example","b.example"\n\'c.example\'',
    '“a.example”, ‘b.example’, «c.example»',
    'https://a.example/x?y#z\nuser@b.example\nhttp://user:pw@C.example:8080',
    'Alex <alex@a.example>, "Kim of sales" <kim@b.example>, <c.example>',
    'A.EXAMPLE.\na.example\nb.example\nB.example,c.example,,;c.example',
    'Domains\na.example\nb.example\nc.example',
    '  Domain name \na.example, b.example\nc.example',
  ])('%j is three names', text => {
    expect(names(text)).toEqual(three)
  })

  it('reads names in any script, as A-labels', () => {
    expect(names('bücher.example\n例え.jp\nxn--bcher-kva.example')).toEqual(['xn--bcher-kva.example', 'xn--r8jz45g.jp'])
  })

  it('reports each entry that is no name once, as written', () => {
    expect(all('a.example, no name, localhost\n"no name"\n*.b.example; 192.0.2.1')).toEqual([
      { input: 'a.example', name: 'a.example' },
      { input: 'no name', name: null },
      { input: 'localhost', name: null },
      { input: '*.b.example', name: null },
      { input: '192.0.2.1', name: null },
    ])
  })

  it('may start with a line that holds a name and a column title', () => {
    expect(names('a.example, host, b.example')).toEqual(['a.example', null, 'b.example'])
  })

  it.each(['', ' ', '\n\r\n', ',;,\t', '""', '\uFEFF', 'Domain', 'domain,owner\n'])('%j is empty', text => {
    expect(all(text)).toEqual([])
  })

  it('ends at the given number of names', () => {
    const text = Array.from({ length: 50 }, (_, n) => `d${n}.example d${n}.example.net`).join('\n')
    expect(readNames(text, 21)).toHaveLength(21)
  })
})

describe('a table', () => {
  it.each([
    'domain,owner\na.example,x.example\nb.example,\nc.example,"Kim, of ""sales"""',
    'Domain;Owner;Since\r\na.example;Alex;2026\r\nb.example;Kim;2025\r\nc.example;;\r\n',
    '"Domain Name"\t"Nameserver"\n"a.example"\t"ns1.example.net"\n"b.example"\t\n"c.example"\t"ns1.example.net"',
    'id,domain_name,created\n1,a.example,2026-01-01\n2,b.example,2026-01-01\n3,c.example,2026-01-01',
    'Name,E-Mail\nAlex,alex@a.example\nKim,kim@b.example\nRobin,robin@c.example',
    'domain,note\na.example,"two\nlines, and d.example"\nb.example,\nc.example,',
    'a.example,2026-01-01,ns1.example.net\nb.example,2025-01-01,ns1.example.net\nc.example,,',
    'a.example;Müller, Söhne\nb.example;Alex\nc.example;Kim',
  ])('%j is read by its column of names only', text => {
    expect(names(text)).toEqual(three)
  })

  it('reports the entries of that column that are no names', () => {
    expect(all('domain,owner\nnot a name,Alex\na.example,Kim')).toEqual([
      { input: 'not a name', name: null },
      { input: 'a.example', name: 'a.example' },
    ])
  })
})

describe('anything at all', () => {
  it('is read without an error, and lists each name once', () => {
    const piece = fc.oneof(
      fc.constantFrom(',', ';', '\t', '\n', '\r', '"', '""', ' ', '<', '>', 'a.example', 'é'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        const found = names(pieces.join('')).filter(name => name !== null)
        expect(new Set(found).size).toBe(found.length)
      }),
    )
  })

  it.each([
    ['quotes that never close', '"x,'.repeat(21_845)],
    ['one quote and much after it', `"${'a\n'.repeat(32_000)}`],
    ['doubled quotes', `${'"'.repeat(65_535)}x`],
    ['odd runs of quotes', ',"""a'.repeat(13_000)],
    ['blanks', `a${' '.repeat(65_000)}b`],
    ['blanks after quotes', `"a"${' '.repeat(65_000)}b`],
    ['angle brackets', '<'.repeat(65_536)],
    ['short names of another script', 'é.b,'.repeat(13_000)],
    ['different short names of another script', Array.from({ length: 9_000 }, (_, n) => `é${n}.a`).join(',')],
    ['different addresses at one domain', Array.from({ length: 8_000 }, (_, n) => `${n}@a.b`).join(' ')],
  ])('is read in a moment: %s', (_, text) => {
    const started = performance.now()
    readNames(text, 1_001)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
