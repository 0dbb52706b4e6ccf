import { afterAll, beforeAll, expect, it } from 'vitest'
import { spfWorkHere } from '../../adapters/spf-work.ts'
import { SpfWorkFailed } from '../../ports.ts'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aDomain } from '../../testing/factories.ts'
import { theStore } from '../../testing/store.ts'

const preview = () => Promise.reject(new SpfWorkFailed('given up'))

let server: TestApp
beforeAll(async () => {
  server = await openTestApp(theStore(), { spf: { ...spfWorkHere, preview } })
})
afterAll(() => server.close())

it.each(['/spf/generate', '/spf/preview'])(
  '%s says when to try again where the records are too much work',
  async path => {
    const user = await server.aUser({ tier: 'pro' })
    const { id: domain_id } = await aDomain(server.deps.store, user.actor)
    const target = path === '/spf/generate' ? { domain_id } : { domain_name: 'sender.example' }
    const answer = await user.post(path, { ...target, include_domains: ['one.example'] })
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '10' } })
  },
)
