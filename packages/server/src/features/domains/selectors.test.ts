import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { onTheStore } from '../../testing/store.ts'
import { confirmSelectors } from './selector-store.ts'

async function aDomainOf(user: Awaited<ReturnType<TestApp['aUser']>>): Promise<string> {
  const { body } = await user.post('/domains', { domain_name: 'example.com' })
  return (body as { id: string }).id
}

onTheStore('the DKIM selectors of a domain', kind => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp(kind)
  })
  afterAll(() => server.close())

  const confirm = (id: string, selectors: string[]) =>
    server.deps.store.transaction(tx => confirmSelectors(tx, id, { found: selectors, missing: [] }, server.deps.now()))

  it('are an empty list at first', async () => {
    const user = await server.aUser()
    const id = await aDomainOf(user)
    expect(await user.get(`/domains/${id}/selectors`)).toMatchObject({ status: 200, body: { selectors: [] } })
  })

  it.each(['s1', ' S1 ', 's1._domainkey', 's1._domainkey.example.com', 'S1._domainkey.Example.com.'])(
    'are extracted from %j',
    async typed => {
      const user = await server.aUser()
      const id = await aDomainOf(user)
      expect(await user.post(`/domains/${id}/selectors`, { selector: typed })).toMatchObject({
        status: 201,
        body: { selectors: [{ selector: 's1', source: 'user', added_at: '2026-11-20T09:00:00.000Z' }] },
      })
    },
  )

  it.each(['', '  ', 'a b', '*', 'a..b', '-a', 'é', 's1._domainkey.example.org', 'a'.repeat(64)])(
    'are refused when they are invalid: %j',
    async typed => {
      const user = await server.aUser()
      const id = await aDomainOf(user)
      expect(await user.post(`/domains/${id}/selectors`, { selector: typed })).toMatchObject({
        status: 400,
        body: {
          detail: 'Please enter a DKIM selector, the value after s= in a DKIM-Signature',
          code: 'validation',
        },
      })
      expect((await user.get(`/domains/${id}/selectors`)).body).toEqual({ selectors: [] })
    },
  )

  it('are listed once', async () => {
    const user = await server.aUser()
    const id = await aDomainOf(user)
    await user.post(`/domains/${id}/selectors`, { selector: 's1' })
    expect(await user.post(`/domains/${id}/selectors`, { selector: 'S1' })).toMatchObject({
      status: 409,
      body: { detail: 'Selector already added' },
    })
  })

  it('are at most twenty', async () => {
    const user = await server.aUser()
    const id = await aDomainOf(user)
    for (let n = 0; n < 20; n += 1) {
      expect((await user.post(`/domains/${id}/selectors`, { selector: `s${n}` })).status).toBe(201)
    }
    expect(await user.post(`/domains/${id}/selectors`, { selector: 'one-more' })).toMatchObject({
      status: 400,
      body: { detail: 'A domain can have at most 20 added selectors' },
    })
  })

  it('can be removed, once', async () => {
    const user = await server.aUser()
    const id = await aDomainOf(user)
    await user.post(`/domains/${id}/selectors`, { selector: 'mail.2026' })
    expect((await user.delete(`/domains/${id}/selectors/mail.2026`)).status).toBe(204)
    expect((await user.delete(`/domains/${id}/selectors/mail.2026`)).status).toBe(404)
    expect((await user.delete(`/domains/${id}/selectors/%00`)).status).toBe(404)
    expect((await user.get(`/domains/${id}/selectors`)).body).toEqual({ selectors: [] })
  })

  it('that a scan confirmed are kept, at most thirty, and become the owner’s own when added', async () => {
    const user = await server.aUser()
    const id = await aDomainOf(user)
    await confirm(
      id,
      Array.from({ length: 40 }, (_, n) => `c${String(n).padStart(2, '0')}`),
    )
    await confirm(id, ['later'])
    const { selectors } = (await user.get(`/domains/${id}/selectors`)).body as { selectors: { selector: string }[] }
    expect(selectors).toHaveLength(30)
    expect(selectors[0]).toMatchObject({ selector: 'c00', source: 'confirmed' })
    expect((await user.post(`/domains/${id}/selectors`, { selector: 'c00' })).body).toMatchObject({
      selectors: expect.arrayContaining([expect.objectContaining({ selector: 'c00', source: 'user' })]),
    })
  })
})
