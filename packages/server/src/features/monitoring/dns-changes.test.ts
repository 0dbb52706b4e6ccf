import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dnsChange } from '../../db/schema/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { setTier } from '../workspaces/store.ts'

const hour = 3_600_000
const start = new Date('2026-11-20T09:00:00Z')

onTheStore('the history of DNS changes', kind => {
  let server: TestApp
  let user: TestUser
  let id: string

  beforeAll(async () => {
    server = await openTestApp(kind)
    server.deps.clock.now = start
  })
  beforeEach(async () => {
    user = await server.aUser()
    id = (await aDomain(server.deps.store, user.actor)).id
  })
  afterAll(() => server.close())

  it('pages through changes, and knows no change or domain of another workspace', async () => {
    const { db } = server.deps.store
    const row = { workspaceId: user.actor.workspace.id, domainId: id, changeType: 'mx_modified', part: 'mx' }
    const rows = Array.from({ length: 5 }, (_, n) => {
      const foundAt = new Date(start.getTime() + Math.floor(n / 2) * hour)
      return { ...row, severity: 'info' as const, description: `change ${n}`, fingerprint: `${n}`, foundAt }
    })
    await db.insert(dnsChange).values(rows)
    const pages: string[] = []
    let before = ''
    for (;;) {
      const { body } = await user.get(`/dns/changes?limit=2${before}`)
      const page = body as { id: string; change_description: string }[]
      if (page.length === 0) break
      pages.push(page.map(change => change.change_description).join(', '))
      before = `&before=${page.at(-1)?.id}`
    }
    expect(pages.join(', ').split(', ').toSorted()).toEqual([
      'change 0',
      'change 1',
      'change 2',
      'change 3',
      'change 4',
    ])
    expect(pages).toHaveLength(3)
    const other = await server.aUser()
    expect(await other.get(`/dns/changes?limit=2${before}`)).toMatchObject({ status: 404 })
    expect(await other.get(`/dns/changes?domain_id=${id}`)).toMatchObject({ status: 404 })
    expect(await other.get(`/dns/changes/counts?domain_id=${id}`)).toMatchObject({ status: 404 })
    expect(await user.get('/dns/changes?limit=501')).toMatchObject({ status: 400 })
  })

  it('hides what is older than the plan shows, and shows it again on a higher plan', async () => {
    const { db } = server.deps.store
    const { workspace, person } = user.actor
    const row = { workspaceId: workspace.id, domainId: id, changeType: 'mx_modified', part: 'mx' }
    await db.insert(dnsChange).values(
      [29, 31, 364, 366].map(days => ({
        ...row,
        severity: 'info' as const,
        description: `${days} days`,
        fingerprint: `${days}`,
        foundAt: new Date(start.getTime() - days * 24 * hour),
      })),
    )
    const shown = async () => {
      const changes = (await user.get('/dns/changes')).body as { change_description: string }[]
      const { body } = await user.get('/dns/changes/counts')
      return { changes: changes.map(change => change.change_description), counts: body }
    }
    const month = { total: 1, domains: [{ count: 1 }], severities: { info: 1 }, kept_days: 30 }
    const year = { total: 3, domains: [{ count: 3 }], severities: { info: 3 }, kept_days: 365 }
    await setTier(db, person.email, 'pro')
    expect(await shown()).toMatchObject({ changes: ['29 days', '31 days', '364 days'], counts: year })
    await setTier(db, person.email, 'free')
    expect(await shown()).toMatchObject({ changes: ['29 days'], counts: month })
    await setTier(db, person.email, 'pro')
    expect(await shown()).toMatchObject({ changes: ['29 days', '31 days', '364 days'], counts: year })
  })
})
