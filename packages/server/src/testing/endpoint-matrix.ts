import { randomUUID } from 'node:crypto'
import { type Endpoint, workspaceHeader } from '@waxseal/contract'
import { defaultDmarcSettings } from '@waxseal/core/dmarc'
import { type Role, roles } from '@waxseal/core/plan'
import { defaultSpfSettings } from '@waxseal/core/spf'
import { eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp } from '../app.ts'
import {
  apiKey,
  domain,
  identitySession,
  invitation,
  member,
  ownBlocklist,
  person,
  watchedRange,
  workspace,
} from '../db/schema/index.ts'
import type { Deps } from '../deps.ts'
import { addBlocklist } from '../features/blocklists/blocklists.ts'
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
import type { BillingEvent } from '../ports.ts'
import { anApiKey } from './api-key.ts'
import { type AuthWorld, newToken, openAuthWorld, signedUp, type Visitor } from './auth-world.ts'
import type { Theirs } from './endpoint-call.ts'
import { calls, isKeyedJob } from './endpoint-calls.ts'
import { aDomain, anOwner, aScan, type Owner } from './factories.ts'
import { aHostedRecord } from './hosted-world.ts'
import { confirmTokenOf } from './neighbor-alerts.ts'
import { grant, renewBilling } from './neighbor-billing.ts'
import { aShareLink } from './neighbor-keys.ts'
import { fillRelayMemory } from './neighbor-rows.ts'
import { furnish, worldOf } from './neighbors.ts'
import type { StoreKind } from './store.ts'

/** A request to an endpoint, and what it is about. */
export type EndpointRequest = Theirs & { request: InjectOptions & { url: string } }

/** The answer to a call, and the rows that it changed. */
interface Touching {
  answer: LightMyRequestResponse
  changes: string[]
}

/** Two workspaces with everything in them, and a request to every endpoint. */
export interface Matrix {
  world: AuthWorld
  app: FastifyInstance
  owner: Visitor
  neighbor: Visitor
  /** Members of the owner's workspace, by their role. */
  members: ReadonlyMap<Role, Visitor>
  /** What ids are called in what a call touched. */
  names: Map<string, string>
  /** Every route, as `GET /api/config`. */
  served: readonly string[]
  /** The request to an endpoint about a new domain of the owner. */
  aRequest: (endpoint: Endpoint) => Promise<EndpointRequest>
  /** @param token the bearer token; null: none */
  as: (request: InjectOptions, token: string | null, workspaceId?: string) => Promise<LightMyRequestResponse>
  /** The same with the rows it changed. Counters of this very moment may be new or not. */
  touching: (request: InjectOptions, token: string, workspaceId?: string) => Promise<Touching>
  close(): Promise<void>
}

/** Opens the matrix on a store of its own. */
export async function openMatrix(kind: StoreKind): Promise<Matrix> {
  const world = await openAuthWorld(kind)
  sendEvents(world.deps)
  const served: string[] = []
  const app = await buildApp(world.deps, {
    pages: '/nowhere',
    callsPerMinute: 1e6,
    onRoute: ({ method, url }) => served.push(...[method].flat().map(method => `${method} ${url}`)),
  })
  const { store, now } = world.deps
  const names: Matrix['names'] = new Map()
  // What follows from a scan is left waiting: it would change rows while later calls are watched.
  await world.deps.queue.work({ 'scan.run': scanHandlers(world.deps)['scan.run'] })
  const { mark, since, touched } = worldOf(store, names, now())
  const owner = await signedUp(app, 'owner')
  const neighbor = await signedUp(app, 'neighbor')
  for (const { actor, email } of [owner, neighbor]) {
    await setTier(store.db, email, 'business')
    actor.workspace.tier = 'business'
  }
  await furnish(store, { owner: owner.actor, name: 'owner', names, now: now() })
  await furnish(store, { owner: neighbor.actor, name: 'neighbor', names, now: now() })
  await fillRelayMemory(store.db, now())
  const members = new Map<Role, Visitor>()
  for (const role of roles) {
    const who = role === 'owner' ? owner : await signedUp(app, role)
    members.set(role, who)
    if (role !== 'owner') names.set(who.actor.person.id, `${role} of owner`)
  }
  for (const who of [neighbor, ...members.values()]) {
    const session = await world.deps.auth.verify(who.token)
    if (session) names.set(session.sessionId, `session of ${names.get(who.actor.person.id)}`)
  }
  // A second owner each, so that the first may leave.
  for (const { actor } of [owner, neighbor]) await join(world, actor, (await anOwner(store)).person.id, 'owner')
  const makeRequest = requestsOf(world, { owner, neighbor, members, names })
  let last: { endpoint: Endpoint; made: EndpointRequest; at: number } | null = null
  let tokensAt = Date.now()
  /** A token lives for five minutes, and all calls take longer on a busy machine. */
  const renewTokens = async (): Promise<void> => {
    if (Date.now() - tokensAt < 60_000) return
    tokensAt = Date.now()
    for (const who of new Set([owner, neighbor, ...members.values()])) who.token = await newToken(app, who.cookie)
  }
  const as: Matrix['as'] = (request, token, workspaceId) => {
    const bearer = token !== null && { authorization: `Bearer ${token}` }
    const chosen = workspaceId !== undefined && { [workspaceHeader]: workspaceId }
    return app.inject({ ...request, headers: { ...request.headers, ...bearer, ...chosen } })
  }
  return {
    world,
    app,
    owner,
    neighbor,
    members,
    names,
    served,
    async aRequest(endpoint) {
      // A request that has changed no row yet can be made again.
      const again = last?.endpoint === endpoint && (await since(last.at)).length === 0 ? last : null
      const made = again?.made ?? (await makeRequest(endpoint))
      await renewTokens()
      last = { endpoint, made, at: await mark() }
      return made
    },
    as,
    async touching(request, token, workspaceId) {
      const answers: LightMyRequestResponse[] = []
      const lines = await touched(async () => answers.push(await as(request, token, workspaceId)))
      const [answer] = answers
      if (answer === undefined) throw new Error('the call had no answer')
      const changes = lines
        .filter(line => !isKeyedJob.test(line))
        .map(line =>
          line.replace(/\b\d{4}-\d\d(-\d\d)?\b/, 'now').replace(/^\+ ((?:rate_limit|usage_counter) .*)/, '$1: n'),
        )
      return { answer, changes: changes.sort() }
    },
    close: () => app.close().then(() => world.close()),
  }
}

/** Makes a person a member with this role, also one who has left since. */
async function join(
  { deps }: AuthWorld,
  { workspace }: Pick<Actor, 'workspace'>,
  personId: string,
  role: Role,
): Promise<void> {
  const row = { workspaceId: workspace.id, personId, role, joinedAt: deps.now() }
  await deps.store.db
    .insert(member)
    .values(row)
    .onConflictDoUpdate({ target: [member.workspaceId, member.personId], set: { role } })
}

/** Test mode that sends events too, signed with a word, so that the call for them has an effect. */
function sendEvents(deps: Pick<Deps, 'billing'>): void {
  const { billing } = deps
  if (billing?.kind !== 'test') throw new Error('the matrix needs test mode')
  deps.billing = {
    ...billing,
    readEvent: async (body, signature) =>
      signature === 'signed' ? (JSON.parse(Buffer.from(body).toString()) as BillingEvent) : 'refused',
  }
}

/** Removes the keys and invitations that calls before this one have made. */
async function forgetMade({ deps: { store } }: AuthWorld, { workspace }: Actor, names: Cast['names']): Promise<void> {
  for (const table of [apiKey, invitation]) {
    const rows = await store.db.select({ id: table.id }).from(table).where(eq(table.workspaceId, workspace.id))
    for (const { id } of rows) if (!names.has(id)) await store.db.delete(table).where(eq(table.id, id))
  }
}

type Sessions = (typeof identitySession.$inferSelect)[]

/** Takes back the deletion of accounts, with what goes at once. */
async function undelete({ deps: { store } }: AuthWorld): Promise<void> {
  await store.db.update(person).set({ deletedAt: null }).where(isNotNull(person.deletedAt))
  await store.db.update(workspace).set({ deletedAt: null }).where(isNotNull(workspace.deletedAt))
}

/** Makes the sessions again that a call has ended, and another one of the owner. @returns its id */
async function renewSessions(
  { deps: { store } }: AuthWorld,
  { owner, names }: Pick<Cast, 'owner' | 'names'>,
  sessions: Sessions,
): Promise<string> {
  const theirs = sessions.find(({ userId }) => userId === owner.actor.person.subject)
  if (theirs === undefined) throw new Error('the owner has no session')
  await store.db.delete(identitySession).where(eq(identitySession.token, 'other'))
  const other = { ...theirs, id: randomUUID(), token: 'other' }
  await store.db
    .insert(identitySession)
    .values([...sessions, other])
    .onConflictDoNothing()
  names.set(other.id, 'other session of owner')
  return other.id
}

type Cast = Pick<Matrix, 'owner' | 'neighbor' | 'members' | 'names'>

function requestsOf(world: AuthWorld, { owner, neighbor, members, names }: Cast): Matrix['aRequest'] {
  /** What the last request was about: each begins with a domain, a newcomer and an invitation of its own, and no other. */
  let last: { domainId: string; newcomer: Owner; invitationId: string; keyId: string } | null = null
  let sessions: Sessions | null = null
  return async endpoint => {
    sessions ??= await world.deps.store.db.select().from(identitySession)
    const { method, path, id } = endpoint.route
    const row = calls[id]
    await undelete(world)
    await grant(world.deps.store.db, [owner.actor, neighbor.actor], row?.granted ?? 'business')
    await forgetMade(world, owner.actor, names)
    await join(world, neighbor.actor, neighbor.actor.person.id, 'owner')
    for (const [role, { actor }] of members) await join(world, owner.actor, actor.person.id, role)
    if (last !== null) {
      const { db } = world.deps.store
      await db.delete(domain).where(or(eq(domain.id, last.domainId), eq(domain.name, 'imported.example')))
      await db.delete(workspace).where(eq(workspace.id, last.newcomer.workspace.id))
      await db.delete(person).where(eq(person.id, last.newcomer.person.id))
      await deleteInvitation(db, owner.actor.workspace.id, last.invitationId)
      await db.delete(apiKey).where(eq(apiKey.id, last.keyId))
      await db.delete(ownBlocklist).where(inArray(ownBlocklist.zone, ['bl.added.example', 'bl.listed.example']))
      await db.delete(watchedRange).where(inArray(watchedRange.range, ['8.26.57.10', '8.26.58.10']))
    }
    const newcomer = await anOwner(world.deps.store)
    names.set(newcomer.person.id, 'newcomer')
    await join(world, owner.actor, newcomer.person.id, 'viewer')
    const invited = await invite(world.deps, owner.actor, owner.actor.person, 'viewer')
    names.set(invited.invitation.id, 'newest')
    const added = await aDomain(world.deps.store, owner.actor)
    const { id: keyId } = await anApiKey(world.deps, owner.actor)
    names.set(keyId, 'key')
    last = { domainId: added.id, newcomer, invitationId: invited.invitation.id, keyId }
    names.set(added.id, 'this')
    const { id: watchedId } = await addRange(world.deps, owner.actor, '8.26.58.10')
    names.set(watchedId, 'watched')
    const list = { name: 'Listed', zone: 'bl.listed.example', kind: 'ip', codes: [] } as const
    const { id: blocklistId } = await addBlocklist(world.deps, owner.actor, list, new AbortController().signal)
    names.set(blocklistId, 'listed')
    const flatteningId = await aHostedRecord(world.deps, owner.actor, added.name)
    names.set(flatteningId, 'hosted')
    await aScan(world.deps.store, added)
    await addSelector(world.deps, owner.actor, added.id, 's1')
    const known = { finding: 'spf_missing', subject: null, kind: 'accepted', note: 'known', expires_at: null } as const
    const { id: decisionId } = await decide(world.deps, owner.actor, added.id, known)
    names.set(decisionId, 'known')
    const { signal } = new AbortController()
    const { id: analysisId } = await analyze(world.deps, owner.actor, 'Subject: pasted', signal)
    names.set(analysisId, 'pasted')
    const rua_email = 'dmarc@example.com'
    await generateSpf(world.deps, owner.actor, { ...defaultSpfSettings, domain_id: added.id }, signal)
    await generateDmarc(world.deps, owner.actor, { ...defaultDmarcSettings, rua_email, domain_id: added.id }, signal)
    const { store, now } = world.deps
    const sessionId = await renewSessions(world, { owner, names }, sessions)
    const theirs: Theirs = {
      ...(await renewBilling(store.db, { names, now: now(), owner: owner.actor, neighbor: neighbor.actor })),
      domainId: added.id,
      domainName: added.name,
      decisionId,
      memberId: newcomer.person.id,
      invitationId: invited.invitation.id,
      watchedId,
      blocklistId,
      keyId,
      ...(await aShareLink(world.deps, owner.actor, { domainId: added.id, names })),
      analysisId,
      flatteningId,
      sessionId,
      token: new URL(invited.link).hash.slice(1),
      confirmToken: confirmTokenOf(owner.actor.workspace.id),
      unsubscribeToken: [...names].find(([, name]) => name === 'owner unsubscribe old')?.[0] ?? '',
    }
    const params = row?.params?.(theirs) ?? {}
    const query = new URLSearchParams(row?.query?.(theirs) ?? {}).toString()
    const address = `/api${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`
    const url = query === '' ? address : `${address}?${query}`
    const body = row?.body?.(theirs)
    const headers = row?.headers
    return { ...theirs, request: { method, url, ...(headers && { headers }), ...(body && { payload: body }) } }
  }
}
