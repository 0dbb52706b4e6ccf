import { pino } from 'pino'
import { expect, it } from 'vitest'
import { buildOf } from '../../build.ts'
import { openMetrics } from '../../metrics/metrics.ts'
import { sampleOf } from '../../testing/scrape.ts'
import { testLists } from './list-health.ts'

it('says once which blocklists fail and which work again', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  let reasons: Record<string, string | null> = {}
  const metrics = openMetrics(buildOf())
  const deps = {
    log,
    metrics,
    testLists: async () => Object.entries(reasons).map(([id, reason]) => ({ id, reason })),
  }
  const failing = new Map<string, string>()
  for (const spamcop of [
    null,
    'it refuses to answer us',
    'it refuses to answer us',
    'it answers to nothing',
    null,
    null,
  ]) {
    reasons = { spamcop, sorbs: null }
    await testLists(deps, failing)
    const text = await metrics.registry.metrics()
    expect(sampleOf(text, 'waxseal_blocklist_up', { list: 'spamcop' })).toBe(spamcop === null ? 1 : 0)
    expect(sampleOf(text, 'waxseal_blocklist_up', { list: 'sorbs' })).toBe(1)
  }
  const said = lines.map(line => JSON.parse(line) as { list: string; reason?: string; msg: string })
  expect(said.map(({ list, reason, msg }) => [list, reason ?? null, msg])).toEqual([
    ['spamcop', 'it refuses to answer us', 'a blocklist fails its self-test'],
    ['spamcop', 'it answers to nothing', 'a blocklist fails its self-test'],
    ['spamcop', null, 'a blocklist works again'],
  ])
})
