import { randomUUID } from 'node:crypto'
import { type Endpoint, workspaceHeader } from '@waxseal/contract'
import { defaultDmarcSettings } from '@waxseal/core/dmarc'
import { type Role, roles } from '@waxseal/core/plan'
import { defaultSpfSettings } from '@waxseal/core/spf'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp } from '../app.ts'
import { chatMessage, domain, identitySession, member } from '../db/schema/index.ts'
import type { Deps } from '../deps.ts'
import { addBlocklist } from '../features/blocklists/blocklists.ts'
import { addSelector } from '../features/domains/selectors.ts'
import { analyze } from '../features/headers/analyze.ts'
import { generateDmarc } from '../features/records/build-dmarc.ts'
import { generateSpf } from '../features/records/build-spf.ts'
import { decide } from '../features/scans/decisions.ts'
import { runScan } from '../features/scans/run-scan.ts'
import { addRange } from '../features/watched-addresses/watched.ts'
import type { Actor } from '../features/workspaces/actor.ts'
import { invite } from '../features/workspaces/invitations.ts'
import { setTier } from '../features/workspaces/store.ts'
import { anApiKey } from './api-key.ts'
import { type AuthWorld, newToken, openAuthWorld, signedUp, type Visitor } from './auth-world.ts'
import { aCheckLink } from './check-link.ts'
import type { Theirs } from './endpoint-call.ts'
import { calls, isKeyedJob } from './endpoint-calls.ts'
import { aDomain, anOwner, aScan, type Owner } from './factories.ts'
import { holdOn } from './hold.ts'
import { additionsTo, aHostedRecord } from './hosted-world.ts'
import { confirmTokenOf } from './neighbor-alerts.ts'
import { grant, renewBilling } from './neighbor-billing.ts'
import { aShareLink } from './neighbor-keys.ts'
import { fillRelayMemory } from './neighbor-rows.ts'
import { furnish, worldOf } from './neighbors.ts'
import { eventIn } from './signed-event.ts'
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
  /** Gives a test the request to an endpoint about a domain of the owner, and takes back what its calls have changed. */
  asking: (endpoint: Endpoint, test: (asked: EndpointRequest) => Promise<void>) => Promise<void>
  /** @param token the bearer token; null: none */
  as: (request: InjectOptions, token: string | null, workspaceId?: string) => Promise<LightMyRequestResponse>
  /** The same with the rows it changed. Counters of this very moment may be new or not. */
  touching: (request: InjectOptions, token: string, workspaceId?: string) => Promise<Touching>
  close(): Promise<void>
}

/**
 * Opens the matrix on a store of its own.
 *
 * @param log gets the lines of the server; by default nothing does
 */
export async function openMatrix(kind: StoreKind, log?: Deps['log']): Promise<Matrix> {
  const world = await openAuthWorld(kind)
  if (log !== undefined) world.deps.log = log
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
  // The run of the call alone: those of the world wait on.
  await world.deps.queue.work({ 'scan.run': ({ runId }, signal) => runScan(world.deps, runId, signal) })
  const { mark, touched } = worldOf(store, names, now())
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
  const made = await makeTheirs(world, { owner, neighbor, members, names })
  const theirs = { ...made, ...(await aCheckLink(app, names)) }
  // The log of rows is not to be taken back.
  await mark()
  const hold = await holdOn(store)
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
    async asking(endpoint, test) {
      await renewTokens()
      if (needsCommit.has(endpoint.route.id)) {
        const added = await aNewDomain(world, owner.actor, names)
        await test({ ...theirs, ...added, request: requestTo(endpoint, { ...theirs, ...added }) })
        await store.db.delete(domain).where(eq(domain.id, added.domainId))
        return
      }
      await hold.undone(async () => {
        await grant(store.db, [owner.actor, neighbor.actor], calls[endpoint.route.id]?.granted ?? 'business')
        await test({ ...theirs, request: requestTo(endpoint, theirs) })
      })
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
          line
            .replace(/\b\d{4}-\d\d(-\d\d)?\b/, 'now')
            .replace(/^\+ ((?:rate_limit|usage_counter) .*)/, '$1: n')
            // The hash of a new token.
            .replace(/ [\da-f]{64}$/, ''),
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
    readEvent: async (body, signature) => (signature === 'signed' ? eventIn(Buffer.from(body).toString()) : 'refused'),
  }
}

/**
 * Calls about a new domain each time, really committed: a worker of the queue takes up a scan on a connection of its own,
 * and the process remembers what it told a visitor about a domain.
 */
const needsCommit: ReadonlySet<string> = new Set(['diagnostics.scan', 'visitor-check'])

/** Makes another session of the owner. @returns its id */
async function otherSession({ deps: { store } }: AuthWorld, { owner, names }: Cast): Promise<string> {
  const ofOwner = eq(identitySession.userId, owner.actor.person.subject)
  const [session] = await store.db.select().from(identitySession).where(ofOwner)
  if (session === undefined) throw new Error('the owner has no session')
  const other = { ...session, id: randomUUID(), token: 'other' }
  await store.db.insert(identitySession).values(other)
  names.set(other.id, 'other session of owner')
  return other.id
}

type Cast = Pick<Matrix, 'owner' | 'neighbor' | 'members' | 'names'>

/** A domain of the owner with a scan, called `this`. */
async function aNewDomain(
  { deps }: AuthWorld,
  owner: Owner,
  names: Cast['names'],
): Promise<Pick<Theirs, 'domainId' | 'domainName'>> {
  const added = await aDomain(deps.store, owner)
  names.set(added.id, 'this')
  await aScan(deps.store, added)
  return { domainId: added.id, domainName: added.name }
}

/** Makes what the calls are about. */
async function makeTheirs(world: AuthWorld, cast: Cast): Promise<Omit<Theirs, 'checkedAt' | 'checkToken'>> {
  const { owner, neighbor, names } = cast
  const { deps } = world
  const { store, now } = deps
  const newcomer = await anOwner(store)
  names.set(newcomer.person.id, 'newcomer')
  await join(world, owner.actor, newcomer.person.id, 'viewer')
  const invited = await invite(deps, owner.actor, owner.actor.person, 'viewer')
  names.set(invited.invitation.id, 'newest')
  const { id: keyId } = await anApiKey(deps, owner.actor)
  names.set(keyId, 'key')
  const { domainId, domainName } = await aNewDomain(world, owner.actor, names)
  const { id: watchedId } = await addRange(deps, owner.actor, '8.26.58.10')
  names.set(watchedId, 'watched')
  const { signal } = new AbortController()
  const list = { name: 'Listed', zone: 'bl.listed.example', kind: 'ip', codes: [] } as const
  const { id: blocklistId } = await addBlocklist(deps, owner.actor, list, signal)
  names.set(blocklistId, 'listed')
  const flatteningId = await aHostedRecord(deps, owner.actor, domainName)
  names.set(flatteningId, 'hosted')
  const additionsVersion = await additionsTo(deps, flatteningId)
  await addSelector(deps, owner.actor, domainId, 's1')
  const known = { finding: 'spf_missing', subject: null, kind: 'accepted', note: 'known', expires_at: null } as const
  const { id: decisionId } = await decide(deps, owner.actor, domainId, known)
  names.set(decisionId, 'known')
  const { id: analysisId } = await analyze(deps, owner.actor, 'Subject: pasted', signal)
  names.set(analysisId, 'pasted')
  const about = { domain_id: domainId }
  await generateSpf(deps, owner.actor, { ...defaultSpfSettings, ...about }, signal)
  const rua_email = 'dmarc@example.com'
  await generateDmarc(deps, owner.actor, { ...defaultDmarcSettings, rua_email, ...about }, signal)
  for (const [role, { actor }] of cast.members) {
    await join(world, owner.actor, actor.person.id, role)
    await aMessage(deps, owner.actor, actor.person.id)
  }
  return {
    ...(await renewBilling(store.db, { names, now: now(), owner: owner.actor, neighbor: neighbor.actor })),
    domainId,
    domainName,
    decisionId,
    memberId: newcomer.person.id,
    invitationId: invited.invitation.id,
    watchedId,
    blocklistId,
    keyId,
    ...(await aShareLink(deps, owner.actor, { domainId, names })),
    analysisId,
    flatteningId,
    additionsVersion,
    sessionId: await otherSession(world, cast),
    token: new URL(invited.link).hash.slice(1),
    confirmToken: confirmTokenOf(owner.actor.workspace.id),
    unsubscribeToken: [...names].find(([, name]) => name === 'owner unsubscribe old')?.[0] ?? '',
  }
}

/** A message to the assistant, as a member has sent it. */
async function aMessage({ store, now }: Deps, { workspace }: Owner, authorId: string): Promise<void> {
  const words = { message: 'Which?', answer: 'None', response: '<p>None</p>', source: 'built-in' as const }
  await store.db.insert(chatMessage).values({ workspaceId: workspace.id, authorId, createdAt: now(), ...words })
}

function requestTo({ route: { method, path, id } }: Endpoint, theirs: Theirs): EndpointRequest['request'] {
  const row = calls[id]
  const params = row?.params?.(theirs) ?? {}
  const query = new URLSearchParams(row?.query?.(theirs) ?? {}).toString()
  const address = `/api${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`
  const url = query === '' ? address : `${address}?${query}`
  const body = row?.body?.(theirs)
  const headers = row?.headers
  return { method, url, ...(headers && { headers }), ...(body && { payload: body }) }
}
