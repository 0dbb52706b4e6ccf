import type { addDomains, ReplyOf } from '@waxseal/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { onTheStore } from '../../testing/store.ts'

type Reply = ReplyOf<typeof addDomains>

const numbered = (n: number) => Array.from({ length: n }, (_, i) => `d${i}.example`).join('\n')
const add = (user: TestUser, names: string) => user.post('/domains/bulk', { names })
const added = async (user: TestUser, names: string) => (await add(user, names)).body as Reply

onTheStore('many domains at once', kind => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp(kind, { connections: 5 })
  })
  afterAll(() => server.close())

  it('are added in order, and each entry that is no domain name is reported as a single one would be', async () => {
    const user = await server.aUser({ tier: 'business' })
    await user.post('/domains', { domain_name: 'known.example' })
    const answer = await add(user, 'z.example\nKnown.example, bücher.example; no name\nco.uk,Z.example\n')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      added: [
        { domain_name: 'z.example', health_score: null, tags: [], scanning: false },
        { domain_name: 'xn--bcher-kva.example', domain_unicode: 'bücher.example' },
      ],
      skipped: [
        { input: 'Known.example', code: 'conflict', reason: 'Domain already added' },
        { input: 'no name', code: 'invalid_domain', reason: 'Please enter a valid domain name' },
        { input: 'co.uk', code: 'invalid_domain', reason: 'Please enter a valid domain name' },
      ],
      left_out: 0,
    })
    const listed = (await user.get('/domains')).body as Reply['added']
    expect(listed.map(domain => domain.domain_name)).toEqual(['known.example', 'xn--bcher-kva.example', 'z.example'])
  })

  it('are added as far as the plan has room, and the rest are listed', async () => {
    const user = await server.aUser({ tier: 'pro' })
    await user.post('/domains', { domain_name: 'd0.example' })
    const { added: domains, skipped, left_out } = await added(user, numbered(13))
    expect(domains.map(domain => domain.domain_name)).toEqual(Array.from({ length: 9 }, (_, i) => `d${i + 1}.example`))
    const full = 'Domain limit reached. Your Pro plan allows 10 domains.'
    expect(skipped).toEqual([
      { input: 'd0.example', code: 'conflict', reason: 'Domain already added' },
      { input: 'd10.example', code: 'domain_limit', reason: full },
      { input: 'd11.example', code: 'domain_limit', reason: full },
      { input: 'd12.example', code: 'domain_limit', reason: full },
    ])
    expect(left_out).toBe(3)
    expect((await user.get('/domains')).body).toHaveLength(10)
  })

  it('are refused when the plan has no room left', async () => {
    const user = await server.aUser({ tier: 'free' })
    await user.post('/domains', { domain_name: 'd0.example' })
    expect(await add(user, 'd0.example\nd1.example')).toMatchObject({
      status: 403,
      body: {
        detail: 'Domain limit reached. Your Starter plan allows 1 domain.',
        code: 'domain_limit',
        feature: 'domains',
      },
    })
    expect(await add(user, 'd0.example\nno name')).toMatchObject({ status: 200, body: { added: [], left_out: 0 } })
  })

  it('respect the limit when two lists and single domains arrive at the same moment', async () => {
    const user = await server.aUser({ tier: 'pro' })
    const answers = await Promise.all([
      add(user, numbered(8)),
      add(user, numbered(8)),
      add(user, 'e0.example e1.example e2.example'),
      user.post('/domains', { domain_name: 'f.example' }),
    ])
    for (const { status } of answers) expect([200, 201, 403]).toContain(status)
    expect((await user.get('/domains')).body).toHaveLength(10)
  })

  it('are at most 1,000; a longer list adds none', async () => {
    const user = await server.aUser({ tier: 'business' })
    expect(await add(user, numbered(1_001))).toMatchObject({
      status: 400,
      body: { detail: 'You can add at most 1,000 domains at a time', code: 'validation' },
    })
    expect((await user.get('/domains')).body).toEqual([])
    expect((await added(user, `Domain,Owner\n${numbered(1_000)}`)).added).toHaveLength(1_000)
    expect((await added(user, numbered(1_000))).skipped).toHaveLength(1_000)
  })

  it('are at most 64 KB, counted in bytes', async () => {
    const user = await server.aUser()
    expect(await add(user, `example.com${' '.repeat(65_536 - 11)}`)).toMatchObject({ status: 200 })
    expect(await add(user, `${'é'.repeat(32_768)} `)).toMatchObject({
      status: 413,
      body: { detail: 'You can add at most 64 KB of text at a time', code: 'too_large' },
    })
  })

  it.each(['', ' \n,;', '""', 'Domain\n'])('are required: %j names none', async names => {
    const user = await server.aUser()
    expect(await add(user, names)).toMatchObject({ status: 400, body: { detail: 'Please enter a domain name' } })
  })

  it('may be any text: entries that are no names are reported, shortened', async () => {
    const user = await server.aUser()
    const { added: domains, skipped } = await added(user, `\u0000\n\ud800\n'; drop table domain\n${'x'.repeat(5_000)}`)
    expect(domains).toEqual([])
    expect(skipped.map(({ input }) => input)).toEqual(['\u0000', '\ufffd', 'drop table domain', `${'x'.repeat(259)}…`])
  })

  it.each([{}, { names: 1 }, { names: ['a.example'] }, { names: null }])('must be a string, not %j', async body => {
    const user = await server.aUser()
    expect(await user.post('/domains/bulk', body)).toMatchObject({ status: 400, body: { code: 'validation' } })
  })

  it('do not block another account', async () => {
    const [one, other] = [await server.aUser({ tier: 'pro' }), await server.aUser({ tier: 'pro' })]
    expect((await added(one, numbered(3))).added).toHaveLength(3)
    expect((await added(other, numbered(3))).added).toHaveLength(3)
  })
})
