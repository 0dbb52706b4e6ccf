import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAddress } from '../dns/index.ts'
import { readSpfSettings, spfRecordOf, spfSettingsOf, txtStrings } from './build.ts'
import { readSpfEntry } from './entry.ts'
import { parseSpf, printSpf } from './record.ts'
import { allQualifiers, defaultSpfSettings, type SpfEntryKind, type SpfSettings } from './settings.ts'
import { anySettings } from './testing/settings.ts'

function read(kind: SpfEntryKind, text: string): string {
  const entry = readSpfEntry(kind, text)
  return entry.ok ? entry.value : `refused: ${entry.message}`
}

const toAscii = (name: string) => (name === 'spf.bücher.example' ? 'spf.xn--bcher-kva.example' : null)

describe('an entry of the builder', () => {
  it.each([
    ['include_domains', '  _SPF.Google.com. ', '_spf.google.com'],
    ['include_domains', 'include:spf.protection.outlook.com', 'spf.protection.outlook.com'],
    ['include_domains', '%{i}._spf.%{d}.vali.example', '%{i}._spf.%{d}.vali.example'],
    ['include_domains', '%{L1r+}.Example.COM', '%{L1r+}.example.com'],
    ['include_domains', 'spf.%{o}', 'spf.%{o}'],
    ['ip4_addresses', ' 192.0.2.1 ', '192.0.2.1'],
    ['ip4_addresses', '192.0.2.1/32', '192.0.2.1'],
    ['ip4_addresses', 'ip4:192.0.2.0/24', '192.0.2.0/24'],
    ['ip6_addresses', '2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['ip6_addresses', 'ip6:2001:db8::/32', '2001:db8::/32'],
    ['ip6_addresses', '2001:db8::1/128', '2001:db8::1'],
  ] as const)('%s "%s" is %s', (kind, text, value) => {
    expect(read(kind, text)).toBe(value)
  })

  it.each([
    ['include_domains', 'localhost', '"localhost" is not a full domain name'],
    ['include_domains', 'a..example.com', '"a..example.com" is not a domain name'],
    ['include_domains', 'example.com..', '"example.com.." is not a domain name: an extra dot'],
    ['include_domains', '-all', '"-all" is not a full domain name'],
    ['include_domains', 'spf.example.com -all', '"spf.example.com -all" is not a domain name'],
    ['include_domains', 'https://example.com/', '"https://example.com/" is not a full domain name'],
    ['include_domains', 'me@example.com', '"me@example.com" is an email address. Enter a domain.'],
    ['include_domains', '192.0.2.1', '"192.0.2.1" is an IP address. Add it to the addresses below.'],
    ['include_domains', '2001:db8::/32', '"2001:db8::/32" is an IP address. Add it to the addresses below.'],
    ['include_domains', '%{x}.example.com', '"%{x}.example.com" is not a domain name: the unknown macro %{x}'],
    [
      'include_domains',
      '%{t}.example.com',
      '"%{t}.example.com" is not a domain name: the macro %{t}, which is valid only in explanations',
    ],
    ['include_domains', 'mail%_.example.com', '"mail%_.example.com" is not a domain name'],
    ['include_domains', `${'a'.repeat(64)}.example.com`, `"${'a'.repeat(59)}…" is not a domain name`],
    ['include_domains', 'пример.example', '"пример.example" is not a domain name'],
    ['include_domains', 'bücher.example', '"bücher.example" is not a domain name'],
    ['include_domains', 'a\u202eb.example', '"a\\u{202e}b.example" is not a domain name'],
    ['ip4_addresses', '192.0.2.300', '"192.0.2.300" is not an IPv4 address or range'],
    ['ip4_addresses', '192.0.2', '"192.0.2" is not an IPv4 address or range'],
    ['ip4_addresses', '192.0.2.1/33', '"192.0.2.1/33" needs a number from 0 to 32 after the slash'],
    ['ip4_addresses', '192.0.2.0/', '"192.0.2.0/" needs a number from 0 to 32 after the slash'],
    [
      'ip4_addresses',
      '192.0.2.1/24',
      '"192.0.2.1/24" has bits set after /24. Enter 192.0.2.0/24 for the range, or 192.0.2.1 for one address.',
    ],
    ['ip4_addresses', '2001:db8::1', '"2001:db8::1" is an IPv6 address. Add it to the IPv6 addresses.'],
    ['ip6_addresses', '192.0.2.1', '"192.0.2.1" is an IPv4 address. Add it to the IPv4 addresses.'],
    [
      'ip6_addresses',
      '2001:db8::1/32',
      '"2001:db8::1/32" has bits set after /32. Enter 2001:db8::/32 for the range, or 2001:db8::1 for one address.',
    ],
    [
      'ip6_addresses',
      '::ffff:192.0.2.1',
      '"::ffff:192.0.2.1" is IPv4 in IPv6 form. Enter 192.0.2.1 under IPv4 addresses.',
    ],
    [
      'ip6_addresses',
      '::ffff:192.0.2.0/120',
      '"::ffff:192.0.2.0/120" is IPv4 in IPv6 form. Enter 192.0.2.0/24 under IPv4 addresses.',
    ],
    ['ip6_addresses', 'fe80::1%eth0', '"fe80::1%eth0" is not an IPv6 address or range'],
  ] as const)('%s "%s" is refused', (kind, text, message) => {
    expect(readSpfEntry(kind, text)).toEqual({ ok: false, message })
  })

  it('in another script is converted by the caller’s tables', () => {
    expect(readSpfEntry('include_domains', ' spf.bücher.example ', toAscii)).toEqual({
      ok: true,
      value: 'spf.xn--bcher-kva.example',
    })
  })

  it('never throws, parses its own output, and shows invisible characters escaped', () => {
    const parts = 'a Example .com . - _ %{i} %{d2r} % include: @ / 24 8.8.8.0 2001:db8:: ip6: f'.split(' ').concat(' ')
    const written = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 }).map(all => all.join(''))
    let fit = 0
    fc.assert(
      fc.property(
        fc.constantFrom<SpfEntryKind>('include_domains', 'ip4_addresses', 'ip6_addresses'),
        fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), written, written),
        (kind, text) => {
          const entry = readSpfEntry(kind, text)
          if (entry.ok) {
            fit++
            // Parsed again, the value is unchanged.
            expect(readSpfEntry(kind, entry.value)).toEqual(entry)
            expect(
              parseSpf(`v=spf1 ${kind === 'include_domains' ? 'include' : kind.slice(0, 3)}:${entry.value}`).problems,
            ).toEqual([])
          } else expect(entry.message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
        },
      ),
      { numRuns: 1_000 },
    )
    expect(fit).toBeGreaterThan(0)
    expect(read('ip4_addresses', 'x'.repeat(100_000))).toMatch(/^refused: "x+…" is too long$/)
  })
})

describe('the settings of the builder', () => {
  const given: SpfSettings = {
    ...defaultSpfSettings,
    include_domains: [' ', '_spf.google.com', '_SPF.google.com ', 'mailgun.org'],
    ip4_addresses: ['192.0.2.1', '192.0.2.1/32', '192.0.2.7/24'],
    use_mx: true,
  }

  it('drop empty entries and duplicates, and report problems by index', () => {
    expect(readSpfSettings(given)).toEqual({
      settings: { ...given, include_domains: ['_spf.google.com', 'mailgun.org'], ip4_addresses: ['192.0.2.1'] },
      problems: [{ field: 'ip4_addresses', index: 2, message: expect.stringContaining('"192.0.2.7/24" has bits set') }],
    })
  })

  it('report a list that is too long, and read no further', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => formatAddress({ family: 4, value: BigInt(at) + 2n ** 24n }))
    const { settings, problems } = readSpfSettings({ ...defaultSpfSettings, ip4_addresses: many })
    expect(settings.ip4_addresses).toHaveLength(100)
    expect(problems).toEqual([{ field: 'ip4_addresses', index: 100, message: 'At most 100 entries can be in a list' }])
  })

  it('become a record, addresses first', () => {
    expect(spfRecordOf({ ...given, use_a: true, ip6_addresses: ['2001:db8::/32'], all_qualifier: '-all' })).toBe(
      'v=spf1 ip4:192.0.2.1 ip6:2001:db8::/32 a mx include:_spf.google.com include:mailgun.org -all',
    )
    expect(spfRecordOf(defaultSpfSettings)).toBe('v=spf1 ~all')
  })

  it('come back from the record they made, which prints unchanged', () => {
    fc.assert(
      fc.property(anySettings, settings => {
        const record = spfRecordOf(settings)
        const { settings: canonical } = readSpfSettings(settings)
        expect(spfSettingsOf(record)).toEqual({ settings: canonical, leftOut: [] })
        const { terms, problems } = parseSpf(record)
        expect(problems).toEqual([])
        expect(printSpf(terms.map(({ term }) => term))).toBe(record)
        expect(txtStrings(record).join('')).toBe(record)
        expect(txtStrings(record).every(text => text.length <= 255)).toBe(true)
      }),
    )
  })

  it('come from a published record, with the terms that have no field', () => {
    expect(
      spfSettingsOf(
        'v=spf1 A mx ip4:192.0.2.9/24 ip4:192.0.2.0/24 ?include:soft.example include:_SPF.google.com a:www.example.com mx/24 a//64 exists:%{i}.x.example ptr moo exp=why.example -all include:late.example',
      ),
    ).toEqual({
      settings: {
        include_domains: ['_spf.google.com'],
        ip4_addresses: ['192.0.2.0/24'],
        ip6_addresses: [],
        use_mx: true,
        use_a: true,
        all_qualifier: '-all',
      },
      leftOut: [
        '?include:soft.example',
        'a:www.example.com',
        'mx/24',
        'a//64',
        'exists:%{i}.x.example',
        'ptr',
        'moo',
        'exp=why.example',
        'include:late.example',
      ],
    })
    expect(spfSettingsOf('v=spf1 redirect=_spf.example.com')).toEqual({
      settings: { ...defaultSpfSettings, all_qualifier: '?all' },
      leftOut: ['redirect=_spf.example.com'],
    })
  })

  it('offer the specification’s qualifiers, soft fail first', () => {
    expect(allQualifiers).toEqual(['~all', '-all', '?all', '+all'])
    expect(defaultSpfSettings.all_qualifier).toBe('~all')
  })

  it('split a long record into strings of 255 bytes', () => {
    const record = spfRecordOf({
      ...defaultSpfSettings,
      include_domains: Array.from({ length: 30 }, (_, at) => `spf${at}.example.com`),
    })
    expect(txtStrings(record).map(({ length }) => length)).toEqual([255, 255, 255, record.length - 765])
  })
})
