import { reportFile } from '@waxseal/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { theStore } from '../../testing/store.ts'

let server: TestApp
let user: TestUser
beforeAll(async () => {
  server = await openTestApp(theStore())
  user = await server.aUser({ tier: 'pro' })
})
afterAll(() => server.close())

const exported = (id: string, by = user) => by.get(`/diagnostics/export/json/${id}`)

it('the newest scan is exported with its evidence under the name of its domain', async () => {
  const domain = await aDomain(server.deps.store, user.actor, { name: 'example.com' })
  await aScan(server.deps.store, domain, { score: 40 })
  const { status, headers, text } = await exported(domain.id)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'content-disposition': 'attachment; filename="example.com_report.json"',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  const file = JSON.parse(text) as Record<string, unknown>
  expect(reportFile.safeParse(file).error).toBeUndefined()
  const { format, version, exported_at, ...scan } = file
  expect([format, version, exported_at]).toEqual(['waxseal-report', 1, server.deps.now().toISOString()])
  // The rest is the reply of the API, field by field.
  expect(scan).toEqual((await user.get(`/diagnostics/results/${domain.id}`)).body)
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
