import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DmarcSettings,
  defaultDmarcSettings,
  dmarcRecordOf,
  dmarcSettingsOf,
  failureOptions,
  readFailureOption,
  readPct,
  readReportAddresses,
} from './build.ts'
import { parseDmarc, printDmarc } from './record.ts'
import { readReportUri } from './report-uri.ts'
import { anyDmarcSettings } from './testing/settings.ts'

const settings: DmarcSettings = { ...defaultDmarcSettings, rua_email: 'dmarc@example.com' }

const toAscii = (name: string) => (name === 'bücher.example' ? 'xn--bcher-kva.example' : null)

describe('report addresses', () => {
  it.each([
    ['', []],
    [' , ', []],
    ['dmarc@example.com', ['dmarc@example.com']],
    ['mailto:dmarc@Example.COM.', ['dmarc@example.com']],
    [
      'a@example.com, MAILTO:b@example.net;c@example.org  a@example.com',
      ['a@example.com', 'b@example.net', 'c@example.org'],
    ],
    ['mailto:a@example.com!10m', ['a@example.com']],
    ['mailto:a%21b@example.com?subject=x', ['a!b@example.com']],
    ['mailto: dmarc@example.com', ['dmarc@example.com']],
    ['d.m+arc@sub.example.co.uk', ['d.m+arc@sub.example.co.uk']],
  ])('"%s"', (text, addresses) => {
    expect(readReportAddresses(text)).toEqual({ ok: true, addresses })
  })

  it.each([
    ['dmarc', '"dmarc" is not an email address'],
    ['dmarc@', '"dmarc@" is not an email address'],
    ['dmarc@localhost', '"dmarc@localhost" is not an email address'],
    ['a@example.com, b@@example.com', '"b@@example.com" is not an email address'],
    ['https://example.com/reports', '"https://example.com/reports" is not an email address'],
    ['a@192.0.2.1', '"a@192.0.2.1" is not an email address'],
    ['a..b@example.com', '"a..b@example.com" is not an email address'],
    ['a@bücher.example', '"a@bücher.example" is not an email address'],
    [`${'a'.repeat(65)}@example.com`, `"${'a'.repeat(59)}…" is not an email address`],
    ['x'.repeat(9_000), 'The report addresses are too long'],
    [Array.from({ length: 21 }, (_, at) => `a${at}@example.com`).join(), 'At most 20 report addresses can be given'],
  ])('"%s" is refused', (text, message) => {
    expect(readReportAddresses(text)).toEqual({ ok: false, message })
  })

  it('in another script are converted by the caller’s tables', () => {
    const addresses = ['dmarc@xn--bcher-kva.example']
    expect(readReportAddresses('dmarc@bücher.example, mailto:dmarc@bücher.example', toAscii)).toEqual({
      ok: true,
      addresses,
    })
  })

  it('never throw, and are valid report addresses once parsed', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(fc.constantFrom('mailto:', '@', 'a', '.', ',', ';', '!', '%2C', '%', 'example.com', '?', ' '), {
          maxLength: 12,
        })
        .map(parts => parts.join('')),
    )
    fc.assert(
      fc.property(hostile, text => {
        const read = readReportAddresses(text)
        if (!read.ok) return
        const record = parseDmarc(dmarcRecordOf({ ...settings, rua_email: text }))
        expect(record.rua.map(uri => readReportUri(uri)?.address)).toEqual(read.addresses)
      }),
    )
  })
})

describe('pct', () => {
  it.each([
    [100, 100],
    [0, 0],
    ['50', 50],
    [' 7 ', 7],
    ['50%', 50],
    ['', 100],
    ['many', 100],
    [null, 100],
    [undefined, 100],
    [Number.NaN, 100],
    [101, null],
    ['-1', null],
    [12.5, null],
    ['1e9', null],
    [Number.POSITIVE_INFINITY, 100],
  ])('%j is %j', (given, pct) => {
    expect(readPct(given)).toBe(pct)
  })
})

describe('fo', () => {
  it.each([
    ['', '0'],
    ['0', '0'],
    ['S:D', 'd:s'],
    ['d : s', 'd:s'],
    ['1:1', '1'],
    ['0:1', null],
    ['x', null],
  ])('%j is %j', (text, option) => {
    expect(readFailureOption(text)).toBe(option)
  })
})

describe('the record of some settings', () => {
  it('omits defaults', () => {
    expect(dmarcRecordOf(settings)).toBe('v=DMARC1; p=none; rua=mailto:dmarc@example.com')
  })

  it('contains all tags, in the order that receivers of RFC 7489 require', () => {
    const full: DmarcSettings = {
      policy: 'quarantine',
      rua_email: 'dmarc@example.com, reports@collector.example',
      ruf_email: 'a!b@example.com',
      pct: 50,
      sp_policy: 'reject',
      np_policy: 'reject',
      testing: true,
      adkim: 's',
      aspf: 's',
      fo: 'd:s',
    }
    expect(dmarcRecordOf(full)).toBe(
      'v=DMARC1; p=quarantine; sp=reject; np=reject; t=y; pct=50; adkim=s; aspf=s; ' +
        'rua=mailto:dmarc@example.com,mailto:reports@collector.example; ruf=mailto:a%21b@example.com; fo=d:s',
    )
  })

  it('has no fo without a ruf address', () => {
    expect(dmarcRecordOf({ ...settings, fo: '1' })).toBe('v=DMARC1; p=none; rua=mailto:dmarc@example.com')
  })

  it('parses back to its settings, prints unchanged, and is well-formed', () => {
    fc.assert(
      fc.property(anyDmarcSettings, given => {
        const text = dmarcRecordOf(given)
        const record = parseDmarc(text)
        expect(record.errors).toEqual([])
        const codes = record.warnings.map(({ code }) => code)
        expect(codes.filter(code => !/^(?:historic-tag|rua-missing|[sn]p-weaker)$/.test(code))).toEqual([])
        expect(codes.includes('historic-tag')).toBe(given.pct < 100)
        expect(printDmarc(record)).toBe(text)
        expect(text).not.toMatch(/\b(?:rf|ri)=/)
        const back = dmarcSettingsOf(text)
        expect(back).toEqual({ ...given, fo: given.ruf_email === '' ? '0' : given.fo })
      }),
    )
  })

  it('come from a published record, whatever else it contains', () => {
    expect(
      dmarcSettingsOf(
        'v=DMARC1;p=reject;pct=0;rf=afrf;ri=86400;rua=mailto:a@example.com!10m,https://x.example/;fo=1:d:s',
      ),
    ).toEqual({ ...defaultDmarcSettings, policy: 'reject', pct: 0, rua_email: 'a@example.com' })
    const options = ['0:1:d:s', '1:d:s', '0:d', 's:0:d', '0'].map(
      fo => dmarcSettingsOf(`v=DMARC1; p=none; ruf=mailto:a@example.com; fo=${fo}`)?.fo,
    )
    expect(options).toEqual(['1', '1', 'd', 'd:s', '0'])
    expect(dmarcSettingsOf('v=DMARC1')).toBeNull()
    expect(dmarcSettingsOf('v=spf1 -all')).toBeNull()
  })

  it('offers the failure options of RFC 9989', () => {
    expect(failureOptions).toEqual(['0', '1', 'd', 's', 'd:s'])
  })
})
