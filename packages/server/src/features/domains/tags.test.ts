import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { onBothStores } from '../../testing/store.ts'

onBothStores('the tags of a domain', kind => {
  let server: TestApp
  let user: TestUser
  let path: string
  beforeAll(async () => {
    server = await openTestApp(kind)
    user = await server.aUser()
    path = `/domains/${(await aDomain(server.deps.store, user.account)).id}/tags`
  })
  afterAll(() => server.close())

  const set = (tags: unknown) => user.put(path, { tags })
  const listed = async () => ((await user.get('/domains')).body as { tags: string[] }[])[0]?.tags

  it('are kept in their order, shown in the list, and gone when there are none', async () => {
    expect(await set(['client: Müller', 'parked', '🏴‍☠️ old'])).toMatchObject({
      status: 200,
      body: { tags: ['client: Müller', 'parked', '🏴‍☠️ old'] },
    })
    expect(await listed()).toEqual(['client: Müller', 'parked', '🏴‍☠️ old'])
    expect((await set([])).body).toEqual({ tags: [] })
    expect(await listed()).toEqual([])
  })

  it('lose blanks, empty ones and repetitions in another letter case', async () => {
    const typed = ['  EU  west ', '', ' ', 'eu west', 'Cafe\u0301', 'CAFÉ', '\u00a0x\t']
    expect((await set(typed)).body).toEqual({ tags: ['EU west', 'Café', 'x'] })
    const many = Array.from({ length: 100 }, (_, n) => (n % 2 ? 'A' : 'a'))
    expect((await set(many)).body).toEqual({ tags: ['a'] })
  })

  const full = Array.from({ length: 10 }, (_, n) => `${n}${'💌'.repeat(31)}`)
  it('are ten at most, of 32 characters each', async () => {
    expect((await set(full)).body).toEqual({ tags: full })
    expect(await set([...full, 'one more'])).toMatchObject({
      status: 400,
      body: { detail: 'At most 10 tags can be put on a domain', code: 'validation' },
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
  ])('have only characters that can be seen, not %j', async tag => {
    expect(await set([tag])).toMatchObject({
      status: 400,
      body: { detail: 'A tag can only have characters that can be seen', code: 'validation' },
    })
  })

  it.each([null, 'a', [1], [null], [['a']], { 0: 'a' }, ['x'.repeat(201)], Array(101).fill('a')])(
    'must be a list of texts, not %j',
    async tags => {
      expect(await set(tags)).toMatchObject({ status: 400, body: { code: 'validation' } })
    },
  )

  it('are their owner’s alone, and outlive a scan', async () => {
    const stranger = await server.aUser()
    expect(await stranger.put(path, { tags: ['mine'] })).toMatchObject({ status: 404, body: { detail: 'Not found' } })
    const own = await aDomain(server.deps.store, stranger.account)
    await stranger.put(`/domains/${own.id}/tags`, { tags: ['mine'] })
    await aScan(server.deps.store, own)
    expect((await stranger.get('/domains')).body).toMatchObject([{ tags: ['mine'], health_score: 60 }])
  })
})
