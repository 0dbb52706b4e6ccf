import { expect, it } from 'vitest'
import { parseDmarc } from './record.ts'
import { repairDmarc } from './repair.ts'
import { adviceOf, at } from './testing/advice-of.ts'

const reject = 'v=DMARC1; p=reject'

it.each(['dmarc@localhost', 'dmarc@example'])('%s is no report address: no mail reaches it', async address => {
  const [finding, ...others] = await adviceOf(at(`${reject}; rua=mailto:${address}`))
  expect(others).toEqual([])
  expect(finding).toEqual({
    id: 'dmarc_rua_missing',
    meaning: `No one gets the reports that show who sends as example.com. In the record, mailto:${address} in rua is not a report address.`,
    advice: `Publish as TXT at _dmarc.example.com: ${reject}; rua=mailto:dmarc@example.com`,
    publish: `_dmarc.example.com ${reject}; rua=mailto:dmarc@example.com`,
  })
})

it('an address with two at signs is named and repaired', async () => {
  const [finding] = await adviceOf(at(`${reject}; rua=mailto:dmarc@@example.com`))
  expect(finding?.meaning).toContain('mailto:dmarc@@example.com in rua is written instead of mailto:dmarc@example.com.')
  expect(finding?.advice).toBe(`Publish as TXT at _dmarc.example.com: ${reject}; rua=mailto:dmarc@example.com`)
})

it.each([{}, { 'exmaple.com': { MX: [[10, 'mx.exmaple.com']] as const } }])(
  'a destination one typing mistake from the domain was probably meant as the domain',
  async zone => {
    const findings = await adviceOf({ ...at(`${reject}; rua=mailto:dmarc@exmaple.com`), ...zone })
    expect(findings.map(({ advice }) => advice)).toEqual([
      'Correct the report address in the DMARC record from exmaple.com to example.com.',
    ])
  },
)

// RFC 9990 section 4: each organization consents for itself.
it.each([
  ['a.reg.example', 'b.reg.example'],
  ['s1.reg.example', 's2.reg.example'],
])('a short label beside the own one is another organization, and no mistake: %s, %s', async (domain, other) => {
  const zone = { [`_dmarc.${domain}`]: { TXT: [`${reject}; rua=mailto:d@${other}`] }, [other]: { A: ['192.0.2.1'] } }
  const [finding] = await adviceOf(zone, { domain })
  expect(finding?.advice).toBe(
    `Ask the administrator of ${other} to publish as TXT at ${domain}._report._dmarc.${other}: v=DMARC1`,
  )
})

it('of a list only some of whose addresses work, each other one is named and repaired', () => {
  const text = `${reject}; rua=mailto:a@example.com,b@example.com,c`
  expect(parseDmarc(text).warnings.map(({ message }) => message)).toEqual([
    '"b@example.com" in rua is not a report address (add mailto: in front)',
    '"c" in rua is not a report address',
  ])
  expect(repairDmarc(text).record).toBe(`${reject}; rua=mailto:a@example.com,mailto:b@example.com`)
})

it('a sp that is given twice is named, and the stronger one counts in a repaired record', () => {
  const text = `${reject}; sp=reject; sp=none; rua=mailto:d@example.com`
  expect(parseDmarc(text).warnings.map(({ message }) => message)).toEqual(['sp is given more than once'])
  expect(repairDmarc(text).record).toBe(`${reject}; sp=reject; rua=mailto:d@example.com`)
})
