import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiName, domainIn } from './domain-name.ts'

describe('the domain in typed text', () => {
  it.each([
    ['example.com', 'example.com'],
    ['  Example.COM. ', 'example.com'],
    ['https://user:pw@www.example.com:8443/path?q=1#x', 'www.example.com'],
    ['someone@example.com', 'example.com'],
    ['example.com:25', 'example.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['mailto:ada@example.com', 'example.com'],
    ['straße.example', 'xn--strae-oqa.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['موقع.example', 'xn--4gbrim.example'],
    ['0.example.com', '0.example.com'],
  ])('%s is %s', (typed, name) => {
    expect(domainIn(typed)).toBe(name)
  })

  it.each([
    '',
    '   ',
    'no domain at all',
    'example',
    '192.0.2.1',
    '[2001:db8::1]',
    'a..example',
    '*.example.com',
    'http://',
    'com.',
    '0x7f.1',
    'two words.example',
    '.example.com',
    '-a.example',
    'a-.example',
    '_dmarc.example.com',
    '☕.example',
    'exa%6Dple.com',
    'xn--.example',
    '<img src=x>.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(150)}example`,
  ])('is absent from "%s"', typed => {
    expect(domainIn(typed)).toBeNull()
  })

  it('is a DNS name or nothing, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), typed => {
        const name = domainIn(typed)
        if (name !== null) expect(name).toMatch(/^[a-z\d-]{1,63}(\.[a-z\d-]{1,63})+$/)
      }),
      { numRuns: 50 },
    )
  })

  it('is searched in at most 2,048 characters, so hostile text costs little', () => {
    expect(domainIn(`${'a'.repeat(2_036)}@example.com`)).toBe('example.com')
    expect(domainIn(`${'a'.repeat(2_037)}@example.com`)).toBeNull()
    expect(asciiName('a.'.repeat(1_025))).toBeNull()
  })
})

it('an internationalized name is written as A-labels, and a path is no name', () => {
  expect(asciiName('Bücher.example')).toBe('xn--bcher-kva.example')
  expect(asciiName('_spf.Bücher.example')).toBe('_spf.xn--bcher-kva.example')
  expect(asciiName('bücher.example/x')).toBeNull()
  expect(asciiName('12.0')).toBeNull()
})
