import { createHash, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityUser } from '../db/schema/index.ts'
import type { Database, Store } from '../db/store.ts'
import type { Owner } from './factories.ts'
import { type Hold, holdOn } from './hold.ts'
import { fillKeys, fillLinks, fillSecondStep, fillSignIn, fillSignInMemory } from './neighbor-identity.ts'
import { fillRelayMemory, fillWorkspace } from './neighbor-rows.ts'
import { changesBetween, tablesOf, withNames } from './row-changes.ts'
import { rowLogOf } from './row-log.ts'
import { onTheStore, openTestStore, type StoreKind, type StoreOptions } from './store.ts'

/** The moment of the world: its rows lie around it. */
export const worldNow = new Date('2026-11-20T09:00:00Z')

/**
 * Two workspaces, `owner` and `neighbor`, with two members and two domains each and two rows or more of every kind. A query that lost its
 * `where` shows there: it answers with, or changes, what belongs to the other.
 *
 * What is in it has a name, as `owner` (the workspace), `person of owner`, `owner/shared` (a domain both have), `owner/own`, `owner/shared scan 1`;
 * `neighbor-rows.ts` gives them.
 */
export interface World {
  store: Store
  db: Database
  transaction: Store['transaction']
  now: Date
  /** The id of what has this name. @throws Error when nothing has it */
  id: (name: string) => string
  /** This moment, for `since`. */
  mark: () => Promise<number>
  /** Which rows were added, removed or changed after a moment, over every table; see `changesBetween`. */
  since: (mark: number) => Promise<string[]>
  /** The same for what a call changes. */
  touched: (call: () => Promise<unknown>) => Promise<string[]>
  /** A value as JSON gives it, with names in place of ids; nothing at all is null. */
  named: (value: unknown) => unknown
}

/** Empties a store and fills it with the world. */
export async function worldIn(store: Store): Promise<World> {
  await empty(store.db)
  const names = new Map<string, string>()
  const make = (name: string): string => {
    const id = idOf(name)
    names.set(id, name)
    return id
  }
  for (const name of ['owner', 'neighbor']) {
    const workspace = { id: make(name) }
    const person = { id: make(`person of ${name}`), subject: `user of ${name}` }
    await fillSignIn(store.db, name, worldNow)
    await fillWorkspace(store.db, { name, workspace, person, make, now: worldNow })
  }
  await fillKeys(store.db, worldNow)
  await fillRelayMemory(store.db, worldNow)
  return worldOf(store, names, worldNow)
}

/** For the tests of one file: a store of their own, and the world in it as often as it is called. */
export function worldOn(kind: StoreKind, options: StoreOptions = {}): () => Promise<World> {
  let store: Store
  beforeAll(async () => {
    store = await openTestStore(kind, options)
  })
  afterAll(() => store.close())
  return () => worldIn(store)
}

/** Gives the workspace of someone who has signed up all a neighbor has: two domains, two rows or more of every kind. */
export async function furnish(
  { db }: Store,
  { owner, name, names, now }: { owner: Owner; name: string; names: Map<string, string>; now: Date },
): Promise<void> {
  const make = (part: string): string => {
    const id = randomUUID()
    names.set(id, part)
    return id
  }
  const { workspace, person } = owner
  names.set(workspace.id, name)
  names.set(person.id, `person of ${name}`)
  names.set(person.subject, `user of ${name}`)
  await fillWorkspace(db, { name, workspace, person, make, now })
  await fillLinks(db, name, now)
  await fillSignInMemory(db, name, now)
  // A person of a test's own sign-in has no row of the library's to hang a second step on.
  const [user] = await db.select().from(identityUser).where(eq(identityUser.id, person.subject))
  if (user !== undefined) await fillSecondStep(db, name, user.id)
}

/** @param names what ids are called; more may be put in as they come to be */
export function worldOf(store: Store, names: ReadonlyMap<string, string>, now: Date): World {
  const mark = async () => (await rowLogOf(store.db)).mark()
  const since = async (moment: number) => {
    const { before, after } = await (await rowLogOf(store.db)).since(moment)
    return changesBetween(before, after, names)
  }
  return {
    store,
    db: store.db,
    transaction: work => store.transaction(work),
    now,
    id(name) {
      for (const [id, known] of names) if (known === name) return id
      throw new Error(`nothing in the world is called "${name}"`)
    },
    mark,
    since,
    async touched(call) {
      const before = await mark()
      await call()
      return since(before)
    },
    named: value => JSON.parse(withNames(JSON.stringify(value ?? null), names)),
  }
}

/** One call of a store in the world. */
interface StoreCall {
  call: (world: World) => Promise<unknown>
  /** The rows it changes, as `World.touched` names them. Any other that changes fails the test. */
  touches: readonly string[]
  /** What it answers, as `World.named` gives it. */
  answers: unknown
}

/** The calls of every function of a store's module, by what they show. A function without any does not compile. */
export type StoreCalls<Module> = { readonly [Name in keyof Module]: Readonly<Record<string, StoreCall>> }

/** Makes each call on the store, each in a world as it was made: what it changes is taken back. */
export function storeTests<Module extends object>(title: string, calls: StoreCalls<Module>): void {
  onTheStore(title, kind => {
    const aWorld = worldOn(kind)
    let world: World
    let hold: Hold
    beforeAll(async () => {
      world = await aWorld()
      hold = await holdOn(world.store)
    })
    describe.each(Object.entries<Readonly<Record<string, StoreCall>>>(calls))('%s', (_name, cases) => {
      it.each(Object.entries(cases))('%s', async (_what, { call, touches, answers }) => {
        let answer: unknown
        const changes = await hold.undone(() =>
          world.touched(async () => {
            answer = await call(world)
          }),
        )
        expect(world.named(answer)).toEqual(answers)
        expect(changes).toEqual(touches)
      })
    })
  })
}

/** Deletes all rows without triggers and foreign keys. `truncate` makes new files of all tables, at seven times the cost. */
async function empty(db: Database): Promise<void> {
  const tables = (await tablesOf(db)).filter(({ isOurs }) => isOurs)
  const deletions = tables.map(({ name }) => `delete from "${name}";`).join(' ')
  await db.execute(sql.raw(`do $$ begin set local session_replication_role = replica; ${deletions} end $$`))
  await db.execute(sql`delete from jobs.job`)
  await (await rowLogOf(db)).clear()
}

/** The same id for the same name in each run, so that an order by id is the same too. A UUID of version 8 (RFC 9562). */
function idOf(name: string): string {
  const digits = createHash('sha256').update(name).digest('hex')
  return digits.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5')
}
