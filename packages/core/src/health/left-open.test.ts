import { describe, expect, it } from 'vitest'
import type { CheckId, Gap } from '../check/index.ts'
import { scanOf, zoneOf } from './judged-zone.fixture.ts'
import { leftOpen } from './left-open.ts'
import { presentScan } from './present.ts'
import type { ScanReply } from './reply.ts'
import type { Sections } from './scan.ts'
import { coverageWords, notRunWords } from './score-words.ts'

const sections = (await scanOf(zoneOf())).sections

/** The reply of the healthy scan with other sections. */
const having = async (beside: Partial<Sections> = {}): Promise<ScanReply> =>
  presentScan(await scanOf(zoneOf(), null, 0, beside))

const gap = (name: string): Gap => ({ question: { name, type: 'A' }, reason: 'refused', evidence: `A ${name}` })

function ran<K extends CheckId>(check: K): Extract<Sections[K], { ran: true }> {
  const section: { ran: boolean } = sections[check]
  if (!section.ran) throw new Error(`the fixture ran ${check}`)
  return section as Extract<Sections[K], { ran: true }>
}

const zone = ran('blacklist').value.rows.map(({ zone: name }) => `63.114.0.203.${name}`)

describe('a scan that left nothing open', () => {
  it('is the only one of which is said that all checks completed', async () => {
    const scan = await having()
    expect(scan.unchecked).toEqual([])
    expect([coverageWords(scan), notRunWords(scan)]).toEqual(['All checks completed', null])
  })

  it('is never one with a coverage below all', async () => {
    expect(coverageWords({ ...(await having()), coverage: 0.997 })).toBe('Partly checked: 1% of checks could not run')
    expect(coverageWords({ ...(await having()), coverage: 0.0004 })).toBe('Partly checked: 99% of checks could not run')
    expect(coverageWords({ ...(await having()), coverage: 0 })).toBe('No check could run')
  })
})

describe('what a scan left open', () => {
  it('counts the failed lookups, and not the lines that name some of them', async () => {
    const scan = await having({ blacklist: { ...ran('blacklist'), gaps: zone.slice(0, 25).map(gap) } })
    expect(scan.unchecked).toHaveLength(11)
    expect(scan.unchecked.at(-1)).toBe('Blacklists: 15 more lookups failed')
    expect(notRunWords(scan)).toBe('25 lookups failed')
  })

  it('names threat intelligence without a verdict, though no lookup of its own failed', async () => {
    const threat = ran('threat')
    const silent = threat.value.opinions.map(opinion => ({ ...opinion, says: 'unknown' as const }))
    const scan = await having({ threat: { ...threat, value: { ...threat.value, opinions: silent } } })
    expect(scan.unchecked).toEqual(['Threat intelligence could not be checked: too few sources answered'])
    expect(coverageWords(scan)).toBe('Partly checked: 1 check has no result')
  })

  it('names a part of transport that has no answer to judge, once: where a lookup failed, its line says it', async () => {
    const transport = ran('transport')
    const value = { ...transport.value, caa: [{ name: 'example.com', records: null }] }
    expect((await having({ transport: { ...transport, value } })).unchecked).toEqual([
      'Transport: CAA. The lookup of the records failed.',
    ])
    const failed = {
      ...gap('example.com'),
      question: { name: 'example.com', type: 'CAA' as const },
      evidence: 'CAA example.com',
    }
    const scan = await having({ transport: { ...transport, value, gaps: [failed] } })
    expect(scan.unchecked).toEqual([
      'Transport: the CAA lookup of example.com failed. The DNS servers refused the query.',
    ])
    expect(leftOpen(scan)).toEqual({ checks: [], lookups: 1, parts: 0 })
  })

  it("names answers that the zone's own servers could not confirm", async () => {
    const dkim = ran('dkim')
    const [first, ...others] = dkim.evidence
    if (first?.kind !== 'dns') throw new Error('the fixture asked for a key')
    const evidence = [{ ...first, via: { ...first.via, unconfirmed: 'over-budget' as const } }, ...others]
    const scan = await having({ dkim: { ...dkim, evidence } })
    expect(scan.unchecked).toEqual(["DKIM: the zone's own servers could not be asked to confirm 1 answer."])
    expect(coverageWords(scan)).toBe('Partly checked: 1 part could not be checked')
  })
})
