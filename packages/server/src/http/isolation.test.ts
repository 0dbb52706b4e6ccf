import { type Endpoint, endpoints, workspaceHeader } from '@waxseal/contract'
import { defaultDmarcSettings } from '@waxseal/core/dmarc'
import { type Role, roles } from '@waxseal/core/plan'
import { defaultSpfSettings } from '@waxseal/core/spf'
import { eq, inArray } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { domain, member, person, watchedRange, workspace } from '../db/schema/index.ts'
import { addSelector } from '../features/domains/selectors.ts'
import { analyze } from '../features/headers/analyze.ts'
import { generateDmarc } from '../features/records/build-dmarc.ts'
import { generateSpf } from '../features/records/build-spf.ts'
import { decide } from '../features/scans/decisions.ts'
import { scanHandlers } from '../features/scans/jobs.ts'
import { addRange } from '../features/watched-addresses/watched.ts'
import type { Actor } from '../features/workspaces/actor.ts'
import { invite } from '../features/workspaces/invitations.ts'
import { deleteInvitation } from '../features/workspaces/member-store.ts'
import { setTier } from '../features/workspaces/store.ts'
import { type AuthWorld, openAuthWorld, signedUp, type Visitor } from '../testing/auth-world.ts'
import type { Theirs } from '../testing/endpoint-call.ts'
import { anyId, calls, isKeyedJob, withoutAuthor } from '../testing/endpoint-calls.ts'
import { aDomain, anOwner, aScan, type Owner } from '../testing/factories.ts'
import { aHostedRecord } from '../testing/hosted-world.ts'
import { confirmTokenOf } from '../testing/neighbor-alerts.ts'
import { renewBilling } from '../testing/neighbor-billing.ts'
import { fillRelayMemory } from '../testing/neighbor-rows.ts'
import { furnish, type World, worldOf } from '../testing/neighbors.ts'
import { allRows, tablesOf } from '../testing/row-changes.ts'
import { onBothStores } from '../testing/store.ts'
import { openApiPath } from './openapi.ts'

const dmarcSettings = { ...defaultDmarcSettings, rua_email: 'dmarc@example.com' }

it('every endpoint of the contract has its row, and every row its endpoint', () => {
  expect(Object.keys(calls).sort()).toEqual(endpoints.map(({ route }) => route.id).sort())
})

onBothStores('isolation', kind => {
  let world: AuthWorld
  let app: FastifyInstance
  /** What the last request was about: each begins with a domain, a newcomer and an invitation of its own, and no other. */
  let last: { domainId: string; newcomer: Owner; invitationId: string } | null = null
  let owner: Visitor
  let neighbor: Visitor
  /** Members of the owner's workspace, by their role. */
  const members = new Map<Role, Visitor>()
  /** What ids are called in what a call touched. */
  const names = new Map<string, string>()
  const served: string[] = []
  let touched: World['touched']

  beforeAll(async () => {
    world = await openAuthWorld(kind)
    app = await buildApp(world.deps, {
      pages: '/nowhere',
      onRoute: ({ method, url }) => served.push(...[method].flat().map(method => `${method} ${url}`)),
    })
    // What follows from a scan is left waiting: it would change rows while later calls are watched.
    await world.deps.queue.work({ 'scan.run': scanHandlers(world.deps)['scan.run'] })
    touched = worldOf(world.deps.store, names, world.deps.now()).touched
    owner = await signedUp(app, 'owner')
    neighbor = await signedUp(app, 'neighbor')
    await setTier(world.deps.store.db, owner.email, 'business')
    await setTier(world.deps.store.db, neighbor.email, 'business')
    owner.actor.workspace.tier = 'business'
    const { store, now } = world.deps
    await furnish(store, { owner: owner.actor, name: 'owner', names, now: now() })
    await furnish(store, { owner: neighbor.actor, name: 'neighbor', names, now: now() })
    await fillRelayMemory(store.db, now())
    for (const role of roles) {
      const who = role === 'owner' ? owner : await signedUp(app, role)
      members.set(role, who)
      if (role !== 'owner') names.set(who.actor.person.id, `${role} of owner`)
    }
    // A second owner each, so that the first may leave.
    for (const { actor } of [owner, neighbor]) await join(actor, (await anOwner(store)).person.id, 'owner')
  })

  /** Makes a person a member with this role, also one who has left since. */
  async function join({ workspace }: Pick<Actor, 'workspace'>, personId: string, role: Role): Promise<void> {
    const row = { workspaceId: workspace.id, personId, role, joinedAt: world.deps.now() }
    await world.deps.store.db
      .insert(member)
      .values(row)
      .onConflictDoUpdate({ target: [member.workspaceId, member.personId], set: { role } })
  }

  afterAll(async () => {
    await app.close()
    await world.close()
  })

  /** The request to an endpoint about a new domain of the owner. */
  async function aRequest(endpoint: Endpoint): Promise<Theirs & { request: InjectOptions & { url: string } }> {
    const { method, path, id } = endpoint.route
    const row = calls[id]
    await join(neighbor.actor, neighbor.actor.person.id, 'owner')
    for (const [role, { actor }] of members) await join(owner.actor, actor.person.id, role)
    if (last !== null) {
      const { db } = world.deps.store
      await db.delete(domain).where(eq(domain.id, last.domainId))
      await db.delete(workspace).where(eq(workspace.id, last.newcomer.workspace.id))
      await db.delete(person).where(eq(person.id, last.newcomer.person.id))
      await deleteInvitation(db, owner.actor.workspace.id, last.invitationId)
      await db.delete(watchedRange).where(inArray(watchedRange.range, ['8.26.57.10', '8.26.58.10']))
    }
    const { store, now } = world.deps
    const newcomer = await anOwner(store)
    names.set(newcomer.person.id, 'newcomer')
    await join(owner.actor, newcomer.person.id, 'viewer')
    const { invitation, link } = await invite(world.deps, owner.actor, owner.actor.person, 'viewer')
    names.set(invitation.id, 'newest')
    const added = await aDomain(store, owner.actor)
    last = { domainId: added.id, newcomer, invitationId: invitation.id }
    names.set(added.id, 'this')
    const { id: watchedId } = await addRange(world.deps, owner.actor, '8.26.58.10')
    names.set(watchedId, 'watched')
    const flatteningId = await aHostedRecord(world.deps, owner.actor, added.name)
    names.set(flatteningId, 'hosted')
    await aScan(store, added)
    await addSelector(world.deps, owner.actor, added.id, 's1')
    const known = { finding: 'spf_missing', subject: null, kind: 'accepted', note: 'known', expires_at: null } as const
    const { id: decisionId } = await decide(world.deps, owner.actor, added.id, known)
    names.set(decisionId, 'known')
    const { signal } = new AbortController()
    const { id: analysisId } = await analyze(world.deps, owner.actor, 'Subject: pasted', signal)
    names.set(analysisId, 'pasted')
    await generateSpf(world.deps, owner.actor, { ...defaultSpfSettings, domain_id: added.id }, signal)
    await generateDmarc(world.deps, owner.actor, { ...dmarcSettings, domain_id: added.id }, signal)
    const theirs: Theirs = {
      ...(await renewBilling(store.db, { names, now: now(), owner: owner.actor, neighbor: neighbor.actor })),
      domainId: added.id,
      domainName: added.name,
      decisionId,
      memberId: newcomer.person.id,
      invitationId: invitation.id,
      watchedId,
      analysisId,
      flatteningId,
      token: new URL(link).hash.slice(1),
      confirmToken: confirmTokenOf(owner.actor.workspace.id),
      unsubscribeToken: [...names].find(([, name]) => name === 'owner unsubscribe old')?.[0] ?? '',
    }
    const params = row?.params?.(theirs) ?? {}
    const query = new URLSearchParams(row?.query?.(theirs) ?? {}).toString()
    const address = `/api${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`
    const url = query === '' ? address : `${address}?${query}`
    const body = row?.body?.(theirs)
    return { ...theirs, request: { method, url, ...(body && { payload: body }) } }
  }
  const as = (request: InjectOptions, token: string | null, workspaceId?: string) =>
    app.inject({
      ...request,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(workspaceId !== undefined && { [workspaceHeader]: workspaceId }),
      },
    })

  /** The answer to a call, and the rows it changed. Counters of this very moment may be new or not. */
  async function touching(request: InjectOptions, token: string, workspaceId?: string) {
    const answers: Awaited<ReturnType<typeof as>>[] = []
    const lines = await touched(async () => answers.push(await as(request, token, workspaceId)))
    const [answer] = answers
    if (answer === undefined) throw new Error('the call had no answer')
    const changes = lines
      .filter(line => !isKeyedJob.test(line))
      .map(line =>
        line.replace(/\b\d{4}-\d\d(-\d\d)?\b/, 'now').replace(/^\+ ((?:rate_limit|usage_counter) .*)/, '$1: n'),
      )
    return { answer, changes: changes.sort() }
  }

  describe.each(endpoints.map(endpoint => [endpoint.route.id, endpoint] as const))('%s', (id, endpoint) => {
    const isPublic = endpoint.route.auth === 'public'

    it(isPublic ? 'answers without sign-in' : 'refuses a call without sign-in with 401', async () => {
      const { request } = await aRequest(endpoint)
      const answer = await as(request, null)
      expect(answer.statusCode).toBe(isPublic ? 200 : 401)
      if (isPublic) return
      const detail = { detail: 'Please sign in', code: 'unauthorized', request_id: expect.any(String) }
      expect(answer.json()).toEqual(detail)
      for (const word of ['Basic abc', 'Bearer', `bearer ${owner.token}x`, `Token ${owner.token}`, owner.token]) {
        expect((await app.inject({ ...request, headers: { authorization: word } })).statusCode).toBe(401)
      }
      expect((await app.inject({ ...request, headers: { cookie: owner.cookie } })).statusCode).toBe(401)
    })

    it.skipIf(calls[id]?.neighbor === 'holder')('shows a neighbor no data of the owner', async () => {
      const { request, domainId, domainName } = await aRequest(endpoint)
      const { answer, changes } = await touching(request, neighbor.token)
      expect(changes.filter(line => !/^\S.*\bneighbor\b/.test(line))).toEqual([])
      if (calls[id]?.neighbor === 404) {
        expect(answer.statusCode).toBe(404)
        const nothing = await as({ ...request, url: request.url.replace(anyId, crypto.randomUUID()) }, neighbor.token)
        expect({ ...nothing.json(), request_id: '' }).toEqual({ ...answer.json(), request_id: '' })
      } else {
        expect(answer.statusCode).toBe(endpoint.status)
        const { workspace, person } = owner.actor
        const owned = [workspace.id, person.id, person.subject, owner.email, domainId, `"${domainName}"`]
        for (const secret of owned) expect(answer.body).not.toContain(secret)
      }
      const left = await as({ method: 'GET', url: `/api/domains/${domainId}/latest-scan` }, owner.token)
      expect(left.statusCode).toBe(200)
    })

    it('answers the owner, and changes only the rows it may', async () => {
      const { request } = await aRequest(endpoint)
      const { answer, changes } = await touching(request, owner.token)
      expect(changes).toEqual(calls[id]?.touches ?? [])
      expect(answer.statusCode).toBe(endpoint.status)
      if (endpoint.status === 204) expect(answer.body).toBe('')
      else if ('file' in endpoint) expect(String(answer.headers['content-type']).split(';')[0]).toBe(endpoint.file)
      else expect(endpoint.reply.safeParse(answer.json()).error).toBeUndefined()
    })

    if (endpoint.route.auth === 'user') {
      const least = endpoint.route.role

      it(`answers members of the workspace from ${least} up, and refuses the others with 403`, async () => {
        const { request } = await aRequest(endpoint)
        const { id: workspaceId } = owner.actor.workspace
        for (const role of roles.slice(0, roles.indexOf(least))) {
          const { answer, changes } = await touching(request, members.get(role)?.token ?? '', workspaceId)
          expect([role, answer.statusCode, answer.json().code, changes]).toEqual([role, 403, 'forbidden_role', []])
        }
        const { answer, changes } = await touching(request, members.get(least)?.token ?? '', workspaceId)
        const touches = calls[id]?.touchesOfMember ?? calls[id]?.touches ?? []
        const theirs = touches.map(line => line.replace('person of owner', `${least} of owner`))
        expect(changes.map(withoutAuthor).sort()).toEqual(theirs.map(withoutAuthor).sort())
        expect(answer.statusCode).toBe(endpoint.status)
      })

      it('answers 404 to a person who names a workspace without being a member', async () => {
        const { request } = await aRequest(endpoint)
        for (const workspaceId of [owner.actor.workspace.id, crypto.randomUUID(), 'no id', '']) {
          const { answer, changes } = await touching(request, neighbor.token, workspaceId)
          expect([answer.statusCode, answer.json().code, changes]).toEqual([404, 'not_found', []])
        }
      })
    }

    if (!isPublic)
      it('refuses a token that has expired', async () => {
        const { request } = await aRequest(endpoint)
        world.clock.pass(306_000)
        const answer = await as(request, owner.token)
        world.clock.pass(-306_000)
        expect(answer.statusCode).toBe(401)
      })

    if (calls[id]?.params)
      it('answers 404 to malformed ids', async () => {
        const { request } = await aRequest(endpoint)
        for (const wrong of [
          '1',
          'null',
          '%00',
          "'%20or%20''='",
          '..%2f..%2fauth%2fme',
          crypto.randomUUID().slice(1),
          `${crypto.randomUUID()}%20`,
        ]) {
          const answer = await as({ ...request, url: request.url.replace(anyId, wrong) }, owner.token)
          expect([wrong, answer.statusCode]).toEqual([wrong, 404])
        }
      })
  })

  it('has rows in every table, so that each change shows', async () => {
    const { db } = world.deps.store
    const tables = await tablesOf(db)
    const rows = [...(await allRows(db, tables)).values()].map(({ table }) => table.name)
    const empty = tables.filter(({ name, isOurs }) => isOurs && !rows.includes(name))
    expect(empty).toEqual([])
  })

  it('serves every endpoint, and nothing else below /api', () => {
    const inContract = endpoints.map(({ route }) => `${route.method} /api${route.path}`)
    const others = [`GET ${openApiPath}`, 'GET /api/identity/*', 'POST /api/identity/*']
    const below = served.filter(route => route.includes(' /api') && !route.startsWith('HEAD '))
    expect(below.sort()).toEqual([...inContract, ...others].sort())
  })

  it('sign-out ends its own session and no other', async () => {
    const leaver = await signedUp(app, 'leaver')
    const session = await world.deps.auth.verify(leaver.token)
    expect(session && (await world.deps.auth.isLive(session))).toBe(true)
    const headers = { cookie: leaver.cookie, origin: world.deps.env.publicUrl }
    const lines = await touched(() => app.inject({ method: 'POST', url: '/api/identity/sign-out', headers }))
    expect(lines).toEqual([expect.stringMatching(/^- identity_session /)])
    expect(session && (await world.deps.auth.isLive(session))).toBe(false)
  })
})
