import { type ReplyOf, type scanHistory, scanReply, type scanResults } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { scanDocument } from '../../db/schema/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScanResult } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { scanHandlers } from './jobs.ts'

const events = { accept: 'text/event-stream' }

onTheStore('what changed since the last scan', kind => {
  let server: TestApp
  let user: TestUser
  let domainId: string
  /** The result of the next scan. */
  let next: Partial<ScanResult>
  beforeAll(async () => {
    server = await openTestApp(kind, { scan: async ({ name }) => aScanResult({ name, ...next }) })
    await server.deps.queue.work(scanHandlers(server.deps))
  })
  beforeEach(async () => {
    next = {}
    user = await server.aUser()
    domainId = (await aDomain(server.deps.store, user.actor)).id
  })
  afterAll(() => server.close())

  const { basis, findings } = aScanResult()
  const spfMissing = findings.filter(({ id }) => id === 'spf_missing')
  const scanned = async (day: number, result: Partial<ScanResult> = {}) => {
    next = { finishedAt: `2026-11-${day}T09:00:04.000Z`, ...result }
    const { body } = await user.post(`/diagnostics/scan/${domainId}`)
    return scanReply.parse(body).changes
  }

  it('is null for a first scan', async () => {
    expect(await scanned(20)).toBeNull()
  })

  it('names the fixed findings and both scores, in every reply and in the history', async () => {
    await scanned(20)
    const changes = await scanned(21, { score: 83, findings: spfMissing })
    expect(changes).toEqual({
      since: '2026-11-20T09:00:04.000Z',
      compared: 'all',
      score_before: 60,
      score_after: 83,
      fixed: [
        {
          id: 'dmarc_missing',
          subject: null,
          check: 'dmarc',
          title: 'DMARC record missing',
          reason: 'DMARC record missing',
        },
      ],
      added: [],
      changed: [],
      unchanged: 1,
      unknown: 0,
      not_compared: [],
    })
    for (const path of [`/diagnostics/results/${domainId}`, `/domains/${domainId}/latest-scan`]) {
      const { body } = await user.get(path)
      expect((body as ReplyOf<typeof scanResults>).changes, path).toEqual(changes)
    }
    const history = (await user.get(`/domains/${domainId}/history`)).body as ReplyOf<typeof scanHistory>
    expect(history.map(({ fixed, added }) => [fixed, added])).toEqual([
      [0, 0],
      [1, 0],
    ])
  })

  it('is in the stream of a scan, too', async () => {
    await scanned(20, { findings: spfMissing })
    next = { finishedAt: '2026-11-21T09:00:04.000Z' }
    const { text } = await user.post(`/diagnostics/scan/${domainId}`, undefined, events)
    expect(text).toContain('"added":[{"id":"dmarc_missing","subject":null,"check":"dmarc",')
  })

  it('skips a scan that could not complete a check, and compares with the last one on an equal basis', async () => {
    await scanned(20)
    const open = await scanned(21, { basis: { ...basis, unchecked: ['relay'] } })
    expect(open).toMatchObject({ compared: 'findings', score_before: null, score_after: null, not_compared: ['relay'] })
    expect(await scanned(22, { findings: spfMissing })).toMatchObject({
      since: '2026-11-20T09:00:04.000Z',
      compared: 'all',
      fixed: [{ id: 'dmarc_missing' }],
    })
  })

  it('compares nothing across a change of the plan', async () => {
    await scanned(20)
    expect(await scanned(21, { findings: [], basis: { ...basis, tier: 'pro' } })).toMatchObject({
      compared: 'nothing',
      score_before: null,
      fixed: [],
      added: [],
      changed: [],
    })
  })

  it('is null, and the scan is stored, when the earlier document cannot be read', async () => {
    await scanned(20)
    await server.deps.store.db.update(scanDocument).set({ version: 99 }).where(eq(scanDocument.domainId, domainId))
    expect(await scanned(21, { findings: [] })).toBeNull()
  })
})
