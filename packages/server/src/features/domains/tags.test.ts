import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'

onTheStore('the tags of a domain', kind => {
  let server: TestApp
  let user: TestUser
  let path: string
  beforeAll(async () => {
    server = await openTestApp(kind)
    user = await server.aUser()
    path = `/domains/${(await aDomain(server.deps.store, user.actor)).id}/tags`
  })
  afterAll(() => server.close())

  const set = (tags: unknown) => user.put(path, { tags })
  const listed = async () => ((await user.get('/domains')).body as { tags: string[] }[])[0]?.tags

  it('are stored in order, shown in the list, and removed by an empty list', async () => {
    expect(await set(['client: Müller', 'parked', '🏴‍☠️ old'])).toMatchObject({
      status: 200,
      body: { tags: ['client: Müller', 'parked', '🏴‍☠️ old'] },
    })
    expect(await listed()).toEqual(['client: Müller', 'parked', '🏴‍☠️ old'])
    expect((await set([])).body).toEqual({ tags: [] })
    expect(await listed()).toEqual([])
  })

  it('are trimmed, without empty ones or repetitions in another letter case', async () => {
    const typed = ['  EU  west ', '', ' ', 'eu west', 'Cafe\u0301', 'CAFÉ', '\u00a0x\t']
    expect((await set(typed)).body).toEqual({ tags: ['EU west', 'Café', 'x'] })
    const many = Array.from({ length: 100 }, (_, n) => (n % 2 ? 'A' : 'a'))
    expect((await set(many)).body).toEqual({ tags: ['a'] })
  })

  const full = Array.from({ length: 10 }, (_, n) => `${n}${'💌'.repeat(31)}`)
  it('are at most ten, of at most 32 characters', async () => {
    expect((await set(full)).body).toEqual({ tags: full })
    expect(await set([...full, 'one more'])).toMatchObject({
      status: 400,
      body: { detail: 'A domain can have at most 10 tags', code: 'validation' },
    })
    expect(await set(['x'.repeat(33)])).toMatchObject({
      status: 400,
      body: { detail: 'A tag can have at most 32 characters', code: 'validation' },
    })
    expect(await listed()).toEqual(full)
  })

  it.each([
    'a\u0000b',
    'a\nb',
    '\u202egpj.exe',
    'a\u200bb',
    '\ud800',
    'a\udc00',
    '\u200d',
    '\ue000',
    'a\u2028x',
    '\u0301',
  ])('contain printable characters only, not %j', async tag => {
    expect(await set([tag])).toMatchObject({
      status: 400,
      body: { detail: 'A tag can only have visible characters', code: 'validation' },
    })
  })

  it.each([null, 'a', [1], [null], [['a']], { 0: 'a' }, ['x'.repeat(201)], Array(101).fill('a')])(
    'must be a list of strings, not %j',
    async tags => {
      expect(await set(tags)).toMatchObject({ status: 400, body: { code: 'validation' } })
    },
  )

  it('can be changed by their owner only, and survive a scan', async () => {
    const outsider = await server.aUser()
    expect(await outsider.put(path, { tags: ['mine'] })).toMatchObject({ status: 404, body: { detail: 'Not found' } })
    const own = await aDomain(server.deps.store, outsider.actor)
    await outsider.put(`/domains/${own.id}/tags`, { tags: ['mine'] })
    await aScan(server.deps.store, own)
    expect((await outsider.get('/domains')).body).toMatchObject([{ tags: ['mine'], health_score: 60 }])
  })
})

const change = (user: TestUser, domain_ids: unknown, add: unknown = [], remove: unknown = []) =>
  user.post('/domains/tags', { domain_ids, add, remove })

async function tagsOf(user: TestUser, ids: readonly string[]): Promise<(string[] | undefined)[]> {
  const listed = (await user.get('/domains')).body as { id: string; tags: string[] }[]
  return ids.map(id => listed.find(domain => domain.id === id)?.tags)
}

onTheStore('the tags of many domains', kind => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp(kind, { connections: 5 })
  })
  afterAll(() => server.close())

  const domainsOf = async (user: TestUser, all: readonly (readonly string[])[]): Promise<string[]> => {
    const ids: string[] = []
    for (const tags of all) {
      const { id } = await aDomain(server.deps.store, user.actor)
      await user.put(`/domains/${id}/tags`, { tags })
      ids.push(id)
    }
    return ids
  }
  const ten = Array.from({ length: 10 }, (_, n) => `t${n}`)

  it('are added to each domain once; a domain without room stays unchanged and is reported', async () => {
    const user = await server.aUser({ tier: 'business' })
    const ids = await domainsOf(user, [[], ['EU'], ['parked'], ten])
    const answer = await change(user, ids, [' eu ', 'client'])
    expect(answer.status).toBe(200)
    expect(await tagsOf(user, ids)).toEqual([['eu', 'client'], ['EU', 'client'], ['parked', 'eu', 'client'], ten])
    expect((answer.body as { changed: object[]; full: string[] }).full).toEqual([ids[3]])
    expect((answer.body as { changed: object[] }).changed).toHaveLength(3)
    expect((await change(user, ids.slice(0, 3), ['EU'])).body).toEqual({ changed: [], full: [] })
  })

  it('are removed in any letter case, and one call may replace a tag by another', async () => {
    const user = await server.aUser({ tier: 'business' })
    const ids = await domainsOf(user, [['EU', 'parked'], ['eu'], ten])
    await change(user, ids, ['world'], ['eu', 'T0', 'never there'])
    expect(await tagsOf(user, ids)).toEqual([['parked', 'world'], ['world'], [...ten.slice(1), 'world']])
  })

  it('change on the caller’s own domains only; unknown ids are skipped', async () => {
    const [user, outsider] = [await server.aUser(), await server.aUser()]
    const [own] = await domainsOf(user, [[]])
    const [theirs] = await domainsOf(outsider, [['mine']])
    const answer = await change(user, [theirs, own, 'no id', '00000000-0000-4000-8000-000000000000'], ['x'])
    expect(answer.body).toEqual({ changed: [{ id: own, tags: ['x'] }], full: [] })
    expect(await tagsOf(outsider, [theirs ?? ''])).toEqual([['mine']])
    expect(await change(user, [theirs], ['x'])).toMatchObject({ status: 404, body: { detail: 'Not found' } })
  })

  it('keep both changes that arrive at the same moment', async () => {
    const user = await server.aUser({ tier: 'business' })
    const ids = await domainsOf(user, [[], [], []])
    await Promise.all([change(user, ids, ['a']), change(user, [...ids].reverse(), ['b']), change(user, ids, ['c'])])
    for (const tags of await tagsOf(user, ids)) expect(tags?.sort()).toEqual(['a', 'b', 'c'])
  })

  it('are refused by the same rules as for one domain', async () => {
    const user = await server.aUser()
    const ids = await domainsOf(user, [[]])
    for (const [add, detail] of [
      [['x'.repeat(33)], 'A tag can have at most 32 characters'],
      [[...ten, 'one more'], 'A domain can have at most 10 tags'],
      [['a\u202eb'], 'A tag can only have visible characters'],
    ] as const) {
      expect(await change(user, ids, add)).toMatchObject({ status: 400, body: { detail } })
    }
  })

  it.each([
    [[], ['x']],
    [null, ['x']],
    [['id'], 'x'],
    [[1], ['x']],
    [Array(5_001).fill('id'), ['x']],
  ])('must be lists, not %j and %j', async (ids, add) => {
    const user = await server.aUser()
    expect(await change(user, ids, add)).toMatchObject({ status: 400, body: { code: 'validation' } })
  })
})
