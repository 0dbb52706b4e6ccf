import { describe, expect, it } from 'vitest'
import { octetsOfText } from '../dns/index.ts'
import { effectsText } from './effects.ts'
import { dmarcFaultText } from './faults.ts'
import { isDmarcLookalike, isDmarcRecord, parseDmarc } from './record.ts'
import { repairDmarc, repairSeveral } from './repair.ts'

const rua = 'rua=mailto:d@example.com'
const reject = `v=DMARC1; p=reject; ${rua}`
const withRuf = `${reject}; ruf=mailto:e@example.com`

function repairOf(text: string) {
  const { causes, record, effects } = repairDmarc(octetsOfText(text))
  return { causes: causes.map(dmarcFaultText), record, effects: effectsText(effects) }
}

describe('one mistake has one cause, and is repaired', () => {
  it.each([
    // From a form of the web, a chat, a zone file.
    [`v=DMARC1%3B p=reject%3B ${rua}`, '%3B is used instead of ;', reject],
    [`v=DMARC1%3B%20p%3Dreject%3B%20${rua}`, '%3B is used instead of ;', reject],
    [`v=DMARC1&#59; p=reject&#59; ${rua}`, '&#59; is used instead of ;', reject],
    [`v=DMARC1;\\n p=reject;\\n ${rua}`, 'it contains backslashes', reject],
    [`v=DMARC1;\\np=reject;\\n${rua}`, 'it contains backslashes', reject],
    [`<${reject}>`, 'it contains brackets (<)', reject],
    [`(${reject})`, 'it contains brackets (()', reject],
    [`_dmarc ${reject}`, '"_dmarc" is before v=DMARC1', reject],
    [`_dmarc.example.com. IN TXT "${reject}"`, '"_dmarc.example.com. IN TXT" is before v=DMARC1', reject],
    [`_dmarc 3600 IN TXT ( "${reject}" )`, '"_dmarc 3600 IN TXT (" is before v=DMARC1', reject],
    // Letters of another script.
    [`v=DMARC1; р=reject; ${rua}`, 'Cyrillic р is used instead of p', reject],
    [`v=DМARC1; p=reject; ${rua}`, 'Cyrillic М is used instead of M', reject],
    [`v=DMARC1; p=rеject; ${rua}`, 'Cyrillic е is used instead of e', reject],
    [`v=DMARC1; p=reject; rua=mаilto:d@example.com`, 'Cyrillic а is used instead of a', reject],
    [`v=DMΑRC1; p=reject; ${rua}`, 'Greek Α is used instead of A', reject],
    // Separators.
    [`v=DMARC1:p=reject:${rua}`, 'v=DMARC1 ends in a colon, not a semicolon', reject],
    [`v=DMARC1: p=reject: ${rua}`, 'v=DMARC1 ends in a colon, not a semicolon', reject],
    [`v=DMARC1.p=reject.${rua}`, 'v=DMARC1 ends in a period, not a semicolon', reject],
    [`v=DMARC1; p=reject. ${rua}`, 'p=reject ends in a period, not a semicolon', reject],
    [`v=DMARC1; p=reject${rua}`, 'a semicolon is missing after p=reject', reject],
    [
      `v=DMARC1; p=rejectsp=none; ${rua}`,
      'a semicolon is missing after p=reject',
      `v=DMARC1; p=reject; sp=none; ${rua}`,
    ],
    [`${reject}ruf=mailto:e@example.com`, `a semicolon is missing after ${rua}`, withRuf],
    [`${reject} ruf=mailto:e@example.com`, `a semicolon is missing after ${rua}`, withRuf],
    [`${reject},ruf=mailto:e@example.com`, `${rua} ends in a comma, not a semicolon`, withRuf],
    // Pasted twice.
    [`${reject} ${reject}`, 'v=DMARC1 is given more than once', reject],
    [`${reject}${reject}`, 'v=DMARC1 is given more than once', reject],
    [
      'v=DMARC1; p=none; sp=reject; v=DMARC1; p=none; sp=reject',
      'v=DMARC1 is given more than once',
      'v=DMARC1; p=none; sp=reject',
    ],
    // Policies in other words.
    ['v=DMARC1; p=monitor', 'p=monitor is written instead of p=none', 'v=DMARC1; p=none'],
    ['v=DMARC1; p=no', 'p=no is written instead of p=none', 'v=DMARC1; p=none'],
    ['v=DMARC1; p=off', 'p=off is written instead of p=none', 'v=DMARC1; p=none'],
    // Report addresses.
    [
      `v=DMARC1; p=reject; rua=mail:d@example.com`,
      'mail:d@example.com in rua is written instead of mailto:d@example.com',
      reject,
    ],
    [`${reject}!10q`, 'mailto:d@example.com!10q in rua is written instead of mailto:d@example.com', reject],
    [
      'v=DMARC1; p=reject; rua=[d@example.com](mailto:d@example.com)',
      '[d@example.com](mailto:d@example.com) in rua is written instead of mailto:d@example.com',
      reject,
    ],
    [
      'v=DMARC1; p=reject; rua=mailto:[d@example.com](mailto:d@example.com)',
      'mailto:[d@example.com](mailto:d@example.com) in rua is written instead of mailto:d@example.com',
      reject,
    ],
    [
      'v=DMARC1; p=reject; rua=https://example.com/r',
      'rua has an address with https:, not mailto:',
      // domainaware/checkdmarc#1: the text itself would mend nothing.
      null,
    ],
  ])('%s', (text, cause, record) => {
    expect(repairOf(text)).toMatchObject({ causes: [cause], record })
    const octets = octetsOfText(text)
    expect(isDmarcRecord(octets) || isDmarcLookalike(octets)).toBe(true)
  })
})

describe('where no policy applies now, the record starts as gently as it was meant', () => {
  it.each([
    [
      `v=DMARC1 p=reject; pct=10; ${rua}`,
      `v=DMARC1; p=reject; t=y; pct=10; ${rua}`,
      'Replace pct=10, which RFC 9989 removed, with t=y (test mode). ',
    ],
    [
      `v=DMARC1; p=rejct; pct=0%; ${rua}`,
      `v=DMARC1; p=reject; t=y; pct=0; ${rua}`,
      'Replace pct=0, which RFC 9989 removed, with t=y (test mode). ',
    ],
    [`v=DMARC1 p=reject; t=yes; ${rua}`, `v=DMARC1; p=reject; t=y; ${rua}`, ''],
    [`v=DMARC1 p=none; pct=10; ${rua}`, `v=DMARC1; p=none; pct=10; ${rua}`, ''],
    [
      `v=DMARC1 p=reject; adkim=strict; aspf=strict; ${rua}`,
      `v=DMARC1; p=reject; adkim=s; aspf=s; ${rua}`,
      'Check that no mail is signed only by a subdomain, because adkim=s makes DKIM alignment strict. Check that no bounce address is at a subdomain, because aspf=s makes SPF alignment strict. ',
    ],
    [`v=DMARC1 p=reject; adkim=s; aspf=relaxed; ${rua}`, `v=DMARC1; p=reject; adkim=s; ${rua}`, ''],
  ])('%s', (text, record, effects) => {
    expect(repairOf(text)).toMatchObject({ record, effects })
  })

  it('where one applies, test mode and alignment remain as receivers read them', () => {
    const text = 'v=DMARC1; p=reject; t=yes; pct=10%; adkim=strict'
    expect(repairOf(text)).toEqual({
      causes: [
        't=yes is written instead of t=y',
        'pct=10% is written instead of pct=10',
        'adkim=strict is written instead of adkim=s',
      ],
      record: 'v=DMARC1; p=reject',
      effects: '',
    })
  })

  it('of several records', () => {
    const { record, effects } = repairSeveral(['v=DMARC1; p=reject; pct=10', 'v=DMARC1; p=reject; pct=20'])
    expect([record, effectsText(effects)]).toEqual([
      'v=DMARC1; p=reject; t=y; pct=20',
      'Replace pct=20, which RFC 9989 removed, with t=y (test mode). ',
    ])
  })
})

it('the fault for which receivers ignore the record comes first', () => {
  expect(repairOf('v=DMARC1; adkim=strict; rua=').causes).toEqual(['the policy tag p is missing', 'rua= has no value'])
})

it('the letters of a mail address stay', () => {
  expect(parseDmarc(repairOf(`v=DMARC1 p=reject; rua=mailto:рост@example.com`).record ?? '').rua).toEqual([])
})

// domainaware/checkdmarc#1; RFC 9990 section 4.1 asks receivers for mailto: alone, and what else was meant is unknown.
describe('a repair is never the text itself, nor the same tags with other blanks', () => {
  it.each([
    'v=DMARC1;p=reject;rua=https://example.com/r',
    'v=DMARC1; p=reject; rua=https://example.com/r;',
    'v=DMARC1 ;p = reject ;\trua = https://example.com/r',
    'v=DMARC1; rua=https://example.com/r; p=reject',
    'v=DMARC1; p=reject; rua=https://a.example/r , https://b.example/r',
    'v=DMARC1; p=none; rua=https://example.com/r!10m',
    'v=DMARC1;p=reject;ruf=https://example.com/r',
    'v=DMARC1;p=reject;rua=mailto:d@example.com;ruf=https://example.com/r',
  ])('%s', text => {
    const { causes, record } = repairOf(text)
    expect(causes).toHaveLength(1)
    expect(record).toBeNull()
  })
})
