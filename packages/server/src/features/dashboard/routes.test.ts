import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aDomain } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'

onTheStore('the dashboard', kind => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp(kind)
  })
  afterAll(() => server.close())

  it('counts nothing for an account without domains', async () => {
    const user = await server.aUser()
    expect(await user.get('/vt/dashboard-stats')).toMatchObject({
      status: 200,
      body: {
        security_summary: { excellent: 0, good: 0, fair: 0, poor: 0, not_scanned: 0, not_scored: 0 },
        total_domains: 0,
        requiring_attention: [],
      },
    })
  })

  it('counts domains by the bands 90, 70 and 50, leaves out domains without a score, and counts only the workspace’s own', async () => {
    const [user, other] = [await server.aUser({ tier: 'business' }), await server.aUser()]
    await aDomain(server.deps.store, other.actor, { score: 3 })
    const lastScanAt = new Date('2026-11-20T08:00:00Z')
    for (const score of [100, 90, 89, 70, 69, 50, 49, 0, null]) {
      const name = `score-${score}.example`
      await aDomain(server.deps.store, user.actor, { name, score, lastScanAt, issues: [`reason of ${score}`] })
    }
    for (let n = 0; n < 3; n++) await aDomain(server.deps.store, user.actor)
    const { body } = await user.get('/vt/dashboard-stats')
    expect(body).toMatchObject({
      security_summary: { excellent: 2, good: 2, fair: 2, poor: 2, not_scanned: 3, not_scored: 1 },
      total_domains: 12,
      requiring_attention: [
        { domain_name: 'score-0.example', health_score: 0, issues: ['reason of 0'] },
        { domain_name: 'score-49.example', health_score: 49 },
        { domain_name: 'score-50.example', health_score: 50 },
        { domain_name: 'score-69.example', health_score: 69 },
      ],
    })
  })

  it('names at most the eight worst domains', async () => {
    const user = await server.aUser({ tier: 'business' })
    for (let score = 20; score < 32; score++) await aDomain(server.deps.store, user.actor, { score })
    const { body } = await user.get('/vt/dashboard-stats')
    const { requiring_attention: worst } = body as { requiring_attention: { health_score: number }[] }
    expect(worst.map(domain => domain.health_score)).toEqual([20, 21, 22, 23, 24, 25, 26, 27])
  })
})
