import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeDomain, normalizeName, organizationalDomain, withALabels } from './domain-name.ts'

const refused = { ok: false, code: 'domain', message: 'Please enter a valid domain name' }

describe('typed or pasted text gives the name', () => {
  it.each([
    ['Example.COM', 'example.com'],
    ['  example.com \n', 'example.com'],
    ['example.com.', 'example.com'],
    ['https://example.com', 'example.com'],
    ['HTTPS://user:pw@host.example.com:8443/path?q=a@b#c', 'host.example.com'],
    ['//example.com/x', 'example.com'],
    ['example.com/path/@user', 'example.com'],
    ['example.com:25', 'example.com'],
    ['example.com?x=1', 'example.com'],
    ['user@example.com', 'example.com'],
    ['mailto:user@example.com', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['straße.example', 'xn--strae-oqa.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['ｅｘａｍｐｌｅ．ｃｏｍ', 'example.com'],
    ['l·l.cat', 'xn--ll-0ea.cat'],
    ['mail.internal', 'mail.internal'],
    ['github.io', 'github.io'],
    ['r3---sn.example.com', 'r3---sn.example.com'],
    ['city.kawasaki.jp', 'city.kawasaki.jp'],
  ])('%j is %s', (input, ascii) => {
    expect(normalizeDomain(input)).toMatchObject({ ok: true, ascii })
  })

  it('shows the name in its own script beside the A-labels', () => {
    expect(normalizeDomain('XN--BCHER-KVA.example')).toEqual({
      ok: true,
      ascii: 'xn--bcher-kva.example',
      unicode: 'bücher.example',
    })
  })
})

describe('any other text is refused with one sentence', () => {
  it.each([
    ['nothing', ''],
    ['a dot', '.'],
    ['a single label', 'localhost'],
    ['a bare public suffix', 'co.uk'],
    ['a bare public suffix in a URL', 'https://co.uk/'],
    ['a bare public suffix in another script', '公司.cn'],
    ['a bare public suffix by wildcard', 'anything.ck'],
    ['a top-level domain in another script', 'рф'],
    ['inner spaces', 'exam ple.com'],
    ['a no-break space inside', 'exam\u00A0ple.com'],
    ['a tab inside', 'exam\tple.com'],
    ['a line break inside', 'example.com\nexample.org'],
    ['a control character', 'exam\u0000ple.com'],
    ['an escape sequence', '\u001B[31mexample.com'],
    ['a zero-width space', 'exam\u200Bple.com'],
    ['a soft hyphen', 'exam\u00ADple.com'],
    ['a text direction override', 'exam\u202Eple.com'],
    ['half of a surrogate pair', 'exam\uD83Dple.com'],
    ['an emoji', '💌.example'],
    ['an emoji as A-label', 'xn--r28h.example'],
    ['a symbol', 'i❤.example'],
    ['a symbol as A-label', 'xn--i-7iq.example'],
    ['a middle dot where Catalan has none', 'a·b.example'],
    ['an A-label that decodes to nothing', 'xn--.example'],
    ['an A-label that is not Punycode', 'xn--999999999999.example'],
    ['an A-label of plain ASCII', 'xn--example-.example'],
    ['an A-label of capitals that encode otherwise', 'xn--Bcher-KVAÜ.example'],
    ['an IPv4 address', '192.0.2.1'],
    ['an IPv4 address with a port', '192.0.2.1:25'],
    ['an IPv4 address in hexadecimal', '0xC0.0x00.0x02.0x01'],
    ['an IPv4 address in two parts', '127.1'],
    ['an IPv4 address in full-width digits', '１９２.0.2.1'],
    ['an IPv6 address', '2001:db8::1'],
    ['an IPv6 address in brackets', 'http://[2001:db8::1]:80/'],
    ['an address literal of mail', 'user@[192.0.2.1]'],
    ['a wildcard', '*.example.com'],
    ['an underscore', '_dmarc.example.com'],
    ['a percent escape', 'ex%61mple.com'],
    ['an empty label', 'example..com'],
    ['two final dots', 'example.com..'],
    ['a leading dot', '.example.com'],
    ['a leading hyphen', '-example.com'],
    ['a trailing hyphen', 'example-.com'],
    ['a label of 64 octets', `${'a'.repeat(64)}.com`],
    ['a label of 64 octets as A-label', `${'ü'.repeat(60)}${'é'.repeat(60)}.com`],
    ['over 253 octets', `${'a23456789.'.repeat(25)}abcd`],
    ['a megabyte', `${'a.'.repeat(500_000)}com`],
    ['another scheme', 'javascript:alert(1)'],
    ['a list', 'example.com,example.org'],
  ])('%s', (_what, input) => {
    expect(normalizeDomain(input)).toEqual(refused)
  })

  it('accepts a name of exactly 253 bytes', () => {
    expect(normalizeDomain(`${'a23456789.'.repeat(25)}abc`)).toMatchObject({ ok: true })
  })
})

describe('any input', () => {
  it('gives a name that normalizes to itself, from A-labels and from Unicode, or a refusal', () => {
    const hostile = fc.oneof(
      fc.array(fc.nat(0x10_ffff), { maxLength: 40 }).map(points => `${String.fromCodePoint(...points)}.example`),
      fc.string({
        unit: fc.constantFrom(...'abz09-._@:/?#%[]\\ ßüם١۱.xn-'.split(''), '\u200D', '💌', '。'),
        maxLength: 40,
      }),
    )
    fc.assert(
      fc.property(hostile, input => {
        const result = normalizeDomain(input)
        if (!result.ok) {
          expect(result).toEqual(refused)
          return
        }
        expect(result.ascii).toMatch(/^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]+$/)
        expect(normalizeDomain(result.ascii)).toEqual(result)
        expect(normalizeDomain(result.unicode)).toEqual(result)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a query name', () => {
  it.each([
    ['_dmarc.Example.com.', '_dmarc.example.com'],
    ['_dmarc.bücher.example', '_dmarc.xn--bcher-kva.example'],
    ['*.bücher.example', '*.xn--bcher-kva.example'],
    ['bücher。example', 'xn--bcher-kva.example'],
    ['.', '.'],
  ])('%s is %s', (text, name) => {
    expect(normalizeName(text)).toBe(name)
  })

  it.each(['/24', '?x', '#x', '\\x', ':53', '@x', '%41'])('bücher.example%s is invalid: nothing is cut off', end => {
    expect(normalizeName(`bücher.example${end}`)).toBeNull()
    expect(normalizeName(`a${end}.bücher.example`)).toBeNull()
  })
})

describe('organizationalDomain', () => {
  it('is one label below the public suffix, private suffixes included', () => {
    expect(organizationalDomain('a.b.example.co.uk')).toBe('example.co.uk')
    expect(organizationalDomain('a.b.user.github.io')).toBe('user.github.io')
    expect(organizationalDomain('mail.example.internal')).toBe('example.internal')
    expect(organizationalDomain('xn--bcher-kva.xn--55qx5d.cn')).toBe('xn--bcher-kva.xn--55qx5d.cn')
  })

  it('has A-labels where the name has U-labels', () => {
    expect(organizationalDomain('mail.bücher.example.co.uk')).toBe('example.co.uk')
    expect(organizationalDomain('mail.Bücher.公司.cn')).toBe('xn--bcher-kva.xn--55qx5d.cn')
  })

  it('of a public suffix is the suffix itself', () => {
    expect(organizationalDomain('co.uk')).toBe('co.uk')
    expect(organizationalDomain('github.io')).toBe('github.io')
  })
})

describe('a name with A-labels', () => {
  it.each([
    ['mail.bücher.example', 'mail.xn--bcher-kva.example'],
    ['_dmarc.BÜCHER.example', '_dmarc.xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['straße.example', 'xn--strae-oqa.example'],
  ])('%s is %s', (text, name) => {
    expect(withALabels(text)).toBe(name)
  })

  it.each([
    'ｅxample.com',
    '💌.example',
    'bücher-.example',
    'bücher。example',
    'ü/a.example',
    '١ü.example',
    `${'ü'.repeat(63)}.example`,
  ])('%s stays as it is, because a label is invalid', text => {
    expect(withALabels(text)).toBe(text)
  })
})
