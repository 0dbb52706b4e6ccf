import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scan, scanDocument } from '../../db/schema/index.ts'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aDomain, aScan, unique } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'

onTheStore('the domains of an account', kind => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp(kind, { connections: 5 })
  })
  afterAll(() => server.close())

  it('starts as an empty list', async () => {
    const user = await server.aUser()
    expect(await user.get('/domains')).toMatchObject({ status: 200, body: [] })
  })

  it('adds a domain and lists it as never scanned', async () => {
    const user = await server.aUser()
    const added = await user.post('/domains', { domain_name: 'Example.COM.' })
    expect(added).toMatchObject({
      status: 201,
      body: {
        domain_name: 'example.com',
        domain_unicode: null,
        health_score: null,
        last_scan: null,
        scored_at: null,
        created_at: '2026-11-20T09:00:00.000Z',
        mx_count: null,
        blacklist_count: null,
        auth_status: 'unknown',
        auth_text: null,
        badges: null,
        relay_test_result: null,
        score_is_old: false,
        scanning: false,
      },
    })
    expect((await user.get('/domains')).body).toEqual([added.body])
  })

  it.each([
    ['https://user:pw@Example.org:8443/a?b=c', 'example.org'],
    ['info@example.org', 'example.org'],
    ['  example.org  ', 'example.org'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('extracts a domain from %j', async (typed, name) => {
    const user = await server.aUser()
    expect(await user.post('/domains', { domain_name: typed })).toMatchObject({
      status: 201,
      body: { domain_name: name },
    })
  })

  it('shows the name in its own script beside the A-label', async () => {
    const user = await server.aUser()
    const { body } = await user.post('/domains', { domain_name: 'xn--bcher-kva.example' })
    expect(body).toMatchObject({ domain_name: 'xn--bcher-kva.example', domain_unicode: 'bücher.example' })
  })

  it.each([
    'co.uk',
    'localhost',
    '192.0.2.1',
    '[2001:db8::1]',
    'a b.example',
    'exam\u0000ple.com',
    '*.example.com',
    '💌.example',
    `${'a.'.repeat(130)}example`,
  ])('refuses %j as no domain name', async typed => {
    const user = await server.aUser()
    expect(await user.post('/domains', { domain_name: typed })).toMatchObject({
      status: 400,
      body: { detail: 'Please enter a valid domain name', code: 'invalid_domain' },
    })
  })

  it('asks for a name when none is given', async () => {
    const user = await server.aUser()
    expect(await user.post('/domains', { domain_name: ' ' })).toMatchObject({
      status: 400,
      body: { detail: 'Please enter a domain name' },
    })
  })

  it('refuses a domain that the account already has, also on a full plan', async () => {
    const user = await server.aUser({ tier: 'free' })
    await user.post('/domains', { domain_name: 'example.com' })
    expect(await user.post('/domains', { domain_name: 'EXAMPLE.com' })).toMatchObject({
      status: 409,
      body: { detail: 'Domain already added', code: 'conflict' },
    })
  })

  it('lets two accounts watch the same domain', async () => {
    const [one, other] = [await server.aUser(), await server.aUser()]
    expect((await one.post('/domains', { domain_name: 'shared.example' })).status).toBe(201)
    expect((await other.post('/domains', { domain_name: 'shared.example' })).status).toBe(201)
  })

  const add = async (tier: 'free' | 'pro' | 'business', n: number) => {
    const user = await server.aUser({ tier })
    let last
    for (let i = 0; i < n; i++) last = await user.post('/domains', { domain_name: `d${i}.example` })
    return last
  }

  it('refuses the second domain on Starter and the eleventh on Pro, and none on Business', async () => {
    expect(await add('free', 2)).toMatchObject({
      status: 403,
      body: {
        detail: 'Domain limit reached. Your Starter plan allows 1 domain.',
        code: 'domain_limit',
        feature: 'domains',
      },
    })
    expect((await add('pro', 10))?.status).toBe(201)
    expect(await add('pro', 11)).toMatchObject({
      status: 403,
      body: { detail: 'Domain limit reached. Your Pro plan allows 10 domains.' },
    })
    expect((await add('business', 12))?.status).toBe(201)
  })

  it('respects the limit when many domains are added at once', async () => {
    const user = await server.aUser({ tier: 'pro' })
    const answers = await Promise.all(
      [...Array(16).keys()].map(n => user.post('/domains', { domain_name: `at-once-${n}.example` })),
    )
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(10)
    expect(answers.filter(answer => answer.status === 403)).toHaveLength(6)
    expect((await user.get('/domains')).body).toHaveLength(10)
  })

  it('lists in alphabetical order, with the summary of the last scan', async () => {
    const user = await server.aUser({ tier: 'pro' })
    await aDomain(server.deps.store, user.actor, { name: 'b.example' })
    const scanned = await aDomain(server.deps.store, user.actor, { name: 'a.example' })
    await aScan(server.deps.store, scanned, { score: 72, finishedAt: '2026-11-19T23:30:00.000Z' })
    expect((await user.get('/domains')).body).toMatchObject([
      {
        domain_name: 'a.example',
        health_score: 72,
        last_scan: '2026-11-19T23:30:00.000Z',
        scored_at: '2026-11-19T23:30:00.000Z',
        mx_count: 1,
        auth_status: 'fail',
        auth_text: 'Not found −40',
        score_is_old: false,
      },
      { domain_name: 'b.example', health_score: null },
    ])
  })

  it('finds domains by a part of their name: those that start with it come first, and the limit holds', async () => {
    const [user, outsider] = [await server.aUser({ tier: 'pro' }), await server.aUser()]
    for (const name of ['shop.example', 'a-shop.example', 'shopping.example', 'mail.example']) {
      await aDomain(server.deps.store, user.actor, { name })
    }
    await aDomain(server.deps.store, outsider.actor, { name: 'shop.other.example' })
    const names = async (query: string) => {
      const { body } = await user.get(`/domains?${query}`)
      return (body as { domain_name: string }[]).map(one => one.domain_name)
    }
    expect(await names('search=SHOP')).toEqual(['shop.example', 'shopping.example', 'a-shop.example'])
    expect(await names('search=shop&limit=2')).toEqual(['shop.example', 'shopping.example'])
    expect(await names('search=%20&limit=1')).toEqual(['a-shop.example'])
    expect(await names('search=nothing')).toEqual([])
    // A pattern of the database is plain text.
    expect(await names('search=%25')).toEqual([])
    expect(await names('search=s_op')).toEqual([])
  })

  it('finds a name in its own script, also by a part of it', async () => {
    const user = await server.aUser({ tier: 'pro' })
    for (const name of ['xn--bcher-kva.example', 'xn--mnchen-3ya.example', 'alte-xn.example']) {
      await aDomain(server.deps.store, user.actor, { name })
    }
    const found = async (search: string) =>
      ((await user.get(`/domains?search=${encodeURIComponent(search)}`)).body as { domain_name: string }[]).map(
        one => one.domain_name,
      )
    expect(await found('Büch')).toEqual(['xn--bcher-kva.example'])
    // As some keyboards type it: a letter, then its dots.
    expect(await found('u\u0308nchen')).toEqual(['xn--mnchen-3ya.example'])
    expect(await found('ß')).toEqual([])
  })

  it.each([
    ['limit=0', /limit/],
    ['limit=5001', /limit/],
    ['limit=many', /limit/],
    [`search=${'a'.repeat(254)}`, /search/],
    ['search=a%00b', /^search: A search can only have visible characters$/],
  ])('refuses a list with %s', async (query, detail) => {
    const user = await server.aUser()
    expect(await user.get(`/domains?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'validation', detail: expect.stringMatching(detail) },
    })
  })

  it('keeps and marks the last known score when a later scan gives none', async () => {
    const user = await server.aUser()
    const row = await aDomain(server.deps.store, user.actor)
    await aScan(server.deps.store, row, { score: 60, finishedAt: '2026-11-18T09:00:00.000Z' })
    await aScan(server.deps.store, row, { score: null, deductions: [], finishedAt: '2026-11-19T09:00:00.000Z' })
    expect((await user.get('/domains')).body).toMatchObject([
      {
        health_score: 60,
        score_is_old: true,
        scored_at: '2026-11-18T09:00:00.000Z',
        last_scan: '2026-11-19T09:00:00.000Z',
      },
    ])
  })

  it('deletes a domain with its scans, for its owner only', async () => {
    const [owner, outsider] = [await server.aUser(), await server.aUser()]
    const row = await aDomain(server.deps.store, owner.actor)
    await aScan(server.deps.store, row)
    expect(await outsider.delete(`/domains/${row.id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await owner.get('/domains')).body).toHaveLength(1)

    expect((await owner.delete(`/domains/${row.id}`)).status).toBe(204)
    expect((await owner.get('/domains')).body).toEqual([])
    const { db } = server.deps.store
    expect(await db.select().from(scan).where(eq(scan.domainId, row.id))).toEqual([])
    expect(await db.select().from(scanDocument).where(eq(scanDocument.domainId, row.id))).toEqual([])
    expect((await owner.delete(`/domains/${row.id}`)).status).toBe(404)
  })

  it.each(['1', 'x'.repeat(60), "' or 1=1 --", '00000000-0000-0000-0000-000000000000'])(
    'answers 404 for the id %j',
    async id => {
      const user = await server.aUser()
      expect((await user.delete(`/domains/${encodeURIComponent(id)}`)).status).toBe(404)
      expect((await user.get(`/domains/${encodeURIComponent(id)}/latest-scan`)).status).toBe(404)
    },
  )

  it('has room for another domain after one is deleted', async () => {
    const user = await server.aUser()
    await user.post('/domains', { domain_name: `${unique('a')}.example` })
    const [first] = (await user.get('/domains')).body as { id: string }[]
    await user.delete(`/domains/${first?.id}`)
    expect((await user.post('/domains', { domain_name: `${unique('b')}.example` })).status).toBe(201)
  })
})
