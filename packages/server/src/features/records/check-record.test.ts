import { type Answer, octetsOfText, unasked, zoneResolver } from '@waxseal/core/dns'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Deps } from '../../deps.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { zoneLookups } from '../../testing/zone-lookups.ts'

type Each = Awaited<ReturnType<ReturnType<Deps['lookups']>['each']>>

const wanted = 'v=DMARC1; p=reject; rua=mailto:dmarc@example.com'

onTheStore('POST /records/check', kind => {
  let server: TestApp
  let user: TestUser
  let domain: Awaited<ReturnType<typeof aDomain>>
  let each: Each
  let asked: string[]
  const lookups: Deps['lookups'] = () => ({
    ...zoneLookups(zoneResolver({})),
    async each(name) {
      asked.push(name)
      return each as never
    },
  })
  beforeAll(async () => {
    server = await openTestApp(kind, { lookups })
  })
  beforeEach(async () => {
    asked = []
    each = { servers: [], more: 0, reason: null }
    user = await server.aUser({ tier: 'pro' })
    domain = await aDomain(server.deps.store, user.actor)
  })
  afterAll(() => server.close())

  const check = (body: object = {}) =>
    user.post('/records/check', { domain_id: domain.id, kind: 'dmarc', record: wanted, ...body })

  it('asks the name servers at _dmarc for DMARC, at the domain for SPF', async () => {
    await check()
    await check({ kind: 'spf', record: 'v=spf1 -all' })
    await check({ domain_id: null, domain_name: 'https://Sender.example/' })
    expect(asked).toEqual([`_dmarc.${domain.name}`, domain.name, '_dmarc.sender.example'])
  })

  it('tells what each server has, compared as receivers read it', async () => {
    const strings = [wanted.slice(0, 20), wanted.slice(20)]
    each = {
      servers: [
        { host: 'ns1.example.com', answer: await answerOf(strings) },
        {
          host: 'ns2.example.com',
          answer: await answerOf([octetsOfText('v=DMARC1; p=none; rua=mailto:ü@example.com')]),
        },
        { host: 'ns3.example.com', answer: await answerOf(null) },
        { host: 'ns4.example.com', answer: unasked('cancelled', 0) },
      ],
      more: 2,
      reason: null,
    }
    expect(await check()).toMatchObject({
      status: 200,
      body: {
        name: `_dmarc.${domain.name}`,
        state: 'partly',
        asked: 'name_servers',
        servers: [
          { host: 'ns1.example.com', state: 'live', found: [wanted], ttl: 300, reason: null },
          {
            host: 'ns2.example.com',
            state: 'different',
            found: ['v=DMARC1; p=none; rua=mailto:ü@example.com'],
            ttl: 300,
            reason: null,
          },
          { host: 'ns3.example.com', state: 'missing', found: [], ttl: null, reason: null },
          {
            host: 'ns4.example.com',
            state: 'could_not_check',
            found: [],
            ttl: null,
            reason: 'the DNS servers did not answer in time',
          },
        ],
        more: 2,
        reason: null,
        checked_at: '2026-11-20T09:00:00.000Z',
      },
    })
  })

  it('never calls a record missing because a lookup failed', async () => {
    each = { servers: [], more: 0, reason: 'servfail' }
    expect(await check()).toMatchObject({
      status: 200,
      body: { state: 'could_not_check', servers: [], reason: 'the DNS servers returned an error' },
    })
  })

  it('says that the configured resolvers answered where name servers may not be asked', async () => {
    each = { servers: [{ host: null, answer: await answerOf([wanted]) }], more: 0, reason: null }
    expect(await check()).toMatchObject({ body: { state: 'live', asked: 'resolvers' } })
  })

  it('shows no more of a hostile zone than five records of 4,096 characters', async () => {
    const texts = Array.from({ length: 40 }, (_, at) => `v=DMARC1; p=none; x=${at}${'\u0001'.repeat(9_000)}`)
    each = {
      servers: [{ host: 'ns1.example.com', answer: await answerOf(...texts.map(text => [text])) }],
      more: 0,
      reason: null,
    }
    const { body } = await check()
    const { state, servers } = body as { state: string; servers: { found: string[] }[] }
    expect(state).toBe('several')
    expect(servers[0]?.found).toHaveLength(5)
    for (const text of servers[0]?.found ?? []) expect(text.length).toBeLessThan(5 * 4_096)
  })

  it('refuses what is no request, another workspace’s domain and a typed one below Pro', async () => {
    expect((await check({ kind: 'bimi' })).status).toBe(400)
    expect((await check({ record: '' })).status).toBe(400)
    expect((await check({ record: 'x'.repeat(16_385) })).status).toBe(400)
    const starter = await server.aUser()
    const body = { kind: 'dmarc', record: wanted }
    expect(await starter.post('/records/check', { ...body, domain_id: domain.id })).toMatchObject({ status: 404 })
    expect(await starter.post('/records/check', { ...body, domain_name: 'sender.example' })).toMatchObject({
      status: 403,
      body: { code: 'feature_locked', feature: 'adhoc_domains' },
    })
    expect(asked).toEqual([])
  })
})

/** The answer with these TXT records, each as its strings; null: none. */
function answerOf(...records: readonly (readonly string[] | null)[]): Promise<Answer<'TXT'>> {
  const written = records.filter(strings => strings !== null)
  return zoneResolver({ 'x.example': written.length === 0 ? {} : { TXT: written } }).query('x.example', 'TXT')
}
