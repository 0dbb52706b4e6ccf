/**
 * The sample report of the landing page is a real scan of a domain of the demo world. UPDATE_SAMPLE=1 writes it again.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { presentScan, type ScanReply } from '@waxseal/core/health'
import { expect, it } from 'vitest'
import { openWorld } from './testing/world-scan.ts'
import { openThreat } from './threat/index.ts'

const file = join(import.meta.dirname, '../../web/src/features/landing/sample-report.json')
const now = () => new Date('2026-11-20T10:00:00Z')

/** The sources of the demo: lists, which are asked in DNS. */
const { session: threat } = openThreat({ sources: ['spamhaus-dbl', 'spamhaus-zen', 'surbl', 'uribl'], now })

/** What a visitor reads of it. Times and the order of concurrent queries differ from scan to scan. */
const read = ({ domain_name, health_score, deductions, findings }: ScanReply) => ({
  domain_name,
  health_score,
  deductions,
  findings: findings.map(({ title, reason, meaning, advice, score_after }) => ({
    title,
    reason,
    meaning,
    advice,
    score_after,
  })),
})

it('the sample report of the landing page says what a scan of its domain says now', async () => {
  const world = await openWorld(now)
  try {
    const reply = presentScan(await world.scan('neglected.example', undefined, { threat }), 'free')
    if (process.env['UPDATE_SAMPLE'] === '1') writeFileSync(file, `${JSON.stringify(reply)}\n`)
    const stored = JSON.parse(readFileSync(file, 'utf8')) as ScanReply
    expect(read(stored)).toEqual(read(reply))
    expect(stored.health_score).toBeLessThan(90)
    expect(stored.results.threat_intelligence).toMatchObject({ error: null, overall_verdict: expect.any(String) })
  } finally {
    await world.stop()
  }
})
