import type { listWatched, ReplyOf } from '@waxseal/contract'
import { type BlacklistRow, blocklists } from '@waxseal/core/blacklist'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { onTheStore } from '../../testing/store.ts'
import { setTier } from '../workspaces/store.ts'
import { checkDueAddresses, compareListings } from './check-addresses.ts'

type Watched = ReplyOf<typeof listWatched>
const hour = 3_600_000

/** The verdicts of the lists about an address: those that have it, and those without a verdict. */
function verdicts(listed: readonly string[] = [], failed: readonly string[] = []): readonly BlacklistRow[] {
  return blocklists.map(({ id, name, zone, kind }) => {
    const status = listed.includes(id) ? 'listed' : failed.includes(id) || kind === 'domain' ? 'error' : 'clean'
    const trouble = kind === 'domain' ? 'not-applicable' : status === 'error' ? 'unanswered' : null
    return { list: id, name, zone, kind, status, trouble, listings: [], reason: null, advice: null, delisting: null }
  })
}

onTheStore('watched addresses', kind => {
  let server: TestApp
  let user: TestUser
  let asked: string[]
  let answer: (address: string) => readonly BlacklistRow[]
  beforeAll(async () => {
    server = await openTestApp(kind, {
      connections: 5,
      checkAddress: async address => {
        asked.push(address)
        return answer(address)
      },
    })
  })
  beforeEach(async () => {
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    await server.deps.store.db.execute(sql`truncate watched_range, watched_address`)
    await server.deps.store.db.execute(sql`delete from jobs.job`)
    user = await server.aUser({ tier: 'business' })
    asked = []
    answer = () => verdicts()
  })
  afterAll(() => server.close())

  const add = (range: string) => user.post('/watched-addresses', { range })
  const list = async () => (await user.get('/watched-addresses')).body as Watched

  it('are an empty list at first', async () => {
    expect(await list()).toEqual({ addresses: [], used: 0, limit: 256, allowed: true })
  })

  it.each(['free', 'pro'] as const)('are locked on the plan %s', async tier => {
    user = await server.aUser({ tier })
    expect(await list()).toEqual({ addresses: [], used: 0, limit: 0, allowed: false })
    expect(await add('8.26.56.10')).toMatchObject({
      status: 403,
      body: {
        code: 'feature_locked',
        feature: 'watched_addresses',
        detail: 'Your plan does not include watched addresses',
      },
    })
  })

  it('are added as an address or a range, canonical', async () => {
    expect(await add(' 8.26.56.77/28 ')).toMatchObject({
      status: 201,
      body: {
        id: expect.any(String),
        range: '8.26.56.64/28',
        addresses: 16,
        added_at: '2026-11-20T09:00:00.000Z',
        checked_at: null,
        listings: [],
        unchecked: 0,
      },
    })
    expect(await list()).toMatchObject({ used: 16, addresses: [{ range: '8.26.56.64/28' }] })
  })

  it.each([
    ['mail.example.com', 'Please enter an IP address or a range such as 8.26.56.0/28'],
    ['8.26.56.0/23', 'A range can have at most 256 addresses: /24 for IPv4, /120 for IPv6'],
    ['192.168.1.1', 'Blocklists list only public addresses'],
  ])('refuse %s', async (range, detail) => {
    expect(await add(range)).toMatchObject({ status: 400, body: { code: 'validation', detail } })
    expect((await list()).addresses).toEqual([])
  })

  it('refuse a range that is watched already', async () => {
    await add('8.26.56.64/28')
    expect(await add('8.26.56.65/28')).toMatchObject({
      status: 409,
      body: { detail: 'This address or range is already watched' },
    })
  })

  it('take an IPv4-mapped address for the IPv4 address that it is', async () => {
    expect(await add('::ffff:8.26.56.10')).toMatchObject({ status: 201, body: { range: '8.26.56.10', addresses: 1 } })
    expect(await add('8.26.56.10')).toMatchObject({ status: 409 })
    expect(await add('8.26.56.64/28')).toMatchObject({ status: 201 })
    expect(await add('::ffff:8.26.56.64/124')).toMatchObject({ status: 409 })
    expect((await list()).used).toBe(17)
  })

  it.each(['8.26.56.65', '8.26.56.70/31', '8.26.56.0/25', '::ffff:8.26.56.65'])(
    'refuse %s beside a range that overlaps with it',
    async range => {
      await add('8.26.56.64/28')
      expect(await add(range)).toMatchObject({
        status: 409,
        body: { code: 'conflict', detail: '8.26.56.64/28 is already watched and has some of these addresses' },
      })
      expect((await list()).used).toBe(16)
      expect(await add('8.26.56.80/28')).toMatchObject({ status: 201 })
    },
  )

  it('refuse the 257th address, also from two calls at once', async () => {
    await add('8.26.56.0/25')
    const answers = await Promise.all([add('8.26.57.0/25'), add('8.26.58.0/25')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      detail: 'You can watch at most 256 addresses',
    })
    expect((await list()).used).toBe(256)
  })

  it('are deleted with their results', async () => {
    await add('8.26.56.10')
    const [added] = (await list()).addresses
    expect((await user.delete(`/watched-addresses/${added?.id}`)).status).toBe(204)
    expect(await list()).toMatchObject({ addresses: [], used: 0 })
    await checkDueAddresses(server.deps)
    expect(asked).toEqual([])
  })

  it('are checked at once one after the other, and once a day from then on', async () => {
    await add('8.26.56.20/31')
    await checkDueAddresses(server.deps)
    expect(asked).toEqual(['8.26.56.20'])
    server.deps.clock.pass(5_000)
    await checkDueAddresses(server.deps)
    await checkDueAddresses(server.deps)
    expect(asked).toEqual(['8.26.56.20', '8.26.56.21'])
    server.deps.clock.pass(24 * hour - 5_001)
    await checkDueAddresses(server.deps)
    expect(asked).toHaveLength(2)
    server.deps.clock.pass(5_001)
    await checkDueAddresses(server.deps)
    expect(asked.slice(2).sort()).toEqual(['8.26.56.20', '8.26.56.21'])
  })

  it('are checked once after an outage, at the former time of day', async () => {
    await add('8.26.56.20')
    await checkDueAddresses(server.deps)
    server.deps.clock.pass(100 * hour)
    await checkDueAddresses(server.deps)
    expect(asked).toHaveLength(2)
    server.deps.clock.now = new Date('2026-11-25T08:59:59Z')
    await checkDueAddresses(server.deps)
    expect(asked).toHaveLength(2)
    server.deps.clock.pass(1_000)
    await checkDueAddresses(server.deps)
    expect(asked).toHaveLength(3)
  })

  it('are checked by one of two processes that look at the same time', async () => {
    await add('8.26.56.0/27')
    server.deps.clock.pass(hour)
    await Promise.all([checkDueAddresses(server.deps), checkDueAddresses(server.deps)])
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
    expect(asked).toHaveLength(32)
  })

  it('are not checked on a plan without them, and again when it has them', async () => {
    await add('8.26.56.10')
    const { email } = user.actor.person
    await setTier(server.deps.store.db, email, 'pro')
    await checkDueAddresses(server.deps)
    expect(asked).toEqual([])
    await setTier(server.deps.store.db, email, 'business')
    server.deps.clock.pass(24 * hour)
    await checkDueAddresses(server.deps)
    expect(asked).toEqual(['8.26.56.10'])
  })

  it('show what is listed since when, and how many lists gave no verdict', async () => {
    await add('8.26.56.10')
    answer = () => verdicts(['spamcop'], ['uceprotect-1'])
    await checkDueAddresses(server.deps)
    server.deps.clock.pass(24 * hour)
    await checkDueAddresses(server.deps)
    expect((await list()).addresses).toMatchObject([
      {
        checked_at: '2026-11-21T09:00:00.000Z',
        listings: [{ address: '8.26.56.10', list: 'SpamCop SCBL', since: '2026-11-20T09:00:00.000Z' }],
        unchecked: 1,
      },
    ])
  })
})

describe('the entries of an address', () => {
  const now = new Date('2026-11-21T09:00:00Z')
  const spamcop = { list: 'spamcop', name: 'SpamCop SCBL', since: '2026-11-20T09:00:00.000Z' }
  const named = { list: 'spamcop', name: 'SpamCop SCBL' }

  it('that are new are reported once', () => {
    const first = compareListings([], verdicts(['spamcop']), now)
    expect(first).toMatchObject({ listings: [{ ...named, since: now.toISOString() }], listed: [named], gone: [] })
    expect(compareListings(first.listings, verdicts(['spamcop']), now)).toMatchObject({ listed: [], gone: [] })
  })

  it('are gone only when the list says so', () => {
    expect(compareListings([spamcop], verdicts(), now)).toMatchObject({ listings: [], listed: [], gone: [named] })
    expect(compareListings([spamcop], verdicts([], ['spamcop']), now)).toEqual({
      listings: [spamcop],
      unchecked: 1,
      listed: [],
      gone: [],
    })
  })

  it('are neither new nor gone when no list gives a verdict', () => {
    const none = verdicts(
      [],
      blocklists.map(({ id }) => id),
    )
    expect(compareListings([spamcop], none, now)).toMatchObject({ listings: [spamcop], listed: [], gone: [] })
    expect(compareListings([], none, now)).toMatchObject({ listings: [], listed: [], gone: [] })
  })

  it('of a list that the operator has disabled are forgotten without a notice', () => {
    const without = verdicts().filter(({ list }) => list !== 'spamcop')
    expect(compareListings([spamcop], without, now)).toMatchObject({ listings: [], listed: [], gone: [] })
  })
})
