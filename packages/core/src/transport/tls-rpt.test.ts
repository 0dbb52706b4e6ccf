import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordsIn } from '../check/index.ts'
import { octetsOfText } from '../dns/index.ts'
import { partOf } from './healthy.fixture.ts'
import { transportRows } from './parts.ts'
import { readTlsRptRecords, repairTlsRpt } from './tls-rpt.ts'

describe('the TLS reporting record', () => {
  it.each([
    ['v=TLSRPTv1;rua=mailto:reports@example.com', ['mailto:reports@example.com']],
    ['v=TLSRPTv1; rua=https://reporting.example.com/v1/tlsrpt', ['https://reporting.example.com/v1/tlsrpt']],
    ['v=TLSRPTv1 ; rua=mailto:a@b.example , https://c.example;', ['mailto:a@b.example', 'https://c.example']],
    ['v=TLSRPTv1; more=1; rua=mailto:a@b.example?subject=x', ['mailto:a@b.example?subject=x']],
  ])('%j sends reports to %j', (text, rua) => {
    expect(readTlsRptRecords([text, 'v=spf1 -all'])).toEqual({ state: 'valid', rua })
  })

  it.each<[text: string, problem: string]>([
    ['v=TLSRPTv1;', 'the record has no rua, so no report has a destination'],
    ['v=TLSRPTv1; ruf=mailto:a@b.example', 'the record has no rua, so no report has a destination'],
    ['v=TLSRPTv1; rua=', 'rua is no mailto or https address'],
    ['v=TLSRPTv1; rua=reports@example.com', 'reports@example.com is no mailto or https address'],
    ['v=TLSRPTv1; rua=http://example.com/', 'http://example.com/ is no mailto or https address'],
    ['v=TLSRPTv1; rua=mailto:a@b.example,', 'rua is no mailto or https address'],
    ['v=TLSRPTv1; rua=mailto:', 'mailto: is not a complete address'],
    ['v=TLSRPTv1; rua=https://', 'https:// is not a complete address'],
    ...[
      'mailto:a@192.0.2.1',
      'mailto:a.@b.example',
      'mailto:.a@b.example',
      'mailto:a..c@b.example',
      'mailto:a@localhost',
      'mailto:a@b..example',
      'mailto:mailto:a@b.example',
      'mailto:a%20c@b.example',
      'https://b..example/',
      'https://-b.example/',
    ].map((uri): [string, string] => [`v=TLSRPTv1; rua=${uri}`, `${uri} is not a complete address`]),
    [
      'v=TLSRPTv1; rua=mailto:a@b.example!10m',
      'mailto:a@b.example!10m contains a character that must be percent-encoded',
    ],
    ['v=TLSRPT1; rua=mailto:a@b.example', 'the record does not begin with exactly v=TLSRPTv1;'],
    ...[
      '"v=TLSRPTv1; rua=mailto:a@b.example"',
      '\ufeffv=TLSRPTv1; rua=mailto:a@b.example',
      ' v=TLSRPTv1; rua=mailto:a@b.example',
      '\u00a0v=TLSRPTv1; rua=mailto:a@b.example',
      '\u201cv=TLSRPTv1; rua=mailto:a@b.example\u201d',
      '\u200bv=TLSRPTv1; rua=mailto:a@b.example',
    ].map((text): [string, string] => [octetsOfText(text), 'the record does not begin with exactly v=TLSRPTv1;']),
    // RFC 8616 section 5, RFC 5890: a name in its own letters.
    ...[
      ['mailto:a@m\u00fcnchen.example', 'mailto:a@xn--mnchen-3ya.example'],
      ['https://m\u00fcnchen.example/r', 'https://xn--mnchen-3ya.example/r'],
    ].map(([written = '', meant]): [string, string] => [
      octetsOfText(`v=TLSRPTv1; rua=${written}`),
      `${written} has letters outside ASCII and must be written ${meant}`,
    ]),
  ])('%j is broken: %s', (text, problem) => {
    expect(readTlsRptRecords([text])).toEqual({ state: 'invalid', problem })
  })

  it('with a second rua sends reports to both, and is marked (RFC 8460 section 3: any number of fields)', () => {
    expect(readTlsRptRecords(['v=TLSRPTv1; rua=mailto:a@b.example; rua=mailto:c@d.example'])).toEqual({
      state: 'valid',
      rua: ['mailto:a@b.example', 'mailto:c@d.example'],
      isRepeated: true,
    })
    expect(readTlsRptRecords(['v=TLSRPTv1; rua=mailto:a@b.example; rua=c@d.example'])).toMatchObject({
      state: 'invalid',
      problem: 'c@d.example is no mailto or https address',
    })
  })

  it('with a destination that no sender supports keeps the others, and names it', () => {
    expect(readTlsRptRecords(['v=TLSRPTv1; rua=ftp://b.example/r,mailto:a@b.example'])).toEqual({
      state: 'valid',
      rua: ['mailto:a@b.example'],
      unsupported: ['ftp://b.example/r'],
    })
    const part = partOf('tls-rpt', {
      tlsRpt: { name: '_smtp._tls.example.com', texts: ['v=TLSRPTv1; rua=http://b.example/r,mailto:a@b.example'] },
    })
    expect([part.state, part.summary]).toEqual([
      'ok',
      'Reports go to mailto:a@b.example. Senders skip http://b.example/r, whose scheme reports do not have.',
    ])
  })

  it.each([
    ['; mailto:c@d.example', '"mailto:c@d.example" follows a semicolon, but a comma separates report addresses'],
    ['; https://d.example/r', '"https://d.example/r" follows a semicolon, but a comma separates report addresses'],
    ['; c@d.example;', '"c@d.example" follows a semicolon, but a comma separates report addresses'],
    ['; more', '"more" is not written as name=value'],
    ['; more=', '"more=" is not written as name=value'],
    ['; two words=1; x=1', '"two words=1" is not written as name=value'],
    [';; x=1', 'there is nothing between two semicolons'],
  ])('with unreadable text beside a good rua (%j) keeps its destination: %s', (more, unread) => {
    const rua = ['mailto:a@b.example']
    expect(readTlsRptRecords([`v=TLSRPTv1; rua=mailto:a@b.example${more}`])).toEqual({ state: 'valid', rua, unread })
  })

  it.each([
    [
      '; mailto:c@d.example',
      'Publish as TXT at _smtp._tls.example.com instead: v=TLSRPTv1; rua=mailto:a@b.example,mailto:c@d.example',
    ],
    ['; more', 'Correct or remove this text in the TXT record at _smtp._tls.example.com.'],
  ])('with unreadable text (%j) is a warning: %s', (more, advice) => {
    const texts = [`v=TLSRPTv1; rua=mailto:a@b.example${more}`]
    const { state, summary, findings } = partOf('tls-rpt', { tlsRpt: { name: '_smtp._tls.example.com', texts } })
    expect([state, summary]).toEqual([
      'recommendation',
      'Reports go to mailto:a@b.example. A part of the record cannot be read.',
    ])
    expect(findings.map(finding => [finding.id, wordsIn(transportRows, finding).advice])).toEqual([
      ['tls_rpt_unreadable', advice],
    ])
  })

  it('is missing, or there are too many', () => {
    expect(readTlsRptRecords(['v=spf1 -all'])).toEqual({ state: 'missing' })
    const twice = ['v=TLSRPTv1; rua=mailto:a@b.example', 'v=TLSRPTv1; rua=mailto:c@d.example']
    expect(readTlsRptRecords(twice)).toMatchObject({ state: 'invalid' })
  })

  it('of any octets is read without an error', () => {
    const octet = fc.integer({ min: 0, max: 255 }).map(code => String.fromCharCode(code))
    fc.assert(
      fc.property(
        fc.string({ unit: octet, maxLength: 300 }),
        fc.constantFrom('', 'mailto:', 'https://'),
        (text, scheme) => {
          const reading = readTlsRptRecords([`v=TLSRPTv1; rua=${scheme}${text}`])
          if (reading.state === 'valid') for (const uri of reading.rua) expect(uri).toMatch(/^(mailto|https):[!-~]+$/i)
          else expect(reading).toMatchObject({ state: 'invalid', problem: expect.stringMatching(/^[^\p{C}]+$/u) })
        },
      ),
    )
  })
})

const repair = (...texts: string[]) => repairTlsRpt(texts.map(octetsOfText))

describe('the repair of a TLS reporting record', () => {
  it.each([
    ['v=TLSRPTv1; rua=owner@example.com', 'mailto:owner@example.com'],
    ['v=TLSRPT1; rua=mailto:owner@example.com', 'mailto:owner@example.com'],
    ['v=TLSRPTv1 rua=mailto:owner@example.com', 'mailto:owner@example.com'],
    ['v=TLSRPTv1; rua=mailto:owner@example.com!10m', 'mailto:owner@example.com'],
    ['v=TLSRPTv1; rua=<owner@example.com>,https://r.example/v1', 'mailto:owner@example.com,https://r.example/v1'],
    ['v=TLSRPTv1; rua=mailto:owner@münchen.example', 'mailto:owner@xn--mnchen-3ya.example'],
    ['v=TLSRPTv1; rua=mailto:<owner@example.com>', 'mailto:owner@example.com'],
    ['v=TLSRPTv1; rua=https://münchen.example/r?x=1', 'https://xn--mnchen-3ya.example/r?x=1'],
    ['"v=TLSRPTv1; rua=mailto:owner@example.com"', 'mailto:owner@example.com'],
    ['\u201cv=TLSRPTv1; rua=mailto:owner@example.com\u201d', 'mailto:owner@example.com'],
    ['\ufeffv=TLSRPTv1; rua=mailto:owner@example.com', 'mailto:owner@example.com'],
    ['\u00a0v=TLSRPTv1; rua=mailto:owner@example.com', 'mailto:owner@example.com'],
  ])('%s keeps the address of the owner', (text, rua) => {
    expect(repair(text)).toBe(`v=TLSRPTv1; rua=${rua}`)
  })

  it.each([
    'v=TLSRPTv1; rua=mailto:a@b.example; mailto:c@d.example',
    'v=TLSRPTv1; rua=mailto:a@b.example; c@d.example;',
    'v=TLSRPT1; rua=mailto:a@b.example; rua=mailto:c@d.example; more=1',
    '"v=TLSRPTv1; rua=mailto:a@b.example; mailto:c@d.example;"',
  ])('%s keeps both addresses', text => {
    expect(repair(text)).toBe('v=TLSRPTv1; rua=mailto:a@b.example,mailto:c@d.example')
  })

  it('keeps those of several records', () => {
    const texts = ['v=TLSRPTv1; rua=mailto:a@b.example', 'v=TLSRPTv1; rua=mailto:c@d.example']
    expect(repair(...texts)).toBe('v=TLSRPTv1; rua=mailto:a@b.example,mailto:c@d.example')
  })

  it.each([
    'v=TLSRPTv1;',
    'v=TLSRPTv1; rua=mailto:a b@x.example',
    'v=TLSRPTv1; rua=mailto:a@x.example, b c@x.example',
    'v=TLSRPTv1; rua=http://x.example/',
    'v=TLSRPTv1; rua=mailto:a@x.example',
    'v=TLSRPTv1; rua=mailto:dmärc@x.example',
    'v=TLSRPTv1; rua=mailto:a"b@x.example',
    'v=TLSRPTv1; rua=mailto:a@y.co"mpany.example',
    'v=TLSRPT1; rua=mailto:a\\b@x.example',
    'v=TLSRPTv1; rua=mailto:a,b@x.example',
    'v=TLSRPTv1; rua=mailto:a;b@x.example',
    'v=TLSRPTv1; rua=mailto:a@y.exam;ple.com',
    'v=TLSRPTv1; rua=mailto:a@y.example; first last@y.example',
  ])('%s has no repair', text => {
    expect(repair(text)).toBeNull()
  })

  it('of any text is none, or another record whose destinations are all in the text', () => {
    const piece = fc.constantFrom(
      'v=TLSRPTv1',
      ';',
      ' ',
      'rua=',
      'mailto:',
      'a@b.example',
      'c@münchen.example',
      ',',
      '<',
      '>',
      '!10m',
      'https://x.example/r',
      'b',
      '.',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), pieces => {
        const text = `v=TLSRPTv1; rua=${pieces.join('')}`
        const record = repair(text)
        if (record === null) return
        expect(record).not.toBe(text)
        const written = text.replaceAll('münchen', 'xn--mnchen-3ya')
        for (const uri of record.slice('v=TLSRPTv1; rua='.length).split(','))
          expect(written).toMatch(
            new RegExp(`(?:^|[=,;<\\s:])${uri.replace(/^mailto:/, '').replace(/\W/g, String.raw`\$&`)}(?:$|[,;>!\\s])`),
          )
      }),
    )
  })
})
