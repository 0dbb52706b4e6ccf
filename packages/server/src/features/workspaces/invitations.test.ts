import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { invitation, person, workspace } from '../../db/schema/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { onTheStore } from '../../testing/store.ts'

const day = 86_400_000
const accept = (who: TestUser, token: string) => who.post('/invitations/accept', { token })

onTheStore('an invitation to a workspace', kind => {
  let server: TestApp
  let owner: TestUser
  beforeAll(async () => {
    server = await openTestApp(kind, { connections: 5 })
  })
  beforeEach(async () => {
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    owner = await server.aUser({ tier: 'pro' })
  })
  afterAll(() => server.close())

  const invited = async (role = 'editor') => {
    const { body } = await owner.post('/workspace/invitations', { role })
    const { invitation, link } = body as { invitation: { id: string }; link: string }
    return { id: invitation.id, link, token: new URL(link).hash.slice(1) }
  }
  const read = (token: string) =>
    server.app.inject({ method: 'POST', url: '/api/invitations/read', payload: { token } })

  it('is a link whose token is in its fragment alone, and in the database only as a hash', async () => {
    const { id, link, token } = await invited()
    expect(link).toMatch(/^http:\/\/localhost:3000\/join#[\w-]{43}$/)
    const rows = await server.deps.store.db.select().from(invitation).where(eq(invitation.id, id))
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]?.expiresAt).toEqual(new Date(server.deps.clock.now.getTime() + 7 * day))
  })

  it('shows its holder, signed in or not, the workspace and role', async () => {
    const { token } = await invited('viewer')
    expect((await read(token)).json()).toEqual({
      workspace_name: 'Alex Example',
      role: 'viewer',
      expires_at: '2026-11-27T09:00:00.000Z',
      may_sign_up: true,
    })
  })

  it('lets exactly one person join, with its role', async () => {
    const { token } = await invited('editor')
    const [kim, lee] = [await server.aUser(), await server.aUser()]
    const answers = await Promise.all([accept(kim, token), accept(lee, token)])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410])
    const joined = answers.find(({ status }) => status === 200)
    expect(joined?.body).toEqual({
      workspace: { id: owner.actor.workspace.id, name: 'Alex Example', role: 'editor' },
      already_member: false,
    })
    expect(answers.find(({ status }) => status === 410)?.body).toMatchObject({
      detail: 'This invitation has already been used. Ask for a new one.',
      code: 'gone',
    })
    expect((await read(token)).statusCode).toBe(410)
    const { members } = (await owner.get('/workspace/members')).body as { members: { role: string }[] }
    expect(members.map(({ role }) => role)).toEqual(['owner', 'editor'])
  })

  it('reports to a member that they are one already, keeps their role and stays open', async () => {
    const { token } = await invited('viewer')
    expect((await accept(owner, token)).body).toMatchObject({ workspace: { role: 'owner' }, already_member: true })
    expect((await accept(await server.aUser(), token)).status).toBe(200)
  })

  it('expires after seven days', async () => {
    const { token } = await invited()
    server.deps.clock.pass(7 * day - 1)
    expect((await read(token)).statusCode).toBe(200)
    server.deps.clock.pass(1)
    const ended = { detail: 'This invitation has expired. Ask for a new one.', code: 'gone' }
    expect((await read(token)).json()).toMatchObject(ended)
    expect(await accept(await server.aUser(), token)).toMatchObject({ status: 410, body: ended })
    expect((await owner.get('/workspace/invitations')).body).toEqual({ invitations: [] })
  })

  it('is unknown after it is revoked', async () => {
    const { id, token } = await invited()
    expect((await owner.get('/workspace/invitations')).body).toMatchObject({
      invitations: [{ id, role: 'editor', created_by: 'Alex Example', expires_at: '2026-11-27T09:00:00.000Z' }],
    })
    expect((await owner.delete(`/workspace/invitations/${id}`)).status).toBe(204)
    expect((await read(token)).json()).toMatchObject({
      detail: 'This invitation does not exist. It may have been revoked.',
      code: 'not_found',
    })
    expect((await accept(await server.aUser(), token)).status).toBe(404)
    expect((await owner.delete(`/workspace/invitations/${id}`)).status).toBe(404)
  })

  it.each(['', 'no token', '\u0000', 'x'.repeat(200)])('does not exist for the token %j', async token => {
    expect((await read(token)).statusCode).toBe(404)
  })

  it('uses a member place of the plan as soon as it is made', async () => {
    for (let n = 0; n < 4; n++) await invited()
    expect((await owner.get('/workspace/members')).body).toMatchObject({ limit: 5, used: 5 })
    expect(await owner.post('/workspace/invitations', { role: 'viewer' })).toMatchObject({
      status: 403,
      body: {
        detail: 'Member limit reached. Your Pro plan allows 5 members.',
        code: 'member_limit',
        feature: 'members',
      },
    })
  })

  it('cannot exceed the limit by many simultaneous requests', async () => {
    const asked = Array.from({ length: 8 }, () => owner.post('/workspace/invitations', { role: 'viewer' }))
    expect((await Promise.all(asked)).filter(({ status }) => status === 201)).toHaveLength(4)
  })

  it('cannot be made on Starter, and is unlimited on Business', async () => {
    const starter = await server.aUser()
    expect((await starter.post('/workspace/invitations', { role: 'viewer' })).body).toMatchObject({
      detail: 'Member limit reached. Your Starter plan allows 1 member.',
    })
    const business = await server.aUser({ tier: 'business' })
    for (let n = 0; n < 6; n++) {
      expect((await business.post('/workspace/invitations', { role: 'viewer' })).status).toBe(201)
    }
  })

  it('lets no person join when the plan became too small, and stays open', async () => {
    const { token } = await invited()
    const plan = (tier: 'free' | 'pro') =>
      server.deps.store.db.update(workspace).set({ tier }).where(eq(workspace.id, owner.actor.workspace.id))
    await plan('free')
    const kim = await server.aUser()
    expect(await accept(kim, token)).toMatchObject({
      status: 403,
      body: { detail: 'This workspace has reached its member limit. Ask an owner to upgrade the plan.' },
    })
    await plan('pro')
    expect((await accept(kim, token)).status).toBe(200)
  })

  it('cannot make an owner', async () => {
    expect((await owner.post('/workspace/invitations', { role: 'owner' })).status).toBe(400)
  })

  it('stays open when its author deletes their account', async () => {
    const { id } = await invited()
    const kim = await server.aUser({ tier: 'pro' })
    await server.deps.store.db.update(invitation).set({ createdBy: kim.actor.person.id }).where(eq(invitation.id, id))
    await server.deps.store.db.delete(person).where(eq(person.id, kim.actor.person.id))
    expect((await owner.get('/workspace/invitations')).body).toMatchObject({ invitations: [{ id, created_by: null }] })
  })
})
