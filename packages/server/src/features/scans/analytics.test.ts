import { domainAnalytics as endpoint, type ReplyOf } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan, aScanResult } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { pruneDocuments } from './store.ts'

type Analytics = ReplyOf<typeof endpoint>

onTheStore('the analytics of a domain', kind => {
  let server: TestApp
  let user: TestUser
  let domain: Awaited<ReturnType<typeof aDomain>>
  beforeAll(async () => {
    server = await openTestApp(kind)
  })
  beforeEach(async () => {
    user = await server.aUser({ tier: 'business' })
    domain = await aDomain(server.deps.store, user.actor)
  })
  afterAll(() => server.close())

  const { basis } = aScanResult()
  const daysAgo = (days: number) => new Date(server.deps.now().getTime() - days * 86_400_000).toISOString()
  const scanned = (days: number, result: Partial<ScanResult> = {}) =>
    aScan(server.deps.store, domain, { finishedAt: daysAgo(days), ...result })
  const ask = async (query = '') => {
    const { status, body } = await user.get(`/domains/${domain.id}/analytics${query}`)
    expect(status).toBe(200)
    expect(endpoint.reply.safeParse(body).error).toBeUndefined()
    return body as Analytics
  }
  const listed = {
    id: 'bl_critical',
    check: 'blacklist',
    subject: '192.0.2.10 spamhaus-zen',
    facts: {
      list: 'Spamhaus ZEN',
      listId: 'spamhaus-zen',
      subject: '192.0.2.10',
      meaning: 'SBL',
      delisting: 'request removal',
    },
    evidence: ['e-bl'],
  } satisfies ScanResult['findings'][number]

  it('are empty before the first scan', async () => {
    expect(await ask()).toMatchObject({ scans: [], listings: [], has_older: false, more_listings: 0 })
  })

  it('have the scans of the period, the oldest first, with their findings by severity', async () => {
    await scanned(91)
    await scanned(2, { score: 40 })
    await scanned(1, { score: 80, findings: [] })
    const { scans, from } = await ask()
    expect(scans.map(({ score, findings }) => [score, findings])).toEqual([
      [40, { critical: 1, high: 1, medium: 0, low: 0, info: 0 }],
      [80, { critical: 0, high: 0, medium: 0, low: 0, info: 0 }],
    ])
    expect(new Date(from).getTime()).toBeCloseTo(new Date(daysAgo(90)).getTime(), -4)
    expect((await ask('?days=100')).scans).toHaveLength(3)
  })

  it('outlive the documents of the scans', async () => {
    for (const days of [3, 2, 1]) await scanned(days, { findings: [listed] })
    await pruneDocuments(server.deps.store.db, domain.id, 1)
    expect((await ask()).scans).toHaveLength(3)
  })

  it('mark a score that is not comparable, also with a scan before the period', async () => {
    await scanned(100, { basis: { ...basis, tier: 'pro' } })
    await scanned(2)
    await scanned(1)
    expect((await ask()).scans.map(scan => scan.basis_changed)).toEqual([true, false])
  })

  it('have each listing with the scans that saw it; one that could not check ends none', async () => {
    await scanned(4)
    await scanned(3, { findings: [listed] })
    await scanned(2, { basis: { ...basis, unchecked: ['blacklist'] } })
    await scanned(1, { findings: [listed] })
    expect((await ask()).listings).toEqual([
      {
        list: 'Spamhaus ZEN',
        own: false,
        listed: '192.0.2.10',
        listed_now: true,
        spans: [{ from: daysAgoOf(3), to: daysAgoOf(1) }],
      },
    ])
  })

  it('say how often each check could be made', async () => {
    await scanned(3, { basis: { ...basis, unchecked: ['dkim'] } })
    await scanned(2)
    await scanned(1)
    const { checks } = await ask()
    expect(checks.find(({ check }) => check === 'dkim')).toMatchObject({
      made: 2,
      last_missed: expect.stringContaining('T'),
    })
    expect(checks.find(({ check }) => check === 'mx')).toEqual({ check: 'mx', made: 3, last_missed: null })
  })

  it('are locked below Business', async () => {
    const pro = await server.aUser({ tier: 'pro' })
    const { id } = await aDomain(server.deps.store, pro.actor)
    expect(await pro.get(`/domains/${id}/analytics`)).toMatchObject({
      status: 403,
      body: { code: 'feature_locked', feature: 'analytics', detail: 'Your plan does not include enhanced analytics' },
    })
  })

  it('are of their workspace only', async () => {
    const other = await server.aUser({ tier: 'business' })
    expect(await other.get(`/domains/${domain.id}/analytics`)).toMatchObject({ status: 404 })
  })

  it.each(['0', '731', '1.5', 'x', ''])('are refused for days=%j', async days => {
    expect(await user.get(`/domains/${domain.id}/analytics?days=${days}`)).toMatchObject({
      status: 400,
      body: { code: 'validation' },
    })
  })

  /** The end of a scan of so many days ago, whose clock moved on since. */
  function daysAgoOf(days: number): string {
    return expect.stringContaining(daysAgo(days).slice(0, 10)) as string
  }
})
