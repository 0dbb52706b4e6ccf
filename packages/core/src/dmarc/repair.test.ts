import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { octetsOfText } from '../dns/index.ts'
import { dmarcFaultText } from './faults.ts'
import { type DmarcTags, type PolicySubject, parseDmarc, policyOf, printDmarc } from './record.ts'
import { repairDmarc, repairSeveral } from './repair.ts'
import { type DmarcPolicy, isWeaker } from './value.ts'

const rua = 'rua=mailto:d@example.com'
const reject = `v=DMARC1; p=reject; ${rua}`
const causesOf = (text: string) => repairDmarc(octetsOfText(text)).causes.map(dmarcFaultText)
const subjects: readonly PolicySubject[] = ['domain', 'subdomain', 'nonexistent']
const policiesOf = (text: string) => subjects.map(subject => policyOf(parseDmarc(text), subject))

/** The record, its cause, the repaired record. */
const table: readonly (readonly [text: string, cause: string, repaired: string])[] = [
  // Separators.
  [`v=DMARC1 p=reject; ${rua}`, 'a semicolon is missing after v=DMARC1', reject],
  [`v=DMARC1p=reject; ${rua}`, 'a semicolon is missing after v=DMARC1', reject],
  [`v=DMARC1 p=reject ${rua}`, 'a semicolon is missing after v=DMARC1', reject],
  [`v=DMARC1, p=reject, ${rua}`, 'v=DMARC1 ends in a comma, not a semicolon', reject],
  [`v=DMARC1\np=reject\n${rua}`, 'v=DMARC1 ends in a line break, not a semicolon', reject],
  [`v=DMARC1; p=reject ${rua}`, 'a semicolon is missing after p=reject', reject],
  [`v=DMARC1; p=reject, ${rua}`, 'p=reject ends in a comma, not a semicolon', reject],
  [`v=DMARC1；p=reject；${rua}`, '； is used instead of ;', reject],
  [`v=DMARC1\\; p=reject\\; ${rua}`, 'it contains backslashes', reject],
  // Characters of copying.
  [`"${reject}"`, 'it contains quotation marks (")', reject],
  [`v=DMARC1; p="reject"; ${rua}`, 'it contains quotation marks (")', reject],
  ['"v=DMARC1; p=reject; rua=mailto:d@exam" "ple.com"', 'it contains quotation marks (")', reject],
  [`“${reject}”`, 'it contains quotation marks (“)', reject],
  [`v=DMARC1; p=“reject”; ${rua}`, 'it contains quotation marks (“)', reject],
  [`'${reject}'`, "it contains quotation marks (')", reject],
  [` ${reject}`, 'a space is before v=DMARC1', reject],
  [`\u{a0}${reject}`, 'a space is before v=DMARC1', reject],
  [`\u{feff}${reject}`, 'it contains invisible characters', reject],
  [`v=DMARC1; p=\u{200b}reject; ${rua}`, 'it contains invisible characters', reject],
  [`_dmarc.example.com. IN TXT "${reject}"`, '"_dmarc.example.com. IN TXT" is before v=DMARC1', reject],
  // The version.
  [`v=DMARC1: p=reject; ${rua}`, 'v=DMARC1 ends in a colon, not a semicolon', reject],
  [`v=dmarc1; p=reject; ${rua}`, 'v=dmarc1 is written instead of v=DMARC1', reject],
  [`v=DMARC 1; p=reject; ${rua}`, 'v=DMARC 1 is written instead of v=DMARC1', reject],
  [`v=DMARC; p=reject; ${rua}`, 'v=DMARC is written instead of v=DMARC1', reject],
  [`nv=DMARC1; p=reject; ${rua}`, 'nv=DMARC1 is written instead of v=DMARC1', reject],
  [`v=DMRAC1; p=reject; ${rua}`, 'v=DMRAC1 is written instead of v=DMARC1', reject],
  [`v:DMARC1; p=reject; ${rua}`, 'v:DMARC1 is written instead of v=DMARC1', reject],
  [`DMARC1; p=reject; ${rua}`, 'DMARC1 is written instead of v=DMARC1', reject],
  [`p=reject; ${rua}`, 'v=DMARC1 is missing', reject],
  [`p=reject; v=DMARC1; ${rua}`, 'v=DMARC1 is not the first tag', reject],
  [`v=DMARC1; p=reject" "${rua}`, 'it contains quotation marks (")', reject],
  // Policies.
  [`v=DMARC1; p=rejct; ${rua}`, 'p=rejct is written instead of p=reject', reject],
  [`v=DMARC1; p=reject.; ${rua}`, 'p=reject. is written instead of p=reject', reject],
  [`v=DMARC1; p=rejected; ${rua}`, 'p=rejected is written instead of p=reject', reject],
  [`v=DMARC1; p=quaratine; ${rua}`, 'p=quaratine is written instead of p=quarantine', `v=DMARC1; p=quarantine; ${rua}`],
  [`v=DMARC1; policy=reject; ${rua}`, 'policy is written instead of p', reject],
  [`v=DMARC1; q=reject; ${rua}`, 'q is written instead of p', reject],
  [`v=DMARC1; p:reject; ${rua}`, 'p:reject is written instead of p=reject', reject],
  [`v=DMARC1; p==reject; ${rua}`, 'p==reject is written instead of p=reject', reject],
  [`v=DMARC1; p reject; ${rua}`, 'p reject is written instead of p=reject', reject],
  [`v=DMARC1; =reject; ${rua}`, '=reject is written instead of p=reject', reject],
  [`v=DMARC1; reject; ${rua}`, 'reject is written instead of p=reject', reject],
  [`v=DMARC1; p=none; p=reject; ${rua}`, 'p is given more than once', reject],
  [
    `v=DMARC1; p=reject; sp=quarentine; ${rua}`,
    'sp=quarentine is written instead of sp=quarantine',
    `v=DMARC1; p=reject; sp=quarantine; ${rua}`,
  ],
  [
    `v=DMARC1; p=none; np=rejekt; ${rua}`,
    'np=rejekt is written instead of np=reject',
    `v=DMARC1; p=none; np=reject; ${rua}`,
  ],
  [
    `v=DMARC1 p=quarantine; sp=none; t=y; ${rua}`,
    'a semicolon is missing after v=DMARC1',
    `v=DMARC1; p=quarantine; sp=none; t=y; ${rua}`,
  ],
  [`v=DMARC1; p=reject; sp=strict; ${rua}`, 'sp=strict is not allowed', reject],
  [`v=DMARC1; ${rua}`, 'the policy tag p is missing', `v=DMARC1; p=none; ${rua}`],
  // Other tags.
  [`v=DMARC1; p=reject; pct=100%; ${rua}`, 'pct=100% is written instead of pct=100', reject],
  ['v=DMARC1; p=reject; rua=;', 'rua= has no value', 'v=DMARC1; p=reject'],
  // Report addresses.
  ['v=DMARC1; p=reject; rua=d@example.com', 'mailto: is missing before d@example.com', reject],
  [
    'v=DMARC1; p=reject; rua=mailto://d@example.com',
    'mailto://d@example.com in rua is written instead of mailto:d@example.com',
    reject,
  ],
  [
    'v=DMARC1; p=reject; rua=mailto:mailto:d@example.com',
    'mailto:mailto:d@example.com in rua is written instead of mailto:d@example.com',
    reject,
  ],
  [
    'v=DMARC1; p=reject; rua=mailto: d@example.com',
    'mailto: d@example.com in rua is written instead of mailto:d@example.com',
    reject,
  ],
  ['v=DMARC1; p=reject; rua=mailto:d@example.com,mailto', 'mailto in rua is not a report address', reject],
  [
    'v=DMARC1; p=reject; rua=mailto:d@example.com; mailto:e@example.com',
    'the addresses in rua are not separated by commas',
    `${reject},mailto:e@example.com`,
  ],
  [
    'v=DMARC1; p=reject; rua=mailto:d@example.com mailto:e@example.com',
    'the addresses in rua are not separated by commas',
    `${reject},mailto:e@example.com`,
  ],
  [
    'v=DMARC1; p=reject; rua=<mailto:d@example.com>',
    '<mailto:d@example.com> in rua is written instead of mailto:d@example.com',
    reject,
  ],
]

describe('a record broken in form', () => {
  it.each(table)('%j', (text, cause, repaired) => {
    const { record } = repairDmarc(octetsOfText(text))
    expect(causesOf(text)).toContain(cause)
    expect(record).toBe(repaired)
    expect(parseDmarc(record ?? '').errors).toEqual([])
    // What receivers read in it once repaired is what the original says by its policy words.
    const now = policiesOf(octetsOfText(text))
    for (const [at, policy] of policiesOf(record ?? '').entries()) {
      expect(isWeaker(policy ?? 'none', now[at] ?? 'none')).toBe(false)
    }
  })

  it('has one cause where there is one', () => {
    for (const [text, cause] of table.slice(0, 19)) expect(causesOf(text)).toEqual([cause])
  })
})

describe('a policy whose meaning is unclear gives no record', () => {
  it.each([
    ['v=DMARC1; p=strict', ['p=strict is not allowed']],
    ['v=DMARC1; p=; rua=mailto:d@example.com', ['p= has no value']],
    ['v=DMARC1', ['the policy tag p is missing']],
    ['v=DMARC1; p=none; sp=strict; rua=mailto:d@example.com', ['sp=strict is not allowed']],
    ['v=DMARC1; p=none; foo=reject; rua=mailto:d@example.com', ['foo is not a DMARC tag']],
    ['v=spf1 -all', ['it begins with v=spf1, so it is not a DMARC record']],
    ['v=DKIM1; p=MIGf', ['it begins with v=DKIM1, so it is not a DMARC record']],
    ['x'.repeat(9_000), ['it is too long']],
  ])('%.60s', (text, causes) => {
    expect(repairDmarc(text).record).toBeNull()
    expect(causesOf(text)).toEqual(causes)
  })
})

describe('a record in order', () => {
  it.each([
    reject,
    'v=DMARC1; p=none; sp=quarantine; np=reject; psd=n; t=y; pct=50; adkim=s; aspf=s; rua=mailto:a@b.example; ruf=mailto:c@d.example; fo=1:d',
    'v=DMARC1; p=reject; rua=mailto:a%2Cb%21c@example.com!10m,https://example.com/r/',
    'v=DMARC1; p=reject; rua=mailto:o%27n@example.com?subject=x',
  ])('remains: %s', text => {
    expect(repairDmarc(text)).toMatchObject({ causes: [], record: text })
  })

  it('loses the weaker spelling of a tag that receivers do not read', () => {
    const text = `v=DMARC1; p=reject; ssp=none; ${rua}`
    expect(repairDmarc(text).record).toBe(reject)
  })
})

describe('several records at one name', () => {
  it.each([
    [
      ['v=DMARC1; p=none; rua=mailto:a@example.com', 'v=DMARC1; p=reject; rua=mailto:b@example.com'],
      'v=DMARC1; p=reject; rua=mailto:a@example.com,mailto:b@example.com',
    ],
    [['v=DMARC1; p=quarantine', 'v=DMARC1; p=reject; sp=none'], 'v=DMARC1; p=reject; sp=quarantine'],
    [['v=DMARC1; p=reject; t=y; pct=10', 'v=DMARC1; p=none'], 'v=DMARC1; p=reject'],
    [['v=DMARC1; p=none; np=reject', 'v=DMARC1; p=quarantine'], 'v=DMARC1; p=quarantine; np=reject'],
    [['v=DMARC1; p=strict', 'v=DMARC1; p=quarantine'], 'v=DMARC1; p=quarantine'],
  ])('%j', (texts, repaired) => {
    const { causes, record } = repairSeveral(texts)
    expect(causes.map(dmarcFaultText)).toEqual(['2 DMARC records are published there'])
    expect(record).toBe(repaired)
  })

  it('gives none when none of them is clear', () => {
    expect(repairSeveral(['v=DMARC1; p=strict', 'v=DMARC1']).record).toBeNull()
  })
})

const policy = fc.constantFrom<DmarcPolicy>('none', 'quarantine', 'reject')
const address = fc.constantFrom('mailto:d@example.com', 'mailto:a%2Cb@example.net', 'mailto:x+y@r.example!10m')
const valid: fc.Arbitrary<DmarcTags> = fc.record({
  p: policy,
  sp: fc.option(policy),
  np: fc.option(policy),
  psd: fc.constantFrom('y', 'n', 'u'),
  t: fc.boolean(),
  pct: fc.option(fc.integer({ min: 0, max: 99 })),
  adkim: fc.constantFrom('r', 's'),
  aspf: fc.constantFrom('r', 's'),
  fo: fc.constant([]),
  rua: fc.uniqueArray(address, { maxLength: 3 }),
  ruf: fc.uniqueArray(address, { maxLength: 1 }),
})

/** Mistakes in form, each at a place of the text that `at` chooses. */
const mistakes: readonly ((text: string, at: number) => string)[] = [
  text => ` ${text}`,
  text => `\u{feff}${text}`,
  text => `"${text}"`,
  text => `“${text}”`,
  text => text.toLowerCase(),
  text => text.replaceAll(';', ','),
  text => text.replaceAll('; ', '\n'),
  text => text.replaceAll(';', ''),
  text => text.replaceAll(';', '\\;'),
  text => text.replaceAll('=', ':'),
  text => text.replaceAll('mailto:', ''),
  text => text.replaceAll('mailto:', 'mailto://'),
  text => text.replace('v=DMARC1; ', ''),
  text => text.replace('v=DMARC1', 'DMARC1'),
  text => text.replace('v=DMARC1; p=', 'p=').replace(/$/, '; v=DMARC1'),
  (text, at) => nth(text, ';', at, ''),
  (text, at) => nth(text, ';', at, ','),
  (text, at) => nth(text, '=', at, '=='),
  (text, at) => nth(text, '=', at, '="'),
  // One letter of a word is missing, or stands twice.
  (text, at) => text.slice(0, at % text.length) + text.slice((at % text.length) + 1),
  (text, at) => text.slice(0, at % text.length) + text.slice(Math.max(0, (at % text.length) - 1)),
]

function nth(text: string, mark: string, at: number, by: string): string {
  const places = [...text.matchAll(new RegExp(mark, 'g'))].map(({ index }) => index)
  const place = places[at % places.length] ?? 0
  return text.slice(0, place) + by + text.slice(place + mark.length)
}

describe('for any record with one mistake', () => {
  it('the repair never lowers p, sp or np, turns on test mode only for pct, and parses without errors', () => {
    const broken = fc.tuple(valid, fc.constantFrom(...mistakes), fc.nat())
    fc.assert(
      fc.property(broken, ([tags, mistake, at]) => {
        const before = printDmarc(tags)
        const text = mistake(before, at)
        const { record } = repairDmarc(octetsOfText(text))
        if (record === null) return
        const after = parseDmarc(record)
        expect(after.errors).toEqual([])
        expect(after.t && !tags.t && tags.pct === null).toBe(false)
        const now = policiesOf(octetsOfText(text))
        for (const [index, meant] of policiesOf(before).entries()) {
          const repaired = policiesOf(record)[index] ?? 'none'
          expect([isWeaker(repaired, meant ?? 'none'), text, record]).toEqual([false, text, record])
          expect(isWeaker(repaired, now[index] ?? 'none')).toBe(false)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

it('never throws, and a repaired record needs no repair', () => {
  const soup = fc.array(
    fc.oneof(
      fc.constantFrom(
        ';',
        '=',
        ' ',
        ',',
        ':',
        '"',
        '\\',
        'p',
        'sp',
        'np',
        'v=DMARC1',
        'none',
        'reject',
        'rua',
        'mailto:',
        '@b.c',
      ),
      fc.string({ maxLength: 6, unit: 'binary' }),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(soup, parts => {
      const { record } = repairDmarc(parts.join(''))
      if (record === null) return
      expect(parseDmarc(record).errors).toEqual([])
      expect(repairDmarc(record).record).toBe(record)
    }),
    { numRuns: 1_000 },
  )
})
