import type { FlatteningItem, listFlattening, listVersions, ReplyOf } from '@waxseal/contract'
import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { flattening, hostedRecord, hostedZone, outbox } from '../db/schema/index.ts'
import type { Deps } from '../deps.ts'
import { readEnv } from '../env.ts'
import { flatten } from '../features/flattening/flatten.ts'
import { additionsVersion } from '../features/flattening/present.ts'
import { periodicFlatteningTasks } from '../features/flattening/upkeep.ts'
import type { Actor } from '../features/workspaces/actor.ts'
import type { Mail } from '../ports.ts'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import { aDomain } from './factories.ts'
import type { StoreKind, StoreOptions } from './store.ts'
import { freshFrom } from './zone-lookups.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** A record with one upstream, and ten addresses that this one has. */
export const hostedRecordOf = 'v=spf1 include:_spf.mailer.example ip4:192.0.2.1 ~all'
export const tenAddresses = Array.from({ length: 10 }, (_, at) => `ip4:198.51.100.${2 * at}`).join(' ')
export const upstream = (terms: string): Zone => ({ '_spf.mailer.example': { TXT: [`v=spf1 ${terms} -all`] } })

/** The settings of a server with a hosted zone. */
export const withZone = readEnv({ HOSTED_ZONE: 'waxseal.email', NAMESERVER_HOSTS: 'ns1.waxseal.email=203.0.113.53' })

const neverStops = new AbortController().signal

/** A server with hosted records, a user with a domain, and the DNS that all of it asks. For one suite. */
export function hostedWorld(kind: StoreKind, options: StoreOptions = {}) {
  const made: { server?: TestApp; user?: TestUser } = {}
  const world = {
    get server(): TestApp {
      if (made.server === undefined) throw new Error('the suite has not begun')
      return made.server
    },
    get user(): TestUser {
      if (made.user === undefined) throw new Error('the test has not begun')
      return made.user
    },
    set user(user: TestUser) {
      made.user = user
    },
    /** Everything that can be looked up. */
    zone: {} as Zone,
    /** The name of the user's domain. */
    domain: '',
    /** A name whose "missing" its own servers did not confirm. */
    unconfirmed: null as string | null,
    /** Runs once, at the next look-up. */
    meanwhile: null as (() => Promise<unknown>) | null,
    flatten: (body: object = {}) =>
      world.user.post('/spf-flattening/flatten', {
        original_domain: world.domain,
        original_spf_record: hostedRecordOf,
        ...body,
      }),
    /** Flattens what upstreams have now: a record without the terms of the one before is no addition to it. */
    async startOver(): Promise<void> {
      await world.flatten({ original_spf_record: 'v=spf1 -all' })
      await world.flatten()
    },
    list: async () => (await world.user.get('/spf-flattening/configurations')).body as ReplyOf<typeof listFlattening>,
    async first(): Promise<FlatteningItem> {
      const [item] = (await world.list()).configurations
      if (item === undefined) throw new Error('there is no hosted record')
      return item
    },
    versions: async (id: string) =>
      ((await world.user.get(`/spf-flattening/configurations/${id}/versions`)).body as ReplyOf<typeof listVersions>)
        .versions,
    /** The hosted records by name, in the order of their changes; null: removed. */
    async hosted(): Promise<Map<string, string | null>> {
      const rows = await world.server.deps.store.db.select().from(hostedRecord).orderBy(hostedRecord.change)
      return new Map(rows.filter(({ flatteningId }) => flatteningId !== null).map(({ name, value }) => [name, value]))
    },
    hostedTtls: async () =>
      (await world.server.deps.store.db.select().from(hostedRecord)).flatMap(({ flatteningId, ttl }) =>
        flatteningId === null ? [] : [ttl],
      ),
    mails: async () =>
      (await world.server.deps.store.db.select().from(outbox).orderBy(outbox.createdAt)).map(
        ({ payload }) => payload as Mail,
      ),
    /** What the hosted zone and the domain answer from now on, as after everything was published. */
    async publish({ included = true } = {}): Promise<void> {
      for (const [name, value] of await world.hosted()) {
        if (value !== null) world.zone = { ...world.zone, [name]: { TXT: [value] } }
      }
      const { new_spf_record: own } = await world.first()
      if (included) world.zone = { ...world.zone, [world.domain]: { TXT: [own] } }
    },
    /** Lets time pass, and then makes the checks that are due. */
    async pass(ms: number): Promise<void> {
      const { deps } = world.server
      deps.clock.pass(ms)
      for (const task of periodicFlatteningTasks(deps)) await task.run(deps.now(), neverStops)
    },
    /** As after a look-up that was led to this installation. */
    async proveZone(): Promise<void> {
      await world.server.deps.store.db.update(hostedZone).set({ provedAt: world.server.deps.now() })
    },
    async newDomain(): Promise<void> {
      world.domain = (await aDomain(world.server.deps.store, world.user.actor)).name
    },
  }
  beforeAll(async () => {
    made.server = await openTestApp(kind, {
      ...options,
      freshDns: () =>
        freshFrom({
          async query(name, type, signal) {
            const work = world.meanwhile
            world.meanwhile = null
            await work?.()
            const answer = await zoneResolver(world.zone).query(name, type, signal)
            if (name !== world.unconfirmed || answer.kind === 'records') return answer
            return { ...answer, via: { ...answer.via, unconfirmed: 'timeout' } }
          },
        }),
    })
  })
  beforeEach(async () => {
    const { deps } = world.server
    deps.env = withZone
    deps.clock.now = new Date('2026-11-20T09:00:00Z')
    await deps.store.db.execute(sql`truncate flattening, hosted_record, hosted_zone, outbox cascade`)
    world.user = await world.server.aUser({ tier: 'pro' })
    await world.newDomain()
    world.zone = upstream(tenAddresses)
    world.meanwhile = null
    world.unconfirmed = null
  })
  afterAll(() => world.server.close())
  return world
}

/** A hosted record without upstreams, of a domain of this name; its id. */
export async function aHostedRecord(deps: Deps, actor: Actor, domain: string): Promise<string> {
  const body = { original_domain: domain, original_spf_record: 'v=spf1 ip4:192.0.2.1 -all' }
  return (await flatten(deps, actor, body, new AbortController().signal)).id
}

/** Additions that wait for a decision about a hosted record, as a check found them; what names them. */
export async function additionsTo({ store: { db } }: Deps, id: string): Promise<string> {
  const [row] = await db.select().from(flattening).where(eq(flattening.id, id))
  if (row === undefined) throw new Error('there is no hosted record')
  const since = row.createdAt.toISOString()
  const waiting = { addresses: ['203.0.113.0/24'], kept: [], since, isWide: false }
  const nothing = { addresses: [], kept: [] }
  const source = { name: 'include:gone.example', ...nothing, grown: [], waiting, keptOut: nothing }
  const memory = { ...row.memory, sources: [...row.memory.sources, source] }
  await db.update(flattening).set({ memory }).where(eq(flattening.id, id))
  return additionsVersion(memory)
}
