import type { listBlocklists, ReplyOf } from '@waxseal/contract'
import type { Trouble } from '@waxseal/core/blacklist'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Deps } from '../../deps.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScanResult } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { scanHandlers } from '../scans/jobs.ts'
import { setTier } from '../workspaces/store.ts'

type Lists = ReplyOf<typeof listBlocklists>

const ours = { name: 'Our list', zone: 'bl.example.org', kind: 'ip' }

onTheStore('custom blocklists', kind => {
  let server: TestApp
  let user: TestUser
  /** What the next test of a list finds. */
  let trouble: Trouble | null
  /** The lists that each scan got. */
  const scanned: Parameters<Deps['scan']>[0]['lists'][] = []
  const tested: Parameters<Deps['testOwnList']>[0][] = []
  beforeAll(async () => {
    server = await openTestApp(kind, {
      connections: 5,
      scan: async ({ name, lists }) => {
        scanned.push(lists)
        return aScanResult({ name })
      },
      testOwnList: async list => {
        tested.push(list)
        return trouble
      },
    })
    await server.deps.queue.work(scanHandlers(server.deps))
  })
  beforeEach(async () => {
    trouble = null
    scanned.length = 0
    tested.length = 0
    user = await server.aUser({ tier: 'business' })
  })
  afterAll(() => server.close())

  const add = (n: number) => user.post('/blocklists', { ...ours, zone: `bl${n}.example.org` })
  const lists = async (of = user) => (await of.get('/blocklists')).body as Lists
  const scan = async (of = user) => {
    const { id } = await aDomain(server.deps.store, of.actor)
    expect(await of.post(`/diagnostics/scan/${id}`)).toMatchObject({ status: 200 })
    return scanned.at(-1)
  }
  const plan = (tier: 'free' | 'pro' | 'business') => setTier(server.deps.store.db, user.actor.person.email, tier)

  it('are the 34 of the catalogue at first, and none of one’s own', async () => {
    const { catalogue, ...rest } = await lists()
    expect(rest).toEqual({ own: [], limit: 20, allowed: true })
    expect(catalogue).toHaveLength(34)
    expect(catalogue[0]).toEqual({
      id: 'spamhaus-zen',
      name: 'Spamhaus ZEN',
      zone: 'zen.spamhaus.org',
      kind: 'ip',
      off: false,
      off_here: false,
    })
    expect(await scan()).toEqual({ off: [], custom: [] })
  })

  it('say what the operator turned off for everyone', async () => {
    const { env } = server.deps
    server.deps.env = { ...env, dnsblOff: ['swinog'] }
    const { catalogue } = await lists()
    server.deps.env = env
    expect(catalogue.filter(list => list.off_here).map(({ id }) => id)).toEqual(['swinog'])
  })

  it('of one’s own are added with their codes, tested, and used by the scans of this workspace alone', async () => {
    const codes = [{ address: '127.0.0.2', meaning: 'Sent spam' }]
    const added = await user.post('/blocklists', { ...ours, name: ' Our list ', zone: 'BL.Example.org.', codes })
    const list = { name: 'Our list', zone: 'bl.example.org', kind: 'ip', codes }
    expect(added).toMatchObject({ status: 201, body: { ...list, test: { state: 'passed', reason: null } } })
    expect(tested).toMatchObject([list])
    expect((await lists()).own).toEqual([added.body])
    expect(await scan()).toMatchObject({ off: [], custom: [list] })
    expect(await scan(await server.aUser({ tier: 'business' }))).toEqual({ off: [], custom: [] })
  })

  it.each([
    ['test-entry', 'failed'],
    ['lists-everything', 'failed'],
    ['rewritten', 'failed'],
    ['silent', 'unchecked'],
    ['dead', 'unchecked'],
    ['refused', 'unchecked'],
  ] as const)('are added with what their test found: %s is %s', async (what, state) => {
    trouble = { trouble: what, reason: 'A reason.', advice: null }
    expect((await user.post('/blocklists', ours)).body).toMatchObject({ test: { state, reason: 'A reason.' } })
    expect((await lists()).own).toMatchObject([{ test: { state, reason: 'A reason.' } }])
  })

  it.each([
    [{ zone: 'org' }, 'Please enter the zone of the list, for example dnsbl.example.org'],
    [{ zone: 'http://bl.example.org/' }, 'Please enter the zone of the list, for example dnsbl.example.org'],
    [{ zone: '192.0.2.1' }, 'Please enter the zone of the list, for example dnsbl.example.org'],
    [{ zone: 'zen.spamhaus.org' }, 'Waxseal already checks this list'],
    [
      { codes: [{ address: '10.0.0.2', meaning: 'x' }] },
      'A return code is an address from 127.0.0.2 to 127.255.254.255',
    ],
    [
      { codes: [{ address: '127.0.0.1', meaning: 'x' }] },
      '127.0.0.1 and 127.255.255.0 to 127.255.255.255 never mean a listing (RFC 5782)',
    ],
  ])('are refused when they are none: %j', async (change, detail) => {
    expect(await user.post('/blocklists', { ...ours, ...change })).toMatchObject({ status: 400, body: { detail } })
    expect(tested).toEqual([])
  })

  it('have each zone once for addresses and once for names', async () => {
    expect((await user.post('/blocklists', ours)).status).toBe(201)
    expect(await user.post('/blocklists', ours)).toMatchObject({
      status: 409,
      body: { detail: 'This list is already added' },
    })
    expect((await user.post('/blocklists', { ...ours, kind: 'domain' })).status).toBe(201)
  })

  it('are at most twenty, also with concurrent calls', async () => {
    for (let n = 0; n < 18; n++) expect((await add(n)).status).toBe(201)
    const last = await Promise.all([18, 19, 20, 21].map(add))
    expect(last.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 400, 400])
    expect(await add(22)).toMatchObject({
      body: { detail: 'A workspace can have at most 20 lists. Remove one first.', code: 'validation' },
    })
  })

  it('of the catalogue are turned off for the scans of this workspace', async () => {
    expect(await user.put('/blocklists/off', { off: ['swinog', 'kempt', 'swinog'] })).toMatchObject({
      status: 200,
      body: { off: ['kempt', 'swinog'] },
    })
    const { catalogue } = await lists()
    expect(
      catalogue
        .filter(list => list.off)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['kempt', 'swinog'])
    expect(await scan()).toEqual({ off: ['kempt', 'swinog'], custom: [] })
    expect(await user.put('/blocklists/off', { off: ['no-list'] })).toMatchObject({ status: 400 })
    expect(await user.put('/blocklists/off', { off: [] })).toMatchObject({ status: 200 })
    expect(await scan()).toEqual({ off: [], custom: [] })
  })

  it('are kept and not used after a downgrade, and can be deleted then', async () => {
    const { body } = await user.post('/blocklists', ours)
    await user.put('/blocklists/off', { off: ['swinog'] })
    await plan('pro')
    expect(await scan()).toEqual({ off: [], custom: [] })
    expect(await lists()).toMatchObject({ own: [body], allowed: false })
    await plan('business')
    expect(await scan()).toMatchObject({ off: ['swinog'], custom: [{ zone: 'bl.example.org' }] })
    await plan('free')
    const path = `/blocklists/${(body as { id: string }).id}`
    expect(await user.delete(path)).toMatchObject({ status: 204 })
    expect(await user.delete(path)).toMatchObject({ status: 404 })
  })
})
