import { workspaceHeader } from '@waxseal/contract'
import type { Role } from '@waxseal/core/plan'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { person } from '../../db/schema/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { onTheStore } from '../../testing/store.ts'
import { insertMember } from './store.ts'

onTheStore('the members of a workspace', kind => {
  let server: TestApp
  let owner: TestUser
  beforeAll(async () => {
    server = await openTestApp(kind, { connections: 5 })
  })
  beforeEach(async () => {
    owner = await server.aUser({ tier: 'pro' })
  })
  afterAll(() => server.close())

  /** Someone with this role in the owner's workspace, who acts there. */
  async function a(role: Role) {
    const user = await server.aUser()
    const personId = user.actor.person.id
    const workspaceId = owner.actor.workspace.id
    await server.deps.store.transaction(tx =>
      insertMember(tx, { workspaceId, personId, role, joinedAt: server.deps.now() }),
    )
    const call = async (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, payload?: object) => {
      const answer = await server.app.inject({
        method,
        url: `/api${path}`,
        headers: { authorization: `Bearer ${user.token}`, [workspaceHeader]: workspaceId },
        ...(payload && { payload }),
      })
      return { status: answer.statusCode, body: answer.payload === '' ? null : answer.json<unknown>() }
    }
    return {
      id: personId,
      user,
      call,
      setRole: (of: string, to: Role) => call('PUT', `/workspace/members/${of}`, { role: to }),
      remove: (of: string) => call('DELETE', `/workspace/members/${of}`),
      leave: () => call('POST', '/workspace/leave'),
    }
  }
  const rolesNow = async () =>
    ((await owner.get('/workspace/members')).body as { members: { role: Role }[] }).members.map(({ role }) => role)

  it('are listed with name, address and role, for every member', async () => {
    const viewer = await a('viewer')
    const { person } = owner.actor
    expect(await viewer.call('GET', '/workspace/members')).toMatchObject({
      status: 200,
      body: {
        members: [
          { person_id: person.id, name: 'Alex Example', email: person.email, role: 'owner' },
          { person_id: viewer.id, role: 'viewer' },
        ],
        limit: 5,
        used: 2,
      },
    })
  })

  it('are visible to members only', async () => {
    const other = await server.aUser()
    expect((await other.get('/workspace/members')).text).not.toContain(owner.actor.person.id)
  })

  it('can get roles up to admin from an admin', async () => {
    const [admin, viewer] = [await a('admin'), await a('viewer')]
    for (const role of ['editor', 'admin', 'viewer'] as const) {
      expect(await admin.setRole(viewer.id, role)).toMatchObject({ status: 200, body: { role } })
    }
    expect((await rolesNow()).toSorted()).toEqual(['admin', 'owner', 'viewer'])
  })

  it('become owners, and owners change or leave, only through owners', async () => {
    const [admin, viewer] = [await a('admin'), await a('viewer')]
    const refused = {
      status: 403,
      body: { detail: 'Your role in this workspace does not allow this. Ask an owner.', code: 'forbidden_role' },
    }
    expect(await admin.setRole(viewer.id, 'owner')).toMatchObject(refused)
    expect(await admin.setRole(admin.id, 'owner')).toMatchObject(refused)
    expect(await admin.setRole(owner.actor.person.id, 'viewer')).toMatchObject(refused)
    expect(await admin.remove(owner.actor.person.id)).toMatchObject(refused)
    expect((await owner.put(`/workspace/members/${admin.id}`, { role: 'owner' })).status).toBe(200)
    expect((await admin.setRole(owner.actor.person.id, 'viewer')).status).toBe(200)
  })

  it('always include an owner: the last one can neither leave nor be demoted', async () => {
    const last = {
      status: 409,
      body: { detail: 'A workspace needs an owner. Make another member an owner first.', code: 'conflict' },
    }
    const { id } = owner.actor.person
    expect(await owner.put(`/workspace/members/${id}`, { role: 'admin' })).toMatchObject(last)
    expect(await owner.delete(`/workspace/members/${id}`)).toMatchObject(last)
    expect(await owner.post('/workspace/leave')).toMatchObject(last)
    expect((await owner.put(`/workspace/members/${id}`, { role: 'owner' })).status).toBe(200)
  })

  it('keep an owner when two owners leave at the same moment', async () => {
    const second = await a('owner')
    const answers = await Promise.all([owner.post('/workspace/leave'), second.leave()])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409])
  })

  it('lose access when they leave', async () => {
    const viewer = await a('viewer')
    expect((await viewer.leave()).status).toBe(204)
    expect((await viewer.call('GET', '/workspace/members')).status).toBe(404)
    expect((await viewer.user.get('/auth/me')).body).toMatchObject({ workspaces: [{ role: 'owner' }] })
  })

  it('lose access when an admin removes them', async () => {
    const [admin, editor] = [await a('admin'), await a('editor')]
    expect((await admin.remove(editor.id)).status).toBe(204)
    expect((await editor.call('GET', '/domains')).status).toBe(404)
    expect((await admin.remove(editor.id)).status).toBe(404)
  })

  it('lose their open invitations when they leave, are removed or may no longer invite', async () => {
    const invited = async (from: Awaited<ReturnType<typeof a>>): Promise<{ token: string }> => {
      const answer = await from.call('POST', '/workspace/invitations', { role: 'admin' })
      const { link } = answer.body as { link: string }
      return { token: new URL(link).hash.slice(1) }
    }
    const ends = {
      leaves: (admin: Awaited<ReturnType<typeof a>>) => admin.leave(),
      'is removed': (admin: Awaited<ReturnType<typeof a>>) => owner.delete(`/workspace/members/${admin.id}`),
      'is made an editor': (admin: Awaited<ReturnType<typeof a>>) =>
        owner.put(`/workspace/members/${admin.id}`, { role: 'editor' }),
    }
    for (const end of Object.values(ends)) {
      const admin = await a('admin')
      const { token } = await invited(admin)
      expect((await end(admin)).status).toBeLessThan(300)
      expect(await admin.user.post('/invitations/accept', { token })).toMatchObject({ status: 404 })
      await owner.delete(`/workspace/members/${admin.id}`)
    }
    const still = await a('admin')
    const { token } = await invited(still)
    expect((await owner.put(`/workspace/members/${still.id}`, { role: 'admin' })).status).toBe(200)
    expect((await (await server.aUser()).post('/invitations/accept', { token })).status).toBe(200)
  })

  it('change in their own workspace only', async () => {
    const outsider = await server.aUser({ tier: 'pro' })
    expect((await outsider.delete(`/workspace/members/${owner.actor.person.id}`)).status).toBe(404)
  })

  it('exclude deleted accounts, which use no place of the plan either', async () => {
    const gone = await a('editor')
    const before = (await owner.get('/workspace/members')).body as { used: number; members: object[] }
    await server.deps.store.db.update(person).set({ deletedAt: new Date() }).where(eq(person.id, gone.id))
    const after = (await owner.get('/workspace/members')).body as typeof before
    expect([after.used, after.members.length]).toEqual([before.used - 1, before.members.length - 1])
  })

  it('share the domains, the plan and the usage of the workspace', async () => {
    const editor = await a('editor')
    expect((await editor.call('POST', '/domains', { domain_name: 'kite.example' })).status).toBe(201)
    expect((await owner.get('/domains')).body).toMatchObject([{ domain_name: 'kite.example' }])
    expect((await editor.user.get('/domains')).body).toEqual([])
    expect((await editor.call('GET', '/auth/me')).body).toMatchObject({
      id: editor.id,
      tier: 'pro',
      workspace: { id: owner.actor.workspace.id, role: 'editor' },
      session: { org_id: owner.actor.workspace.id, org_role: 'editor', org_permissions: ['read', 'edit'] },
    })
  })

  it('see the new name of the workspace', async () => {
    expect((await owner.put('/workspace', { name: '  Kite & Sons ' })).body).toEqual({ name: 'Kite & Sons' })
    expect((await owner.get('/auth/me')).body).toMatchObject({
      workspace: { name: 'Kite & Sons' },
      session: { org_slug: 'kite-sons' },
    })
    for (const name of ['', '   ', 'x'.repeat(101), 'a\u0000b', '\u200d']) {
      expect((await owner.put('/workspace', { name })).status).toBe(400)
    }
  })
})
