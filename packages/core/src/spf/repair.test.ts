import { describe, expect, it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { sameSet, setOfCidrs } from './address-set.ts'
import { repairSpf, type TermAtFault } from './repair.ts'
import { fewTexts, problemTexts } from './repair-words.ts'
import { brokenRecords, octets, passing } from './testing/broken-records.ts'

const codesOf = (texts: readonly string[], atFault?: readonly TermAtFault[]): string =>
  repairSpf(texts, atFault)
    .causes.map(cause => {
      if (cause.code === 'term') return `term:${cause.fault}`
      return cause.code === 'removed' ? `removed:${cause.reason}` : cause.code
    })
    .join(' ')

const said = (published: string): string => fewTexts(problemTexts(repairSpf(octets(published)).causes), 5)

describe('a record becomes what it was meant to say', () => {
  it.each(brokenRecords)('%j: %s', async (published, codes, record, meant) => {
    const repaired = repairSpf(octets(published))
    expect(repaired.record).toBe(record)
    // A second v=spf1 is told where nothing else is wrong.
    expect(codesOf(octets(published)).replace(/ ?second_version/, '')).toBe(codes)
    if (repaired.record === null) return
    const passes = await passing(repaired.record)
    const wanted = setOfCidrs(meant)
    expect(wanted !== null && sameSet(passes, wanted)).toBe(true)
  })

  it.each<[TermAtFault['reason'], string, string, string | null]>([
    ['no_record', 'include:gone.example', 'v=spf1 mx include:gone.example -all', 'v=spf1 mx -all'],
    ['no_record', 'include:a.example-all', 'v=spf1 include:a.example-all', 'v=spf1 include:a.example -all'],
    [
      'no_record',
      'include:http://a.example',
      'v=spf1 mx include:http://a.example -all',
      'v=spf1 mx include:a.example -all',
    ],
    [
      'no_record',
      'include:a.example,include:b.example',
      'v=spf1 include:a.example,include:b.example -all',
      'v=spf1 include:a.example include:b.example -all',
    ],
    ['no_record', 'include:gone.example', 'v=spf1 include:gone.example -all', null],
    ['loop', 'include:example.com', 'v=spf1 mx include:example.com -all', 'v=spf1 mx -all'],
    ['loop', 'redirect=example.com', 'v=spf1 mx redirect=example.com', 'v=spf1 mx ~all'],
    ['again', 'mx', 'v=spf1 mx a mx -all', 'v=spf1 mx a -all'],
  ])('%s: %s', (reason, text, published, record) => {
    expect(repairSpf([published], [{ text, reason }]).record).toBe(record)
  })

  it('names each cause in a sentence', () => {
    expect(said(' v=spf1 mx -all')).toBe('The record begins with a space.')
    expect(said('v=spf1; mx -all')).toBe('The record has ";" instead of a space after v=spf1.')
    expect(said('v=spf10 mx -all')).toBe('The record begins with v=spf10 instead of v=spf1.')
    expect(said('“v=spf1 mx –all”')).toBe(
      'The record contains quotation marks. The record contains dashes instead of hyphens.',
    )
    expect(said('v=spf1 ip4:mail.example.net ipv4:192.0.2.1 ip4:192.0.2.0/255.255.255.0 redirect:x.example -al')).toBe(
      'ip4:mail.example.net needs an address and should read a:mail.example.net. ipv4:192.0.2.1 should read ip4:192.0.2.1. ip4:192.0.2.0/255.255.255.0 has a netmask instead of a prefix length. redirect:x.example needs an equals sign, not a colon. -al should read -all.',
    )
    expect(said('v=spf1 ipv4:192.0.2.1 ipv4:192.0.2.2 ipv4:192.0.2.3 -al')).toBe(
      'ipv4:192.0.2.1 should read ip4:192.0.2.1. ipv4:192.0.2.2 should read ip4:192.0.2.2. ipv4:192.0.2.3 should read ip4:192.0.2.3. -al should read -all.',
    )
    expect(said('SPF: v=spf1 mx -all')).toBe('The record begins with SPF: instead of v=spf1.')
    expect(said('v=spf1&nbsp;mx -all')).toBe('The record contains tabs or no-break spaces.')
    expect(said('v=spf1 ip4:192.0.2.300 -all')).toBe('ip4:192.0.2.300 is not a term of SPF.')
  })
})

it('takes time in proportion to the length of a text', () =>
  expectLinearCost(text => repairSpf([text], [{ text: 'mx', reason: 'again' }]), {
    max: 4_096,
    tokens: [' mx', ';include: a.example', '" "', ' ip4:1.2.3.4-all', '%{d}'],
    heads: ['v=spf1 '],
  }))
