import type { createApiKey, listApiKeys, ReplyOf } from '@waxseal/contract'
import type { Tier } from '@waxseal/core/plan'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiKey, member, workspace } from '../../db/schema/index.ts'
import { anApiKey } from '../../testing/api-key.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aColleague } from '../../testing/colleague.ts'
import { subjectIsToken } from '../../testing/offline.ts'
import { onTheStore, theStore } from '../../testing/store.ts'
import { recordOfSubject } from '../audit/record.ts'
import { setRole } from './members.ts'

type Created = ReplyOf<typeof createApiKey>
type Listed = ReplyOf<typeof listApiKeys>

onTheStore('an API key of a workspace', kind => {
  let server: TestApp
  let owner: TestUser
  let signedInAt = ''
  const sessionsOf = async (subject: string) => {
    const at = new Date(signedInAt)
    return [{ id: `session-of-${subject}`, userAgent: null, signedInAt: at, lastActiveAt: at }]
  }
  beforeAll(async () => {
    server = await openTestApp(kind, { auth: { ...subjectIsToken, sessionsOf } })
  })
  beforeEach(async () => {
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    signedInAt = '2026-11-20T08:50:00Z'
    owner = await server.aUser({ tier: 'business' })
  })
  afterAll(() => server.close())

  const create = async (body: object = {}): Promise<Created> =>
    (await owner.post('/api-keys', { name: 'Nightly report', scopes: ['read'], ...body })).body as Created
  const list = async (who: Pick<TestUser, 'get'> = owner) => (await who.get('/api-keys')).body as Listed
  const statusWith = async (key: string, url = '/api/domains') =>
    (await server.app.inject({ url, headers: { authorization: `Bearer ${key}` } })).statusCode
  const onPlan = (tier: Tier) =>
    server.deps.store.db.update(workspace).set({ tier }).where(eq(workspace.id, owner.actor.workspace.id))

  it('is shown once, and is in the database only as a hash with its first characters', async () => {
    const { api_key, key } = await create({ name: '  Nightly report ', scopes: ['scan'] })
    expect(key).toMatch(/^ak_[\w-]{32}$/)
    expect(api_key).toEqual({
      id: expect.any(String),
      name: 'Nightly report',
      starts_with: key.slice(0, 8),
      scopes: ['read', 'scan'],
      created_at: '2026-11-20T09:00:00.000Z',
      created_by: 'Alex Example',
      expires_at: null,
      expired: false,
      last_used_at: null,
    })
    expect(await list()).toEqual({ keys: [api_key], allowed: true })
    const rows = await server.deps.store.db.select().from(apiKey)
    expect(JSON.stringify(rows)).not.toContain(key.slice(8))
    expect(await statusWith(key)).toBe(200)
  })

  it('notes its last use, at most once a minute', async () => {
    const { key } = await create()
    await statusWith(key)
    server.deps.clock.now = new Date('2026-11-20T09:00:59Z')
    await statusWith(key)
    expect((await list()).keys[0]?.last_used_at).toBe('2026-11-20T09:00:00.000Z')
    server.deps.clock.now = new Date('2026-11-20T09:01:00Z')
    await statusWith(key)
    expect((await list()).keys[0]?.last_used_at).toBe('2026-11-20T09:01:00.000Z')
  })

  it('works until it expires, and the list then says so', async () => {
    const { key } = await create({ expires_at: '2026-11-21T10:00:00+01:00' })
    server.deps.clock.now = new Date('2026-11-21T08:59:59.999Z')
    expect(await statusWith(key)).toBe(200)
    server.deps.clock.now = new Date('2026-11-21T09:00:00Z')
    expect(await statusWith(key)).toBe(401)
    expect((await list()).keys).toMatchObject([{ expires_at: '2026-11-21T09:00:00.000Z', expired: true }])
  })

  it('stops working when it is revoked, and leaves the list', async () => {
    const { api_key, key } = await create()
    expect((await owner.delete(`/api-keys/${api_key.id}`)).status).toBe(204)
    expect(await statusWith(key)).toBe(401)
    expect((await list()).keys).toEqual([])
    expect((await owner.delete(`/api-keys/${api_key.id}`)).status).toBe(404)
  })

  it('of another workspace cannot be revoked', async () => {
    const neighbor = await server.aUser({ tier: 'business' })
    const { id, key } = await anApiKey(server.deps, neighbor.actor)
    expect((await owner.delete(`/api-keys/${id}`)).status).toBe(404)
    expect(await statusWith(key)).toBe(200)
  })

  describe('is not created', () => {
    it.each([
      ['without a name', { name: ' ' }, 'name: Please enter a name'],
      ['with too long a name', { name: 'x'.repeat(61) }, 'name: A name can have at most 60 characters'],
      ['with an invisible name', { name: 'a\u202Eb' }, 'name: A name can only have visible characters'],
      ['without a scope', { scopes: [] }, /^scopes: /],
      ['with an unknown scope', { scopes: ['owner'] }, /^scopes\.0: /],
      ['with an expiry in the past', { expires_at: '2026-11-20T09:00:00Z' }, 'Please choose an expiry in the future'],
      [
        'with an expiry after two years',
        { expires_at: '2028-11-20T09:00:00.001Z' },
        'Please choose an expiry within the next two years',
      ],
      ['with an expiry without a time zone', { expires_at: '2026-12-20T09:00:00' }, /^expires_at: /],
    ])('%s', async (_what, body, detail) => {
      const answer = await owner.post('/api-keys', { name: 'CI', scopes: ['read'], ...body })
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation', detail: expect.stringMatching(detail) } })
      expect((await list()).keys).toEqual([])
    })

    it('where the workspace has 50 keys, until one is revoked', async () => {
      for (let n = 0; n < 50; n++) await anApiKey(server.deps, owner.actor)
      const refused = await owner.post('/api-keys', { name: 'CI', scopes: ['read'] })
      const detail = 'A workspace can have at most 50 API keys. Revoke one first.'
      expect(refused).toMatchObject({ status: 400, body: { code: 'validation', detail } })
      await owner.delete(`/api-keys/${(await list()).keys[0]?.id}`)
      expect((await owner.post('/api-keys', { name: 'CI', scopes: ['read'] })).status).toBe(201)
    })

    it.each(['free', 'pro'] as const)('on the plan %s', async tier => {
      await onPlan(tier)
      expect(await owner.post('/api-keys', { name: 'CI', scopes: ['read'] })).toMatchObject({
        status: 403,
        body: { code: 'feature_locked', feature: 'api_access', detail: 'Your plan does not include API keys' },
      })
      expect(await list()).toEqual({ keys: [], allowed: false })
    })
  })

  it('is kept on a lower plan without working, can be revoked there, and works again after an upgrade', async () => {
    const { key } = await create()
    const other = await create()
    await onPlan('pro')
    const answer = await server.app.inject({ url: '/api/domains', headers: { authorization: `Bearer ${key}` } })
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      {
        detail: 'Your plan does not include API keys. This key works again after an upgrade.',
        code: 'feature_locked',
        feature: 'api_access',
        request_id: expect.any(String),
      },
    ])
    expect(await list()).toMatchObject({ keys: [{}, {}], allowed: false })
    expect((await owner.delete(`/api-keys/${other.api_key.id}`)).status).toBe(204)
    await onPlan('business')
    expect([await statusWith(key), await statusWith(other.key)]).toEqual([200, 401])
  })

  it('stops working when its creator leaves the workspace or is no admin any more', async () => {
    const colleague = await aColleague(server, owner)
    const { person } = colleague.actor
    const leaving = await anApiKey(server.deps, { workspace: owner.actor.workspace, person })
    expect(await statusWith(leaving.key)).toBe(200)
    await server.deps.store.db.delete(member).where(eq(member.personId, person.id))
    expect(await statusWith(leaving.key)).toBe(401)

    const other = await aColleague(server, owner)
    const demoted = await anApiKey(server.deps, { workspace: owner.actor.workspace, person: other.actor.person })
    await setRole(server.deps, owner.actor, other.actor.person.id, 'admin')
    expect(await statusWith(demoted.key)).toBe(200)
    await setRole(server.deps, owner.actor, other.actor.person.id, 'editor')
    expect(await statusWith(demoted.key)).toBe(401)
  })

  it('with the scope admin is made by an owner who signed in within ten minutes', async () => {
    const wanted = { name: 'Terraform', scopes: ['admin'] }
    const { api_key, key } = await create(wanted)
    expect(api_key.scopes).toEqual(['read', 'scan', 'write', 'admin'])
    expect(await statusWith(key, '/api/account/audit-log')).toBe(200)
    expect(await statusWith((await create({ scopes: ['write'] })).key, '/api/account/audit-log')).toBe(403)

    signedInAt = '2026-11-20T08:49:59Z'
    expect(await owner.post('/api-keys', wanted)).toMatchObject({
      status: 403,
      body: {
        code: 'sign_in_again',
        detail:
          'A key with the scope admin needs a sign-in within the last 10 minutes. Sign out, sign in, and create it then.',
      },
    })
    expect((await owner.post('/api-keys', { ...wanted, scopes: ['write'] })).status).toBe(201)
    signedInAt = '2026-11-20T09:00:00Z'
    const colleague = await aColleague(server, owner)
    await setRole(server.deps, owner.actor, colleague.actor.person.id, 'admin')
    expect(await colleague.post('/api-keys', wanted)).toMatchObject({
      status: 403,
      body: { code: 'forbidden_role', detail: 'Only an owner can create a key with the scope admin' },
    })
  })

  it('with the scope admin stops working when its creator is no owner any more; their other keys work on', async () => {
    const { person } = (await aColleague(server, owner)).actor
    const of = { workspace: owner.actor.workspace, person }
    const [admin, write] = [await anApiKey(server.deps, of, { scope: 'admin' }), await anApiKey(server.deps, of)]
    await setRole(server.deps, owner.actor, person.id, 'owner')
    expect([await statusWith(admin.key), await statusWith(write.key)]).toEqual([200, 200])
    await setRole(server.deps, owner.actor, person.id, 'admin')
    expect([await statusWith(admin.key), await statusWith(write.key)]).toEqual([401, 200])
  })

  it('with the scope admin reads what happened in the workspace, and no sign-in of a person', async () => {
    const { key } = await create({ scopes: ['admin'], name: 'SIEM' })
    const headers = { authorization: `Bearer ${key}` }
    const { subject } = owner.actor.person
    await recordOfSubject(server.deps, { subject, action: 'account.signed_in' })
    const { events } = (await server.app.inject({ url: '/api/account/audit-log', headers })).json()
    expect(events.map(({ text }: { text: string }) => text)).toEqual([
      'Created the API key SIEM with the scopes read, scan, write, admin',
    ])
    const own = (await owner.get('/account/audit-log')).body as { events: { action: string }[] }
    expect(own.events.map(({ action }) => action).sort()).toEqual(['account.signed_in', 'key.created'])
  })

  it('is listed for every member', async () => {
    const { api_key } = await create()
    const colleague = await aColleague(server, owner)
    expect((await colleague.get('/api-keys')).body).toEqual({ keys: [api_key], allowed: true })
  })
})

it('is neither created nor revoked with the token of a session that has ended', async () => {
  const server = await openTestApp(theStore(), { auth: { ...subjectIsToken, isLive: async () => false } })
  const owner = await server.aUser({ tier: 'business' })
  const { id } = await anApiKey(server.deps, owner.actor)
  const refused = { status: 401, body: { code: 'unauthorized', detail: 'Please sign in' } }
  expect(await owner.post('/api-keys', { name: 'CI', scopes: ['read'] })).toMatchObject(refused)
  expect(await owner.delete(`/api-keys/${id}`)).toMatchObject(refused)
  expect(await owner.get('/api-keys')).toMatchObject({ status: 200, body: { keys: [{ id }] } })
  await server.close()
})
