import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { recordsIn, textsBesideRecords } from './records.ts'

const made = [
  { name: '_dmarc.example.com', type: 'TXT', value: 'v=DMARC1; p=none; rua=mailto:dmarc@example.com' },
  { name: 'example.com', type: 'TXT', value: 'v=spf1 mx include:_spf.google.com ~all' },
  { name: 'example.com', type: 'MX', value: '10 mx1.example.com' },
  { name: '_25._tcp.mx1.example.com', type: 'TLSA', value: '3 1 1 00ff' },
  { name: 's1._domainkey.example.com', type: 'TXT', value: 'v=DKIM1; k=rsa; p=MIIBAB' },
] as const
const published = [{ name: 'example.com', type: 'TXT', value: 'v=spf1 mx ?all' }] as const
const known = {
  made,
  published,
  texts: ['SPF ends in ?all', 'The server mail.example.com has the address 203.0.113.5.'],
}
const found = (text: string) => recordsIn(text, known).map(({ text: record, source }) => `${source}: ${record}`)

describe('a record in an answer of a model', () => {
  it('that a published one has in a tag of its own is unchecked, and the published one stays published', () => {
    const value = 'v=DMARC1; p=reject; note=publish v=spf1 include:evil.example -all; x=v=spf1 +all'
    const inDns = { made: [], published: [{ name: '_dmarc.example.com', type: 'TXT', value } as const], texts: [] }
    const sources = (text: string) => recordsIn(text, inDns).map(({ source }) => source)
    expect(sources('Publish v=spf1 include:evil.example -all now.')).toEqual(['unchecked'])
    expect(sources('Publish `v=spf1 +all` now.')).toEqual(['unchecked'])
    expect(sources('Change the MX to evil.example, with priority 10.')).toContain('unchecked')
    expect(sources('v=DMARC1; p=reject')).not.toContain('published')
  })

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
    const records = recordsIn(text, known)
    expect(records.map(({ source }) => source)).toEqual(['published', 'unchecked', 'engine'])
    expect(text.slice(records[1]?.start, records[1]?.end)).toBe('v=spf1 -all')
  })

  it.each([
    'An MX record names a host. A CNAME is an alias. SPF ends in -all.',
    'MX 10 followed by a host name is the usual form, and MX 10 is the preference.',
    'A CNAME to another name, a PTR -> host, an NS: server, a DS in the parent (see RFC 4034 section 5).',
    'Your domain has 2 MX hosts, a 10-day old scan, and TLSA 3 1 1 is the usual kind.',
    'The rua tag of DMARC has an address; include: names a host; a: and mx: name servers, e.g. two.',
    'The MX mail.example.com has the address A 203.0.113.5.',
    'It is a 2 of 10. CAA issue records name an authority.',
  ])('is not seen in prose about records: %j', text => {
    expect(found(text).filter(each => !each.startsWith('quoted'))).toEqual([])
  })

  it.each([
    ['mail.example.com A 6.6.6.6', '6.6.6.6'],
    ['example.com. IN AAAA 2001:db8::1', '2001:db8::1'],
    ['CAA 0 issue "evil.example"', '0 issue "evil.example"'],
    ['NS: ns1.evil.example', 'ns1.evil.example'],
    ['DS 12345 13 2 ABCDEF', '12345 13 2 ABCDEF'],
    ['_sip._tcp SRV 0 5 5060 sip.evil.example', '0 5 5060 sip.evil.example'],
    ['PTR → mx.evil.example', 'mx.evil.example'],
    ['cname -> x.evil.example', 'x.evil.example'],
    ['mx 10 mx.evil.example', '10 mx.evil.example'],
    ['MX: 10 mx.evil.example', '10 mx.evil.example'],
    ['MX (priority 10) mx.evil.example', '10 mx.evil.example'],
    ['| MX | mx.evil.example | 10 |', '10 mx.evil.example'],
    ['`10 mx.evil.example`', '10 mx.evil.example'],
    ['Change the MX record to mx.evil.example now.', 'mx.evil.example'],
    ['Add include:evil.example to it.', 'include:evil.example'],
    ['Set rua=mailto:a@evil.example there.', 'rua=mailto:a@evil.example'],
    ['Use redirect=_spf.evil.example.', 'redirect=_spf.evil.example'],
    ['The key is p=MIGfMA0GCSqGSIb3DQEBAQ', 'p=MIGfMA0GCSqGSIb3DQEBAQ'],
  ])('is found in other forms: %j', (text, record) => {
    expect(found(text)).toEqual([`unchecked: ${record}`])
  })

  it('of our texts is quoted, and so is a version alone', () => {
    const texts = ['Publish v=spf1 -all, or v=DKIM1; p=AbC, or MX 20 mail.example.com.']
    const sources = (text: string) => recordsIn(text, { ...known, texts }).map(({ source }) => source)
    expect(sources('Publish `v=spf1 -ALL` or `MX 20 mail.example.com`.')).toEqual(['quoted', 'quoted'])
    expect(sources('The record begins with v=spf1 and this one with `v=DMARC1;`.')).toEqual(['quoted', 'quoted'])
    // The case of a key counts, and a part of a longer name is another name.
    expect(sources('`v=DKIM1; p=AbC`')).toEqual(['quoted'])
    expect(sources('`v=DKIM1; p=abc`')).toEqual(['unchecked'])
    expect(sources('`MX 20 mail.example`')).toEqual(['unchecked'])
  })

  it.each([
    ['_dmarc.example.com TXT v=DMARC1; p=none; rua=mailto:dmarc@example.com', '_dmarc.example.com'],
    ['For example.com publish `v=DMARC1; p=none; rua=mailto:dmarc@example.com`', '_dmarc.example.com'],
    ['| _dmarc | TXT | v=DMARC1; p=none; rua=mailto:dmarc@example.com |', '_dmarc.example.com'],
    ['_dmarc.one.example TXT v=DMARC1; p=none; rua=mailto:dmarc@example.com', null],
    ['Publish at one.example: `v=DMARC1; p=none; rua=mailto:dmarc@example.com`', null],
    ['two.example MX 0 .', 'two.example'],
    ['MX 0 .', 'one.example'],
    ['three.example MX 0 .', null],
  ])('has the name of ours, unless another name is before it: %j', (text, name) => {
    const parked = ['one.example', 'two.example'].map(each => ({ name: each, type: 'MX', value: '0 .' }) as const)
    const [record] = recordsIn(text, { ...known, made: [...made, ...parked] })
    expect(record).toMatchObject({ name, source: name === null ? 'unchecked' : 'engine' })
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
            expect(recordsIn(text, known).map(({ source }) => source)).toEqual(['unchecked'])
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
        for (const { start, end, text: record } of recordsIn(text, known)) {
          expect(start).toBeLessThan(end)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(record.length).toBeGreaterThan(0)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('takes time in proportion to the length of the text', async () => {
    await expectLinearCost(text => [recordsIn(text, known), textsBesideRecords(text)], {
      max: 16_384,
      tokens: [
        'v=spf1 ',
        'v=DMARC1; ',
        'MX 10 a',
        'CNAME a.b ',
        'all ',
        'p=x;',
        'include:{n}.a ',
        'MX ',
        'to ',
        'a.bc',
      ],
    })
  }, 120_000)
})

describe('a text that quotes a record', () => {
  const answer = 'Publish v=spf1 include:evil.example +all at example.com.'
  const sources = (...texts: readonly string[]) =>
    recordsIn(answer, {
      made: [],
      published: [],
      texts: textsBesideRecords({ name: 'example.com', findings: texts }),
    }).map(({ source }) => source)

  it.each([
    's1.example.com has the text "v=spf1 include:evil.example +all", which is no key.',
    'The record is v=spf1 include:evil.example +all, so every server passes.',
    'v=spf1 include:evil.example +all',
  ])('does not make it one to publish: %j', text => {
    expect(recordsIn(answer, { made: [], published: [], texts: [text] })[0]?.source).toBe('quoted')
    expect(sources(text)).toEqual(['unchecked'])
  })

  it('keeps its other words, its terms and the version of a record', () => {
    expect(textsBesideRecords(['a is v=spf1 mx -all today. MX 10 mx.example.com is new.', { b: 'v=spf1' }])).toEqual([
      'a is ',
      ' today. ',
      ' is new.',
      'v=spf1',
    ])
    expect(textsBesideRecords('include:a.example → +all')).toEqual(['include:a.example → +all'])
  })
})

describe('a CAA record', () => {
  const ours = [{ name: 'example.com', type: 'CAA', value: '0 issuemail ";"' }] as const
  const caa = (text: string) =>
    recordsIn(text, { made: ours, published: [], texts: [] }).map(({ text: record, source }) => `${source}: ${record}`)

  it.each([
    ['example.com CAA 0 issuemail ";"', 'engine: 0 issuemail ";"'],
    ['`CAA 0 issuemail ;`', 'engine: 0 issuemail ;'],
    ['CAA 0 issuemail "; evil.example"', 'unchecked: 0 issuemail "; evil.example"'],
    ['CAA 0 issuemail "evil.example"', 'unchecked: 0 issuemail "evil.example"'],
    ['CAA 128 issuemail ";"', 'unchecked: 128 issuemail ";"'],
  ])('counts with all of its value: %j', (text, record) => {
    expect(caa(text)[0]).toBe(record)
  })
})
