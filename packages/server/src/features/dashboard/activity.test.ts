import { type activityFeed, activityFeed as endpoint, type ReplyOf } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alert } from '../../db/schema/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { groupsOf } from './activity.ts'

type Feed = ReplyOf<typeof activityFeed>

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute))

/** A scan of a minute that ended at this minute. */
const ended = (domainId: string, minute: number) => ({ domainId, startedAt: at(minute - 1), finishedAt: at(minute) })
const grouped = (...scans: ReturnType<typeof ended>[]) =>
  groupsOf(scans.toReversed()).map(group => group.map(({ domainId }) => domainId).join(' '))

describe('scans that belong together', () => {
  it('follow one another within two minutes', () => {
    expect(grouped(ended('a', 1), ended('b', 2), ended('c', 5), ended('d', 9))).toEqual(['d', 'c b a'])
  })

  it('may overlap', () => {
    const long = { domainId: 'b', startedAt: at(0), finishedAt: at(9) }
    expect(grouped(ended('a', 1), ended('c', 8), long)).toEqual(['b c a'])
  })

  it('are of different domains: the same one again begins the next group', () => {
    expect(grouped(ended('a', 1), ended('b', 2), ended('a', 3), ended('b', 4))).toEqual(['b a', 'b a'])
  })
})

onTheStore('the activity of a workspace', kind => {
  let server: TestApp
  let user: TestUser
  beforeAll(async () => {
    server = await openTestApp(kind)
  })
  beforeEach(async () => {
    user = await server.aUser({ tier: 'business' })
  })
  afterAll(() => server.close())

  const scanned = async (name: string, minute: number, result: Partial<ScanResult> = {}) => {
    const domain = await aDomain(server.deps.store, user.actor, { name })
    const { startedAt, finishedAt } = ended(name, minute)
    await aScan(server.deps.store, domain, {
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      ...result,
    })
    return domain.id
  }
  const feed = async (query = '') => {
    const { body } = await user.get(`/dashboard/activity-feed${query}`)
    expect(endpoint.reply.safeParse(body).error).toBeUndefined()
    return body as Feed
  }

  it('is empty before the first scan', async () => {
    expect(await feed()).toEqual([])
  })

  it('has the specified fields of a scan, and its change', async () => {
    const changes: ScanResult['changes'] = {
      since: at(0).toISOString(),
      compared: 'all',
      scoreBefore: 60,
      fixed: [{ id: 'dmarc_missing', subject: null, check: 'dmarc' }],
      added: [],
      unchanged: 1,
      unknown: 0,
      notCompared: [],
    }
    const domain_id = await scanned('xn--bcher-kva.example', 20, { score: 83, changes })
    expect(await feed()).toEqual([
      {
        type: 'scan_completed',
        domain_id,
        domain_name: 'xn--bcher-kva.example',
        domain_unicode: 'bücher.example',
        health_score: 83,
        score_before: 60,
        fixed: 1,
        added: 0,
        message: 'Scan completed for xn--bcher-kva.example',
        alert_type: null,
        alert_severity: null,
        resolved: false,
        timestamp: '2026-11-20T09:20:00.000Z',
        scans: [],
        scans_total: 0,
        scans_more: false,
        scores_up: 0,
        scores_down: 0,
      },
    ])
  })

  it('has a bulk scan as one item with its domains, and other scans beside it', async () => {
    await scanned('alone.example', 1)
    for (const minute of [20, 21, 22]) await scanned(`d${minute}.example`, minute, { score: minute })
    for (const minute of [40, 41]) await scanned(`d${minute}.example`, minute)
    const items = await feed()
    expect(items.map(({ message }) => message)).toEqual([
      'Scan completed for d41.example',
      'Scan completed for d40.example',
      '3 domains scanned',
      'Scan completed for alone.example',
    ])
    expect(items[2]).toMatchObject({
      domain_name: 'd22.example',
      health_score: 22,
      timestamp: '2026-11-20T09:22:00.000Z',
      scans: [
        { domain_name: 'd22.example', health_score: 22 },
        { domain_name: 'd21.example', health_score: 21 },
        { domain_name: 'd20.example', health_score: 20 },
      ],
      scans_total: 3,
    })
  })

  const raised = async (minute: number, about: Partial<typeof alert.$inferInsert> = {}) => {
    const row = {
      workspaceId: user.actor.workspace.id,
      name: 'a.example',
      type: 'blacklist_detection' as const,
      state: 'raised' as const,
      severity: 'critical' as const,
      description: 'Listed by Spamhaus ZEN',
      at: at(minute),
      cause: `cause ${minute}`,
    }
    await server.deps.store.db.insert(alert).values({ ...row, ...about })
  }

  it('has alerts among the scans by their time, also resolved ones and those about no domain', async () => {
    const domainId = await scanned('a.example', 10, { score: 83 })
    await raised(5, { domainId })
    await raised(12, {
      domainId,
      state: 'resolved',
      severity: 'info',
      type: 'dmarc_fail',
      description: 'DMARC is valid',
    })
    await raised(14, { name: '192.0.2.1' })
    const items = await feed()
    expect(items.map(({ type, message }) => [type, message])).toEqual([
      ['alert', 'Listed by Spamhaus ZEN'],
      ['alert', 'DMARC is valid'],
      ['scan_completed', 'Scan completed for a.example'],
      ['alert', 'Listed by Spamhaus ZEN'],
    ])
    expect(items[0]).toMatchObject({
      domain_id: null,
      domain_name: '192.0.2.1',
      alert_severity: 'critical',
      health_score: null,
    })
    expect(items[1]).toMatchObject({
      domain_id: domainId,
      alert_type: 'dmarc_fail',
      resolved: true,
      health_score: 83,
    })
    expect((await feed('?limit=2')).map(({ type }) => type)).toEqual(['alert', 'alert'])
  })

  it('loses the alerts of a deleted domain with the domain', async () => {
    const domainId = await scanned('a.example', 10)
    await raised(5, { domainId })
    await user.delete(`/domains/${domainId}`)
    expect(await feed()).toEqual([])
  })

  it('has no alert of another workspace', async () => {
    await raised(5)
    const other = await server.aUser()
    expect((await other.get('/dashboard/activity-feed')).body).toEqual([])
  })

  it('reads 300 scans, and says that a bulk scan had more', async () => {
    const { db } = server.deps.store
    const { id } = user.actor.workspace
    await db.execute(sql`
      with added as (
        insert into domain (id, workspace_id, name, created_at)
        select gen_random_uuid(), ${id}, 'd' || n || '.example', ${at(0).toISOString()} from generate_series(1, 302) n returning id)
      insert into scan (id, domain_id, workspace_id, run_id, started_at, finished_at, coverage, model, catalogue, tier, unchecked, findings)
      select gen_random_uuid(), id, ${id}, gen_random_uuid(), moment, moment, 1, 1, 'lists', 'pro', '[]', '[]'
      from (select id, ${at(30).toISOString()}::timestamptz + row_number() over () * interval '1 second' as moment from added) made`)
    await raised(20)
    await raised(50)
    const items = await feed()
    expect(items.map(({ message }) => message)).toEqual(['Listed by Spamhaus ZEN', 'More than 300 domains scanned'])
    expect(items[1]).toMatchObject({ scans_total: 300, scans_more: true })
    expect(items[1]?.scans).toHaveLength(100)
  })

  it('has 15 items unless asked for others, and none of another workspace', async () => {
    for (let n = 0; n < 17; n++) await scanned(`n${n}.example`, n * 10)
    expect(await feed()).toHaveLength(15)
    expect((await feed('?limit=2')).map(({ domain_name: name }) => name)).toEqual(['n16.example', 'n15.example'])
    expect((await user.get('/dashboard/activity-feed?limit=16')).status).toBe(400)
    const other = await server.aUser()
    expect((await other.get('/dashboard/activity-feed')).body).toEqual([])
  })
})
