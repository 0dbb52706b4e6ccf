import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { recordsIn } from './records.ts'

const made = [
  { name: '_dmarc.example.com', type: 'TXT', value: 'v=DMARC1; p=none; rua=mailto:dmarc@example.com' },
  { name: 'example.com', type: 'TXT', value: 'v=spf1 mx include:_spf.google.com ~all' },
  { name: 'example.com', type: 'MX', value: '10 mx1.example.com' },
  { name: '_25._tcp.mx1.example.com', type: 'TLSA', value: '3 1 1 00ff' },
  { name: 's1._domainkey.example.com', type: 'TXT', value: 'v=DKIM1; k=rsa; p=MIIBAB' },
] as const
const published = [{ type: 'TXT', value: 'v=spf1 mx ?all' }] as const
const found = (text: string) =>
  recordsIn(text, { made, published }).map(({ text: record, source }) => `${source}: ${record}`)

describe('a record in an answer of a model', () => {
  it.each([
    [
      'Publish `v=DMARC1; p=none; rua=mailto:dmarc@example.com` now.',
      'engine: v=DMARC1; p=none; rua=mailto:dmarc@example.com',
    ],
    ['```\nv=DMARC1;p=none;rua=mailto:dmarc@example.com\n```', 'engine: v=DMARC1;p=none;rua=mailto:dmarc@example.com'],
    ['v=DMARC1; rua=mailto:dmarc@example.com; p=none;', 'engine: v=DMARC1; rua=mailto:dmarc@example.com; p=none;'],
    ['Use "v=spf1 +mx include:_SPF.google.com ~all".', 'engine: v=spf1 +mx include:_SPF.google.com ~all'],
    ['Use v=spf1 mx include:_spf.google.com ~all and wait.', 'engine: v=spf1 mx include:_spf.google.com ~all'],
    ['Your record is v=spf1 mx ?all.', 'published: v=spf1 mx ?all'],
    ['| example.com | MX | 10 mx1.example.com |', 'engine: 10 mx1.example.com'],
    ['example.com. 3600 IN MX 10 MX1.example.com.', 'engine: 10 MX1.example.com'],
    ['_25._tcp.mx1.example.com TLSA 3 1 1 00FF', 'engine: 3 1 1 00FF'],
    ['`v=DKIM1; k=rsa; p=MIIB AB`', 'engine: v=DKIM1; k=rsa; p=MIIB AB'],
  ])('is known by its content: %j', (text, record) => {
    expect(found(text)).toEqual([record])
  })

  it.each([
    [
      '`v=spf1 mx include:_spf.google.com include:evil.example ~all`',
      'v=spf1 mx include:_spf.google.com include:evil.example ~all',
    ],
    [
      'Use v=spf1 mx include:_spf.google.com ~all include:evil.example',
      'v=spf1 mx include:_spf.google.com ~all include:evil.example',
    ],
    ['v=spf1 mx include:_spf.google.com +all', 'v=spf1 mx include:_spf.google.com +all'],
    [
      '`v=DMARC1; p=none; rua=mailto:dmarc@example.com,mailto:a@evil.example`',
      'v=DMARC1; p=none; rua=mailto:dmarc@example.com,mailto:a@evil.example',
    ],
    [
      'Use v=DMARC1; p=none; rua=mailto:dmarc@example.com ruf=mailto:a@evil.example',
      'v=DMARC1; p=none; rua=mailto:dmarc@example.com ruf=mailto:a@evil.example',
    ],
    ['V = spf1 a -all', 'V = spf1 a -all'],
    ['`v=STSv1; id=1`', 'v=STSv1; id=1'],
    ['`v=TLSRPTv1; rua=mailto:a@b.example`', 'v=TLSRPTv1; rua=mailto:a@b.example'],
    ['`v=BIMI1; l=https://a.example/l.svg`', 'v=BIMI1; l=https://a.example/l.svg'],
    ['mail.example.com CNAME evil.example.net.', 'evil.example.net'],
    ['MX 0 .', '0 .'],
    ['MX 10 mx1.evil.example', '10 mx1.evil.example'],
  ])('is unchecked where our code did not make it: %j', (text, record) => {
    expect(found(text)).toEqual([`unchecked: ${record}`])
  })

  it('is found at its place, each one of several', () => {
    const text = 'Replace `v=spf1 mx ?all` with `v=spf1 -all`, then set MX 10 mx1.example.com.'
    const records = recordsIn(text, { made, published })
    expect(records.map(({ source }) => source)).toEqual(['published', 'unchecked', 'engine'])
    expect(text.slice(records[1]?.start, records[1]?.end)).toBe('v=spf1 -all')
  })

  it('is not seen in prose about records', () => {
    expect(found('An MX record names a host. A CNAME is an alias. SPF ends in -all.')).toEqual([])
  })

  it('is never called ours with anything added to it, in a mark or at the begin of a line', () => {
    const { value } = made[1]
    fc.assert(
      fc.property(
        fc.constantFrom(' include:', ' ip4:', ' a:', ' redirect=', ' exists:'),
        fc.domain(),
        (term, domain) => {
          for (const text of [
            `\`${value}${term}${domain}\``,
            `${value}${term}${domain}`,
            `Use ${value}${term}${domain} now`,
          ]) {
            expect(recordsIn(text, { made, published }).map(({ source }) => source)).toEqual(['unchecked'])
          }
        },
      ),
    )
  })

  it('may be in any text: it never throws, and its places are in order', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom('v=spf1 ', 'v=DMARC1;', 'MX 10 ', 'CNAME a.b', '`', '"', '\n', ' all', 'p=', ';'),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), parts => {
        const text = parts.join('')
        for (const { start, end, text: record } of recordsIn(text, { made, published })) {
          expect(start).toBeLessThan(end)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(record.length).toBeGreaterThan(0)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('takes time in proportion to the length of the text', async () => {
    await expectLinearCost(text => recordsIn(text, { made, published }), {
      max: 16_384,
      tokens: ['v=spf1 ', 'v=DMARC1; ', 'MX 10 a', 'CNAME a.b ', 'all ', 'p=x;'],
    })
  }, 120_000)
})
