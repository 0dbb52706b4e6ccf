import { describe, expect, it } from 'vitest'
import { presentScan, regainedBy, type ScanResult } from './index.ts'
import { scanOf, zoneOf } from './judged-zone.fixture.ts'

const listing = (subject: string) => ({
  id: 'bl_critical' as const,
  check: 'blacklist' as const,
  subject,
  facts: { list: 'a list', listId: 'a-list', subject: '192.0.2.1', codes: '127.0.0.2', meaning: 'spam' },
  evidence: ['e'],
})

describe('what each kind of finding regains', () => {
  it('is what the report shows as the score after its action', async () => {
    const scan = await scanOf(zoneOf({ spf: null, dmarc: null }))
    const { health_score: score, findings } = presentScan(scan)
    const after = new Map(findings.map(({ id, score_after }) => [id, score_after]))
    expect(after.get('dmarc_missing')).not.toBeNull()
    expect(regainedBy(scan).get('dmarc_missing')).toBe((after.get('dmarc_missing') ?? 0) - (score ?? 0))
    // A record with p=none takes the place of the missing one, so not all of the points come back.
    const cost = -(findings.find(({ id }) => id === 'dmarc_missing')?.points ?? 0)
    expect(regainedBy(scan).get('dmarc_missing')).toBeLessThan(cost)
  })

  it('is what it costs where only the next scan can show that', async () => {
    const scan = await scanOf(zoneOf({ spf: null }))
    const found = presentScan(scan).findings.find(({ id }) => id === 'spf_missing')
    expect(regainedBy(scan).get('spf_missing')).toBe(
      found?.score_after === null ? -found.points : (found?.score_after ?? 0) - (scan.score ?? 0),
    )
  })

  it('is that of all of one kind together, since each alone regains little where the points of a check have a limit', async () => {
    const before = await scanOf(zoneOf())
    const findings = [listing('one'), listing('two')] as unknown as ScanResult['findings']
    const scan: ScanResult = { ...before, findings, score: 60, deductions: [] }
    expect(presentScan(scan).findings.map(({ score_after }) => score_after)).toEqual([65, 65])
    expect(regainedBy(scan)).toEqual(new Map([['bl_critical', 40]]))
  })

  it('leaves what other findings then cost', async () => {
    const before = await scanOf(zoneOf())
    const high = { ...listing('three'), id: 'bl_high' as const }
    const findings = [listing('one'), high] as unknown as ScanResult['findings']
    const scan: ScanResult = { ...before, findings, score: 60, deductions: [] }
    expect(regainedBy(scan).get('bl_critical')).toBe((presentScan(scan).findings[0]?.score_after ?? 0) - 60)
    expect(regainedBy(scan).get('bl_critical')).toBeLessThan(35)
  })

  it('is 0 or what it costs for a scan without a score', async () => {
    const before = await scanOf(zoneOf({ spf: null }))
    const scan: ScanResult = { ...before, score: null, deductions: [] }
    expect([...regainedBy(scan).values()].every(points => points === 0)).toBe(true)
  })
})
