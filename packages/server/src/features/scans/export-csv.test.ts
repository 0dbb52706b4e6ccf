import type { UnseenChange } from '@waxseal/core/watch'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { theStore } from '../../testing/store.ts'
import { updateUnseen } from '../domains/unseen-store.ts'

let server: TestApp
let user: TestUser
beforeAll(async () => {
  server = await openTestApp(theStore())
  user = await server.aUser({ tier: 'pro' })
})
afterAll(() => server.close())

const exported = (id: string, by = user) => by.get(`/diagnostics/export/csv/${id}`)

it('the newest scan is exported under the name of its domain', async () => {
  const domain = await aDomain(server.deps.store, user.actor, { name: 'example.com' })
  await aScan(server.deps.store, domain, { score: 40 })
  const { status, headers, text } = await exported(domain.id)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="example.com_report.csv"',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFKind,Check,Item,Status,Points,Detail,Advice,Records to publish',
    'Report,,Domain,,,example.com,,',
  ])
  expect(text).toContain('Report,,Health score,Poor,,40 of 100,,')
  expect(text).toContain('\r\nFinding,DMARC,')
})

it('what monitoring saw change after the scan stands above its findings', async () => {
  const domain = await aDomain(server.deps.store, user.actor, { name: 'changed.example' })
  await aScan(server.deps.store, domain, { score: 100 })
  const change: UnseenChange = {
    record: 'dmarc',
    description: 'DMARC policy weakened from reject to none',
    detected_at: '2026-11-26T21:26:00.000Z',
    severity: 'critical',
    ids: ['c1'],
    part: 'dmarc',
    kind: 'dmarc',
    question: { name: '_dmarc.changed.example', type: 'TXT' },
    before: ['v=DMARC1; p=reject'],
    after: ['v=DMARC1; p=none'],
  }
  await server.deps.store.transaction(tx => updateUnseen(tx, domain.id, { unseenChanges: [change] }))
  const { text } = await exported(domain.id)
  expect(text.split('\r\n').slice(3, 5)).toEqual([
    'Report,,Health score,Excellent,,100 of 100,,',
    'Report,,Changed after this scan,,,DMARC policy weakened from reject to none (2026-11-26T21:26:00.000Z),,',
  ])
})

it('a domain without a scan, of another workspace, or unknown has none', async () => {
  const fresh = await aDomain(server.deps.store, user.actor, { name: 'fresh.example' })
  expect(await exported(fresh.id)).toMatchObject({ status: 404, body: { code: 'no_scan' } })
  const other = await server.aUser({ tier: 'business' })
  expect(await exported(fresh.id, other)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await exported(crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

it('below Pro it is refused before anything is read', async () => {
  const free = await server.aUser({ tier: 'free' })
  expect(await exported(crypto.randomUUID(), free)).toMatchObject({
    status: 403,
    body: { code: 'feature_locked', feature: 'exports' },
  })
})
