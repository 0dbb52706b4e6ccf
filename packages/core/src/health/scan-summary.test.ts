import { expect, it } from 'vitest'
import { reject, scanOf, zoneOf } from './judged-zone.fixture.ts'
import { nextSteps } from './next-steps.ts'
import { presentScan } from './present.ts'
import { scanSummary } from './scan-summary.ts'

const summaryOf = async (zone: Parameters<typeof scanOf>[0]) => {
  const scan = presentScan(await scanOf(zone))
  return { scan, summary: scanSummary(scan, 'bücher.example', nextSteps(scan)[0] ?? null) }
}

it('says the score with what it costs, and what to fix first with the score that leads to', async () => {
  const { scan, summary } = await summaryOf(zoneOf({ dmarc: null }))
  const lost = 100 - (scan.health_score ?? 0)
  expect(summary[0]).toMatch(
    new RegExp(`^bücher\\.example scores ${scan.health_score} of 100 \\(\\w+\\): .+ ${lost} points\\.$`),
  )
  expect(summary[1]).toMatch(new RegExp(`^Fix this first: .+ \\(score 65 → 85 now, 100 once enforced\\)\\.$`))
})

it('without a score, and without a finding, calls nothing missing', async () => {
  const { scan } = await summaryOf(zoneOf())
  expect(scanSummary({ ...scan, health_score: null, findings: [] }, 'bücher.example', null)).toEqual([
    'bücher.example has no score.',
    'Nothing counts as missing.',
  ])
})

it('where nothing costs points, says how much of it was checked', async () => {
  const scan = { ...presentScan(await scanOf(zoneOf({ dmarc: reject }))), findings: [], health_score: 100, coverage: 1 }
  const complete = scanSummary({ ...scan, unchecked: [] }, 'example.com', null)
  expect(complete).toEqual([
    'example.com scores 100 of 100 (Excellent), and no finding costs points.',
    'All checks completed.',
  ])
  expect(scanSummary({ ...scan, coverage: 0.87 }, 'example.com', null)[1]).toBe(
    'Partly checked: 13% of checks could not run.',
  )
})
