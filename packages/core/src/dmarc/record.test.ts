import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DmarcTags, isDmarcLookalike, isDmarcRecord, parseDmarc, policyOf, printDmarc } from './record.ts'
import { readReportUri } from './report-uri.ts'
import type { DmarcPolicy } from './value.ts'

/** Without the warning that a record has no report address, as most of these have none. */
const codes = (text: string) => {
  const record = parseDmarc(text)
  const warnings = record.warnings.map(item => item.code).filter(code => code !== 'rua-missing')
  return { errors: record.errors.map(item => item.code), warnings }
}

const warningsOf = (text: string) => parseDmarc(text).warnings.map(({ message }) => message)

describe('what counts as a DMARC record', () => {
  it.each([
    'v=DMARC1',
    'v=DMARC1;',
    'v=DMARC1; p=none',
    'v = DMARC1 ;p=none',
    'v\t=\tDMARC1\t;p=reject',
    'V=DMARC1; p=none',
  ])('%j does', text => {
    expect(isDmarcRecord(text)).toBe(true)
    expect(isDmarcLookalike(text)).toBe(false)
  })

  it.each([
    ' v=DMARC1; p=none',
    'p=none; v=DMARC1',
    'v=dmarc1; p=none',
    'v=DMARC10; p=none',
    'v=DMARC2',
    'v=DMARC1 p=none',
  ])('%j does not, and is told as a lookalike', text => {
    expect(isDmarcRecord(text)).toBe(false)
    expect(isDmarcLookalike(text)).toBe(true)
    expect(codes(text).errors).toEqual(['version'])
    expect(parseDmarc(text).errors[0]?.message).not.toContain('begin with')
    expect(policyOf(parseDmarc(text), 'domain')).toBeNull()
  })

  it.each(['p=reject; rua=mailto:d@example.com', 'DMARC1; p=none', '“v=DMARC1; p=none”'])(
    '%j was meant as one, too',
    text => {
      expect(isDmarcRecord(text)).toBe(false)
      expect(isDmarcLookalike(text)).toBe(true)
    },
  )

  it.each(['v=DKIM1; k=rsa; p=MIGf', 'v=STSv1; id=1', 'xp=none', 'stop=none of it'])('%j is something else', text => {
    expect(isDmarcLookalike(text)).toBe(false)
  })

  it.each(['', 'v=spf1 -all', 'hello', 'google-site-verification=abc'])('%j has nothing to do with it', text => {
    expect(isDmarcRecord(text)).toBe(false)
    expect(isDmarcLookalike(text)).toBe(false)
  })
})

describe('parsing a record', () => {
  it('parses every tag of RFC 9989', () => {
    const text =
      'v=DMARC1; p=reject; sp=quarantine; np=none; psd=n; t=y; adkim=s; aspf=s; fo=d:s; ' +
      'rua=mailto:a@example.com,mailto:b@example.net; ruf=mailto:c@example.com'
    expect(parseDmarc(text)).toEqual({
      text,
      p: 'reject',
      sp: 'quarantine',
      np: 'none',
      psd: 'n',
      t: true,
      pct: null,
      adkim: 's',
      aspf: 's',
      fo: ['d', 's'],
      rua: ['mailto:a@example.com', 'mailto:b@example.net'],
      ruf: ['mailto:c@example.com'],
      errors: [],
      warnings: [
        {
          code: 'sp-weaker',
          message: 'sp=quarantine is weaker than p=reject, so subdomains are less protected',
        },
        { code: 'np-weaker', message: 'np=none is weaker than p=reject, so subdomains are less protected' },
      ],
    })
  })

  it('accepts values in any case', () => {
    expect(parseDmarc('v=DMARC1; P=Reject; T=Y').p).toBe('reject')
    expect(parseDmarc('v=DMARC1; P=Reject; T=Y').t).toBe(true)
  })

  it('parses the removed tags of RFC 7489 with a warning', () => {
    const record = parseDmarc('v=DMARC1; p=reject; pct=50; rf=afrf; ri=86400')
    expect(record.pct).toBe(50)
    const historic = ['historic-tag', 'historic-tag', 'historic-tag']
    expect(record.warnings.map(item => item.code)).toEqual([...historic, 'rua-missing'])
    expect(codes('v=DMARC1; p=reject; pct=101').warnings).toEqual(['historic-tag', 'pct-invalid'])
  })

  it('reports problems and continues', () => {
    expect(codes('v=DMARC1; p=none; foo=bar').warnings).toEqual(['unknown-tag'])
    expect(codes('v=DMARC1; p=none; adkim=x; aspf=; nonsense').warnings).toEqual([
      'tag-syntax',
      'tag-syntax',
      'adkim-invalid',
    ])
    expect(codes('v=DMARC1; sp=none; p=none').warnings).toEqual(['p-not-second'])
    expect(codes('v=DMARC1; p=none; fo=1').warnings).toEqual(['fo-without-ruf'])
    expect(codes('v=DMARC1; p=none; rua=dmarc@example.com').warnings).toEqual(['uri-invalid'])
    expect(codes('v=DMARC1; p=none; rua=https://example.com/r').warnings).toEqual(['uri-scheme'])
    expect(codes('v=DMARC1; p=none; rua=mailto:a@example.com!10m').warnings).toEqual(['size-limit'])
  })

  it('drops a tag with two different values, and keeps one with two equal ones', () => {
    const differing = parseDmarc('v=DMARC1; p=none; p=reject; rua=mailto:a@example.com')
    expect(differing.p).toBeNull()
    expect(policyOf(differing, 'domain')).toBe('none')
    const alike = 'v=DMARC1; p=reject; p=reject'
    expect(parseDmarc(alike).p).toBe('reject')
    expect(codes(alike).warnings).toEqual(['duplicate-tag'])
  })
})

describe('warnings of a record that applies', () => {
  it.each([
    ['v=DMARC1; p=reject', 'the record has no report address, so receivers send no aggregate reports'],
    [
      'v=DMARC1; p=reject; rua=d@example.com',
      'the record has no report address, so receivers send no aggregate reports',
    ],
    [
      'v=DMARC1; p=reject; sp=none; rua=mailto:d@example.com',
      'sp=none is weaker than p=reject, so subdomains are less protected',
    ],
    ['v=DMARC1; p=reject; rua=', 'rua= has no value, so receivers ignore it'],
    ['v=DMARC1; p=reject; rua=d@example.com', '"d@example.com" in rua is not a report address (add mailto: in front)'],
    [
      'v=DMARC1; p=reject; rua=mailto://d@example.com',
      '"mailto://d@example.com" in rua is not a report address (write mailto: without slashes)',
    ],
    [
      'v=DMARC1; p=reject; rua=mailto:mailto:d@example.com',
      '"mailto:mailto:d@example.com" in rua is not a report address (remove the second mailto:)',
    ],
  ])('%s', (text, message) => {
    expect(warningsOf(text)).toContain(message)
  })

  it('are none for a record as it should be', () => {
    expect(warningsOf('v=DMARC1; p=reject; sp=reject; np=reject; rua=mailto:d@example.com')).toEqual([])
  })
})

describe('the policy of a record (RFC 9989 section 4.10.1)', () => {
  it.each([
    ['v=DMARC1; p=reject', ['reject', 'reject', 'reject']],
    ['v=DMARC1; p=reject; sp=quarantine', ['reject', 'quarantine', 'quarantine']],
    ['v=DMARC1; p=reject; sp=quarantine; np=none', ['reject', 'quarantine', 'none']],
    ['v=DMARC1; p=none; np=reject', ['none', 'none', 'reject']],
    ['v=DMARC1; rua=mailto:a@example.com', ['none', 'none', 'none']],
    ['v=DMARC1; p=yes; rua=mailto:a@example.com', ['none', 'none', 'none']],
    ['v=DMARC1; p=reject; sp=yes; rua=mailto:a@example.com', ['none', 'none', 'none']],
    ['v=DMARC1', [null, null, null]],
    ['v=DMARC1; p=yes', [null, null, null]],
    ['v=DMARC1; p=reject; np=yes', [null, null, null]],
    ['v=DMARC1; p=yes; rua=a@example.com', [null, null, null]],
  ] as const)('%s', (text, expected) => {
    const record = parseDmarc(text)
    expect([policyOf(record, 'domain'), policyOf(record, 'subdomain'), policyOf(record, 'nonexistent')]).toEqual(
      expected,
    )
  })
})

describe('report addresses', () => {
  it.each([
    ['mailto:a@example.com', 'example.com', null],
    ['MAILTO:a@Example.COM', 'example.com', null],
    ['mailto:a%21b@example.com', 'example.com', null],
    ['mailto:a%2Cb@example.com', 'example.com', null],
    ['mailto:a@example.com?subject=x', 'example.com', null],
    ['mailto:a@example.com!10m', 'example.com', 10_485_760],
    ['mailto:a@example.com!1000', 'example.com', 1000],
    ['https://example.com/report', null, null],
  ] as const)('%s', (text, domain, maxBytes) => {
    expect(readReportUri(text)).toMatchObject({ domain, maxBytes })
  })

  it.each([
    '',
    'a@example.com',
    'mailto:',
    'mailto:a',
    'mailto:@example.com',
    'mailto:a@',
    'mailto:a@b..c',
    'mailto:a@example.com!10x',
    'mailto:a b@example.com',
    'mailto://a@example.com',
    'mailto:mailto:a@example.com',
    'mailto:a@example.com%2Cb@example.com',
    'mailto:%ZZ@example.com',
    'mailto:a@example.com\n',
  ])('%j is none', text => {
    expect(readReportUri(text)).toBeNull()
  })
})

const policy = fc.constantFrom<DmarcPolicy>('none', 'quarantine', 'reject')
const label = fc.stringMatching(/^[a-z][a-z0-9]{0,10}$/)
const uri = fc
  .tuple(label, label, label, fc.constantFrom('', '!10m', '?x=y'))
  .map(([user, name, top, end]) => `mailto:${user}@${name}.${top}${end}`)
const tags: fc.Arbitrary<DmarcTags> = fc.record({
  p: fc.option(policy),
  sp: fc.option(policy),
  np: fc.option(policy),
  psd: fc.constantFrom('y', 'n', 'u'),
  t: fc.boolean(),
  pct: fc.option(fc.integer({ min: 0, max: 100 })),
  adkim: fc.constantFrom('r', 's'),
  aspf: fc.constantFrom('r', 's'),
  fo: fc.uniqueArray(fc.constantFrom('0', '1', 'd', 's')),
  rua: fc.uniqueArray(uri, { maxLength: 5 }),
  ruf: fc.uniqueArray(uri, { maxLength: 5 }),
})
function tagsOf(record: ReturnType<typeof parseDmarc>): DmarcTags {
  return Object.fromEntries(
    Object.entries(record).filter(([key]) => !['text', 'errors', 'warnings'].includes(key)),
  ) as DmarcTags
}

describe('for any input', () => {
  it('parsing a printed record gives the same tags', () => {
    fc.assert(
      fc.property(tags, value => {
        expect(tagsOf(parseDmarc(printDmarc(value)))).toEqual(value)
      }),
    )
  })

  it('a record parsed, printed and parsed again is the same', () => {
    const soup = fc.array(
      fc.oneof(
        fc.constantFrom(';', '=', ' ', 'p', 'sp', 'rua', 'none', 'reject', 'mailto:', '@', '!', ',', 'v=DMARC1'),
        fc.string({ maxLength: 8 }),
      ),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(soup, parts => {
        const once = parseDmarc(`v=DMARC1;${parts.join('')}`)
        expect(tagsOf(parseDmarc(printDmarc(once)))).toEqual(tagsOf(once))
      }),
    )
  })

  describe.each([
    ['blanks in a value', (size: number) => `v=DMARC1; p=none${' '.repeat(size)}x`],
    ['blanks', (size: number) => `v=DMARC1;${' '.repeat(size)}`],
    ['white space before the end', (size: number) => `v=DMARC1${' \t'.repeat(size / 2)}x`],
    ['addresses', (size: number) => `v=DMARC1; p=none; rua=${'mailto:a@b.c,'.repeat(size / 13)}`],
    ['tags', (size: number) => `v=DMARC1;${'p=none;'.repeat(size / 7)}`],
    ['control characters', (size: number) => `v=DMARC1; ${'\u0000\u001b'.repeat(size / 2)}=1`],
    ['versions', (size: number) => 'v='.repeat(size / 2)],
  ])('8 KB of %s', (_, textOf) => {
    it('have few problems, short and printable', () => {
      const record = parseDmarc(textOf(8_000))
      expect(record.warnings.length).toBeLessThan(120)
      for (const problem of [...record.errors, ...record.warnings]) expect(problem.message).toMatch(/^[ -~…]{1,200}$/)
    })
  })
})
