import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportRows } from '../../db/export-rows.ts'
import { packBody, unpackBody } from '../../db/header-body.ts'
import { domain, headerAnalysis, identityUser, workspace } from '../../db/schema/index.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import { furnish } from '../../testing/neighbors.ts'
import { subjectIsToken } from '../../testing/offline.ts'
import { tablesOf } from '../../testing/row-changes.ts'
import { onTheStore } from '../../testing/store.ts'
import { insertMember } from '../workspaces/store.ts'
import { leftOut, ofDomains, ofWorkspaces, ownForm } from './export-tables.data.ts'

interface Exported {
  account: { email: string; sessions: unknown[] }
  workspaces: Record<string, unknown>[] &
    { name: string; role: string; domains?: { domain: { name: string }; scans: unknown[]; findings: unknown[] }[] }[]
}

onTheStore('the export of an account', kind => {
  let server: TestApp
  let user: TestUser
  let isLive = true
  beforeAll(async () => {
    server = await openTestApp(kind, { auth: { ...subjectIsToken, isLive: async () => isLive } })
    user = await server.aUser({ tier: 'business' })
    const other = await server.aUser({ tier: 'business' })
    for (const [name, { actor }] of [['owner', user] as const, ['neighbor', other] as const]) {
      const { subject, email } = actor.person
      const at = { createdAt: server.deps.now(), updatedAt: server.deps.now() }
      await server.deps.store.db.insert(identityUser).values({ id: subject, name, email, ...at })
      await furnish(server.deps.store, { owner: actor, name, names: new Map(), now: server.deps.now() })
    }
  })
  afterAll(() => server.close())

  it('every table of the database is in it, or left out for a reason', async () => {
    const tables = (await tablesOf(server.deps.store.db)).filter(({ isOurs }) => isOurs).map(({ name }) => name)
    const listed = [...ofDomains, ...ofWorkspaces].map(({ table }) => table)
    expect([...listed, ...ownForm, ...Object.keys(leftOut)].sort()).toEqual(tables.sort())
  })

  it('has everything of the person, nothing of others, and no secret', async () => {
    const { status, text, headers } = await user.get('/account/export')
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="waxseal-account.json"'])
    const { account, workspaces } = JSON.parse(text) as Exported
    expect(account.email).toBe(user.actor.person.email)
    expect(workspaces).toHaveLength(1)
    const [own] = workspaces
    const lists = ofWorkspaces.map(({ name }) => ({ name, rows: own?.[name] }))
    expect(lists.filter(({ rows }) => !Array.isArray(rows) || rows.length === 0)).toEqual([])
    expect(own?.['chat_messages']).not.toEqual([])
    expect(own?.domains?.map(each => each.domain.name)).toContain('owner.example')
    for (const each of own?.domains ?? []) {
      expect(each.scans.length).toBeGreaterThan(0)
      expect(each.findings.length).toBeGreaterThan(0)
    }
    expect(text).not.toContain('neighbor')
    expect(text).not.toMatch(/key_hash|token_hash|webhook_secret|"target"|unsubscribe_token|hash of /)
  })

  it('has the interpretation of threat results only for those whose plan includes it', async () => {
    const [row] = await server.deps.store.db
      .select()
      .from(headerAnalysis)
      .where(eq(headerAnalysis.workspaceId, user.actor.workspace.id))
    if (row === undefined) throw new Error('the owner has no header analysis')
    const smart = { verdict: 'malicious', smart_verdict: 'malicious', vendor_interpretation: 'Two vendors agree.' }
    const stored = await unpackBody(row.body)
    const document = {
      ...stored.document,
      vt_results: { ...stored.document.vt_results, domains: { 'bad.example': smart } },
    } as unknown as typeof stored.document
    const { db } = server.deps.store
    const body = await packBody({ ...stored, document })
    await db.update(headerAnalysis).set({ body }).where(eq(headerAnalysis.id, row.id))
    const exported = async (tier: 'free' | 'pro') => {
      await db
        .update(workspace)
        .set({ tier, grantedTier: tier, paidTier: tier })
        .where(eq(workspace.id, user.actor.workspace.id))
      return (await user.get('/account/export')).text
    }
    expect(await exported('pro')).toContain('Two vendors agree.')
    const free = await exported('free')
    expect(free).toContain('bad.example')
    expect(free).not.toMatch(/smart_verdict|vendor_interpretation/)
  })

  it('of a workspace that others own it has only the role and the own chat', async () => {
    const guest = await server.aUser()
    const { id: workspaceId } = user.actor.workspace
    await server.deps.store.transaction(tx =>
      insertMember(tx, { workspaceId, personId: guest.actor.person.id, role: 'admin', joinedAt: server.deps.now() }),
    )
    const { workspaces } = JSON.parse((await guest.get('/account/export')).text) as Exported
    const other = workspaces.find(each => each.role === 'admin')
    expect(Object.keys(other ?? {})).toEqual(['id', 'name', 'role', 'chat_messages'])
    expect(other?.['chat_messages']).toEqual([])
  })

  it('is refused once the session has ended', async () => {
    isLive = false
    expect((await user.get('/account/export')).status).toBe(401)
    isLive = true
  })

  it('reads page by page, each row once', async () => {
    const many = await server.aUser()
    for (let n = 0; n < 7; n += 1) await aScan(server.deps.store, await aDomain(server.deps.store, many.actor))
    const names: string[] = []
    const where = sql`t.workspace_id = ${many.actor.workspace.id}`
    for await (const row of exportRows(server.deps.store.db, {
      table: 'domain',
      where,
      without: ['tags'],
      atOnce: 2,
    })) {
      expect(JSON.parse(row)).not.toHaveProperty('tags')
      names.push((JSON.parse(row) as { name: string }).name)
    }
    const theirs = (await server.deps.store.db.select().from(domain)).filter(
      each => each.workspaceId === many.actor.workspace.id,
    )
    expect(names.sort()).toEqual(theirs.map(({ name }) => name).sort())
  })
})
