import { describe, expect, it } from 'vitest'
import { presentScan, regainedBy, type ScanResult, withOutcomes } from './index.ts'
import { scanOf, zoneOf } from './judged-zone.fixture.ts'

const zones: readonly (readonly [string, Parameters<typeof zoneOf>[0]])[] = [
  ['without a record', { spf: null, dmarc: null }],
  ['that lets everyone send', { spf: 'v=spf1 mx +all', dmarc: 'v=DMARC1; p=none; rua=mailto:dmarc@example.com' }],
  ['with a weaker policy for subdomains', { dmarc: 'v=DMARC1; p=reject; sp=none' }],
  ['with a softfail', { spf: 'v=spf1 mx ~all', dmarc: 'v=DMARC1; p=none' }],
]
const outcomes = (result: ScanResult) =>
  presentScan(result).findings.map(({ id, score_after, remains }) => ({ id, score_after, remains }))

describe('what actions lead to', () => {
  it.each(zones)('is kept with a stored scan as reading it would judge: a domain %s', async (_, zone) => {
    const scan = await scanOf(zoneOf(zone))
    const stored = JSON.parse(JSON.stringify(withOutcomes(scan))) as ScanResult
    expect(stored.outcomes?.of).toHaveLength(scan.findings.length)
    expect(outcomes(stored)).toEqual(outcomes(scan))
    expect(regainedBy(stored)).toEqual(regainedBy(scan))
  })

  it('is read as it is kept, with the words of today', async () => {
    const { outcomes: kept, ...scan } = withOutcomes(await scanOf(zoneOf({ dmarc: null })))
    if (kept === undefined) throw new Error('nothing is kept')
    const of = kept.of.map(each => ({
      ...each,
      score: 42,
      remains: { id: 'dmarc_none', score_after: 43 },
    }))
    const read = outcomes({ ...scan, outcomes: { ...kept, of } })
    expect(read.every(each => each.score_after === 42)).toBe(true)
    expect(read[0]?.remains).toMatchObject({ id: 'dmarc_none', score_after: 43 })
    expect(read[0]?.remains?.title).toBe(
      outcomes(scan).find(({ remains: left }) => left?.id === 'dmarc_none')?.remains?.title,
    )
  })

  it('is judged anew where the rules are others, or the action is', async () => {
    const scan = await scanOf(zoneOf({ dmarc: null }))
    const { outcomes: kept } = withOutcomes(scan)
    if (kept === undefined) throw new Error('nothing is kept')
    const wrong = kept.of.map(each => ({ ...each, score: 42 }))
    expect(outcomes({ ...scan, outcomes: { model: kept.model - 1, of: wrong } })).toEqual(outcomes(scan))
    const other = wrong.map(each => ({ ...each, action: 'another one' }))
    expect(outcomes({ ...scan, outcomes: { model: kept.model, of: other } })).toEqual(outcomes(scan))
  })
})
