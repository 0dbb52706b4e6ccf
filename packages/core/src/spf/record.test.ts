import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expandMacroString, type MacroPart, parseDomainSpec, parseMacroString, printMacroString } from './macro.ts'
import { parseSpf, printSpf, type SpfTerm, selectSpf } from './record.ts'

function errorsOf(text: string): string[] {
  return parseSpf(text).problems.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []))
}

function warningsOf(text: string): string[] {
  return parseSpf(text).problems.flatMap(({ severity, message }) => (severity === 'warning' ? [message] : []))
}

function termsOf(text: string): SpfTerm[] {
  return parseSpf(text).terms.map(({ term }) => term)
}

describe('parseSpf', () => {
  it('parses every mechanism and modifier', () => {
    expect(
      termsOf(
        'v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 a mx:mail.example.com/28//64 include:_spf.example.net ?ptr -all',
      ),
    ).toEqual([
      { kind: 'ip4', qualifier: '+', address: { family: 4, value: 0xc0000200n }, prefix: 24 },
      { kind: 'ip6', qualifier: '+', address: { family: 6, value: 0x20010db8n << 96n }, prefix: 32 },
      { kind: 'a', qualifier: '+', domain: null, prefix4: 32, prefix6: 128 },
      { kind: 'mx', qualifier: '+', domain: [{ kind: 'literal', text: 'mail.example.com' }], prefix4: 28, prefix6: 64 },
      { kind: 'include', qualifier: '+', domain: [{ kind: 'literal', text: '_spf.example.net' }] },
      { kind: 'ptr', qualifier: '?', domain: null },
      { kind: 'all', qualifier: '-' },
    ])
    expect(
      termsOf('v=spf1 exists:%{ir}.%{l1r+-}._spf.%{d2} redirect=_spf.example.com exp=why.example.com moo=%{s}'),
    ).toEqual([
      {
        kind: 'exists',
        qualifier: '+',
        domain: [
          { kind: 'macro', letter: 'i', escaped: false, keep: null, reverse: true, delimiters: '' },
          { kind: 'literal', text: '.' },
          { kind: 'macro', letter: 'l', escaped: false, keep: 1, reverse: true, delimiters: '+-' },
          { kind: 'literal', text: '._spf.' },
          { kind: 'macro', letter: 'd', escaped: false, keep: 2, reverse: false, delimiters: '' },
        ],
      },
      { kind: 'redirect', domain: [{ kind: 'literal', text: '_spf.example.com' }] },
      { kind: 'exp', domain: [{ kind: 'literal', text: 'why.example.com' }] },
      {
        kind: 'modifier',
        name: 'moo',
        value: [{ kind: 'macro', letter: 's', escaped: false, keep: null, reverse: false, delimiters: '' }],
      },
    ])
  })

  it('ignores case and the number of spaces', () => {
    expect(termsOf('V=SPF1   A   Include:Example.com  -ALL  ')).toEqual([
      { kind: 'a', qualifier: '+', domain: null, prefix4: 32, prefix6: 128 },
      { kind: 'include', qualifier: '+', domain: [{ kind: 'literal', text: 'Example.com' }] },
      { kind: 'all', qualifier: '-' },
    ])
    expect(errorsOf('V=SPF1   A  -ALL  ')).toEqual([])
  })

  it('keeps each term as published', () => {
    expect(parseSpf('v=spf1 +A -All ipv4:192.0.2.1').terms.map(({ text }) => text)).toEqual([
      '+A',
      '-All',
      'ipv4:192.0.2.1',
    ])
  })

  it('accepts everything that the grammar allows', () => {
    const fine = `a/0 a/32 a//0 a//128 a/24//64 a:a.b-c a:foo:bar/baz.example.com a:example.com. mx:%{d} a:%{d}.example.com
      ip4:0.0.0.0/0 ip6:::/0 ip6:::ffff:192.0.2.1 ip6:::1 exists:%{i}.example.com exists:a.%% exists:%{d}%{d} ptr:example.com
      moo=bar x-y.z_1= ip4=192.0.2.1 exists:%{d99999999999}.%{d0128}.com exists:%{L9R.-+,/_=}.%{H}.%{P}.%{V}.example.com a:123.example.1-2 +all ?all ~all`
    for (const term of fine.split(/\s+/)) expect(errorsOf(`v=spf1 ${term}`), term).toEqual([])
  })

  it('refuses everything else, as RFC 7208 requires: one such term is a permerror', () => {
    const wrong = `foo ipv4:192.0.2.1 ip4 ip4: ip4:192.0.2 ip4:192.0.2.1/33 ip4:192.0.2.0/024 ip4:192.0.2.0/ ip4:192.0.2.1//32
      ip4:2001:db8:: ip6 ip6:192.0.2.1 ip6:2001:db8::/129 ip6:2001:db8::/ ip6:fe80::1%eth0 a: a:museum a:museum. a:example.com/33
      a/33 a/08 a/ a//129 a// a/24/64 a:example.com/24/ a:abc.123 a:example.-com a:example.com- mx: mx/a include include:
      include/24 include:localhost exists exists: ptr: ptr/24 all:example.com all/8 all. -redirect=a.example redirect= exp=
      redirect=museum exists:%{c}.example.com exists:%{x}.example.com exists:%{}.example.com exists:%{d exists:%d.example.com
      exists:%{d0}.example.com moo=% =moo 1=2 - + -- +-all a:\u00fc.example a\ta a:exa\u0000mple.com`
    for (const term of wrong.split(/[ \n]+/)) expect(errorsOf(`v=spf1 ${term}`), term).toHaveLength(1)
  })

  it('allows redirect= and exp= once each', () => {
    expect(errorsOf('v=spf1 redirect=a.example REDIRECT=b.example')).toEqual(['a second redirect='])
    expect(errorsOf('v=spf1 exp=a.example -all exp=b.example')).toEqual(['a second exp='])
    expect(errorsOf('v=spf1 moo=a moo=b')).toEqual([])
  })

  it('explains frequent mistakes', () => {
    expect(errorsOf('v=spf1 ipv4:192.0.2.1 -al')).toEqual([
      'unknown mechanism ipv4 (did you mean ip4?)',
      'unknown mechanism al (did you mean all?)',
    ])
    expect(errorsOf('v=spf1 constructor')).toEqual(['unknown mechanism constructor'])
  })

  it('warns of records that are valid but probably not intended', () => {
    expect(warningsOf('v=spf1 ip4:192.0.2.77/24')).toEqual(['bits set after /24, so receivers read 192.0.2.0/24'])
    expect(warningsOf('v=spf1 ip4=192.0.2.77')).toEqual(['receivers ignore ip4= because a mechanism needs a colon'])
    expect(warningsOf('v=spf1 mx v=spf1 -all')).toEqual(['receivers ignore a second v=spf1 inside the record'])
    expect(warningsOf('v=spf1 ptr')).toEqual(['RFC 7208 section 5.5 advises against ptr'])
  })

  it('requires v=spf1, followed by a space or the end', () => {
    expect(errorsOf('v=spf1')).toEqual([])
    expect(errorsOf('v=spf10 -all')).toEqual(['does not begin with v=spf1'])
    expect(errorsOf(' v=spf1 -all')).toContain('does not begin with v=spf1')
  })

  it('accepts any bytes', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => void parseSpf(`v=spf1 ${text}`)))
  })
})

const aQualifier = fc.constantFrom('+' as const, '-' as const, '~' as const, '?' as const)
const aMacro = fc.record({
  kind: fc.constant('macro' as const),
  letter: fc.constantFrom('s' as const, 'l', 'o', 'd', 'i', 'p', 'h', 'v'),
  escaped: fc.boolean(),
  keep: fc.option(fc.integer({ min: 1, max: 200 })),
  reverse: fc.boolean(),
  delimiters: fc.stringMatching(/^[-.+,/_=]{0,3}$/),
})
const anEscape = fc.record({
  kind: fc.constant('escape' as const),
  text: fc.constantFrom('%%' as const, '%_' as const, '%-' as const),
})
const aLabel = fc.record({ kind: fc.constant('literal' as const), text: fc.stringMatching(/^[a-z0-9_:/-]{1,12}$/) })
const aDomain = fc
  .tuple(
    fc.array(fc.oneof(aMacro, anEscape), { maxLength: 3 }),
    fc.array(aLabel, { maxLength: 1 }),
    fc.oneof(aMacro, fc.constant({ kind: 'literal' as const, text: '.example.com' })),
  )
  .map(([macros, label, end]): MacroPart[] => {
    const [first] = label
    if (first !== undefined && end.kind === 'literal') return [...macros, { ...end, text: first.text + end.text }]
    return [...macros, ...label, end]
  })
const aHostTerm = {
  domain: fc.option(aDomain),
  prefix4: fc.integer({ min: 0, max: 32 }),
  prefix6: fc.integer({ min: 0, max: 128 }),
}
const aTerm: fc.Arbitrary<SpfTerm> = fc.oneof(
  fc.record({ kind: fc.constant('all' as const), qualifier: aQualifier }),
  fc.record({ kind: fc.constant('include' as const), qualifier: aQualifier, domain: aDomain }),
  fc.record({ kind: fc.constant('exists' as const), qualifier: aQualifier, domain: aDomain }),
  fc.record({ kind: fc.constant('ptr' as const), qualifier: aQualifier, domain: fc.option(aDomain) }),
  fc.record({ kind: fc.constant('a' as const), qualifier: aQualifier, ...aHostTerm }),
  fc.record({ kind: fc.constant('mx' as const), qualifier: aQualifier, ...aHostTerm }),
  fc.record({
    kind: fc.constant('ip4' as const),
    qualifier: aQualifier,
    address: fc.record({ family: fc.constant(4 as const), value: fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }) }),
    prefix: fc.integer({ min: 0, max: 32 }),
  }),
  fc.record({
    kind: fc.constant('ip6' as const),
    qualifier: aQualifier,
    address: fc.record({ family: fc.constant(6 as const), value: fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }) }),
    prefix: fc.integer({ min: 0, max: 128 }),
  }),
  fc.record({
    kind: fc.constant('modifier' as const),
    name: fc.stringMatching(/^x[a-z0-9._-]{0,5}$/),
    value: fc.array(aMacro, { maxLength: 2 }),
  }),
)

describe('printSpf', () => {
  it('prints a record that parses to the same terms', () => {
    fc.assert(
      fc.property(fc.array(aTerm, { maxLength: 6 }), terms => {
        const text = printSpf(terms)
        expect(errorsOf(text)).toEqual([])
        expect(termsOf(text)).toEqual(terms)
      }),
    )
  })

  it('prints one form, whatever was published', () => {
    expect(
      printSpf(termsOf('V=SPF1  +a/32  MX//64 +ip4:192.0.2.1/32 ip6:2001:DB8:0::1 Exists:%{I}.a.example all ')),
    ).toBe('v=spf1 a mx//64 ip4:192.0.2.1 ip6:2001:db8::1 exists:%{I}.a.example +all')
  })

  it('does not change its own output', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[-+~?]?[aimpx4:/.%{}d=]{1,12}$/), { maxLength: 5 }), words => {
        const once = printSpf(termsOf(`v=spf1 ${words.join(' ')}`))
        expect(printSpf(termsOf(once))).toBe(once)
      }),
    )
  })
})

describe('macros', () => {
  const values: Record<string, string> = {
    s: 'strong-bad@email.example.com',
    l: 'strong-bad',
    d: 'email.example.com',
    i: '192.0.2.3',
  }
  const expand = (text: string) => {
    const parts = parseMacroString(text)
    return typeof parts === 'string' ? parts : expandMacroString(parts, letter => values[letter] ?? null)
  }

  it.each([
    ['%{s}', 'strong-bad@email.example.com'],
    ['%{d4}', 'email.example.com'],
    ['%{d2}', 'example.com'],
    ['%{d1}', 'com'],
    ['%{dr}', 'com.example.email'],
    ['%{d2r}', 'example.email'],
    ['%{l-}', 'strong.bad'],
    ['%{lr-}', 'bad.strong'],
    ['%{l1r-}', 'strong'],
    ['%{ir}.%{l1r-}._spf.%{d2}', '3.2.0.192.strong._spf.example.com'],
    ['%{S}', 'strong-bad%40email.example.com'],
    ['a%%b%_c%-d', 'a%b c%20d'],
  ])('expands %s as RFC 7208 section 7.4 does', (text, expanded) => {
    expect(expand(text)).toBe(expanded)
  })

  it('is null for an unknown value', () => {
    expect(expand('%{d}.%{h}')).toBeNull()
  })

  it('drops labels from the left of a name over 253 characters', () => {
    const label = 'a'.repeat(60)
    expect(expand(`${`${label}.`.repeat(5)}example.com`)).toBe(`${`${label}.`.repeat(3)}example.com`)
  })

  it('parses what was printed', () => {
    fc.assert(
      fc.property(aDomain, parts => {
        expect(parseDomainSpec(printMacroString(parts))).toEqual(parts)
      }),
    )
  })
})

describe('selectSpf', () => {
  it('accepts records that begin with v=spf1 and a space or the end, in any case', () => {
    const texts = ['v=spf1', 'V=SPF1 -all', 'v=spf1  mx', 'google-site-verification=x', 'v=DMARC1; p=none']
    expect(selectSpf(texts)).toEqual({ records: ['v=spf1', 'V=SPF1 -all', 'v=spf1  mx'], lookalikes: [] })
  })

  it('reports lookalikes', () => {
    const texts = [
      ' v=spf1 -all',
      'v=spf10 -all',
      'v=spf2 mx',
      'v=spf1;-all',
      '"v=spf1 -all"',
      'spf1 mx',
      'v = spf1 mx',
      'v=spf1\tmx',
    ]
    expect(selectSpf(texts)).toEqual({ records: [], lookalikes: texts })
  })
})
