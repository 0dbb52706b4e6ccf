import { randomUUID } from 'node:crypto'
import { count, DrizzleQueryError, eq, inArray, sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, real, text, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openQueue } from '../jobs/queue.ts'
import { silent } from '../testing/silent.ts'
import { onBothStores, openTestStore } from '../testing/store.ts'
import { bytes, moment } from './schema/columns.ts'
import type { Store, Tx } from './store.ts'
import { isUnreachable } from './unreachable.ts'

/** One column of each type of our schema. */
const thing = pgTable('thing', {
  id: integer().primaryKey(),
  at: moment(),
  big: bigint({ mode: 'number' }),
  body: jsonb(),
  data: bytes(),
  words: text().array(),
  word: text(),
  share: real(),
  isSet: boolean(),
  key: uuid(),
  n: integer().notNull().default(0),
})
const table = sql`create table thing (id integer primary key, at timestamptz(3), big bigint, body jsonb, data bytea,
  words text[], word text, share real, is_set boolean, key uuid, n integer not null default 0 check (n >= 0),
  of uuid references person (id))`

type Thing = Partial<typeof thing.$inferInsert>

const values: Readonly<Record<string, readonly Thing[]>> = {
  'a moment': [
    '2026-11-20T09:00:00.123Z',
    '1969-12-31T23:59:59.999Z',
    '1900-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ].map(at => ({ at: new Date(at) })),
  'a bigint': [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER].map(big => ({ big })),
  json: [
    {
      body: {
        a: [1, 'two', null, true, { b: [] }],
        text: '12',
        'ü "\\ $1': '🏴‍☠️\n',
        small: 1e-7,
        large: 1e21,
        none: null,
      },
    },
    { body: [] },
    { body: [{ n: 1 }, { n: 2 }] },
    { body: {} },
  ],
  bytes: [new Uint8Array(), Uint8Array.from({ length: 256 }, (_, n) => n), new Uint8Array(300_000).fill(92)].map(
    data => ({
      data,
    }),
  ),
  'an array': [[], ['a, b', '"', '\\', '{}', 'NULL', '', ' ', "'", 'ü', '🏴‍☠️', 'a\nb']].map(words => ({ words })),
  'a text': ['', ' a\r\n\tb ', '🏴‍☠️ ü', '\\ \' " $1 ; --', 'NULL', 'x'.repeat(1_000_000)].map(word => ({ word })),
  'a real': [0, 0.5, -1.25].map(share => ({ share })),
  'a boolean': [true, false].map(isSet => ({ isSet })),
  'a uuid': [{ key: '0190f8a0-0000-7000-8000-00000000abcd' }],
  nothing: [
    { at: null, big: null, body: null, data: null, words: null, word: null, share: null, isSet: null, key: null },
  ],
}

/** What a column gives back: bytes as plain numbers, since one driver has a kind of them of its own. */
const plain = (value: unknown) => (value instanceof Uint8Array ? [...value] : value)

onBothStores('a driver', kind => {
  let store: Store
  beforeAll(async () => {
    store = await openTestStore(kind, { connections: 5 })
    await store.db.execute(table)
  })
  beforeEach(() => store.db.execute(sql`truncate thing`))
  afterAll(() => store.close())

  it.each(Object.entries(values))('gives %s back as it was stored', async (_what, given) => {
    for (const [id, each] of given.entries()) {
      await store.db.insert(thing).values({ id, ...each })
      const [row] = await store.db.select().from(thing).where(eq(thing.id, id))
      for (const [name, value] of Object.entries(each)) {
        expect([name, plain(row?.[name as keyof Thing])]).toEqual([name, plain(value)])
      }
    }
  })

  it('replaces half of a surrogate pair, which no database can store', async () => {
    await store.db.insert(thing).values({ id: 1, word: 'a\ud800b' })
    expect(await store.db.select({ word: thing.word }).from(thing)).toEqual([{ word: 'a\ufffdb' }])
  })

  it('finds rows by a moment, by many keys and by the parts of a document', async () => {
    const at = new Date('2026-11-20T09:00:00.123Z')
    const keys = Array.from({ length: 1_000 }, () => randomUUID())
    await store.db.insert(thing).values([
      { id: 1, at, key: keys[999] ?? null, body: { tags: ['a', 'b'] } },
      { id: 2, at: new Date(at.getTime() + 1), key: randomUUID() },
    ])
    const one = [{ id: 1 }]
    const only = { id: thing.id }
    expect(await store.db.select(only).from(thing).where(eq(thing.at, at))).toEqual(one)
    expect(await store.db.select(only).from(thing).where(inArray(thing.key, keys))).toEqual(one)
    expect(await store.db.select(only).from(thing).where(sql`${thing.body} -> 'tags' ? ${'b'}`)).toEqual(one)
    expect(
      await store.db
        .select(only)
        .from(thing)
        .where(sql`${thing.id} = any(${sql.param([1, 3])}::int[])`),
    ).toEqual(one)
  })

  it('takes 30,000 parameters in one statement, and says what it changed', async () => {
    const rows = Array.from({ length: 15_000 }, (_, id) => ({ id, word: 'x' }))
    await store.db.insert(thing).values(rows)
    expect(await store.db.select({ n: count() }).from(thing)).toEqual([{ n: 15_000 }])
    const changed = await store.db.update(thing).set({ n: 1 }).where(eq(thing.id, 7)).returning({ id: thing.id })
    expect(changed).toEqual([{ id: 7 }])
  })

  it('gives the values of a statement of our own words as these types', async () => {
    const { rows } = await store.db.execute(sql`select 1 as int, 1.5::float8 as float, 1.50::numeric as numeric,
      'a' as text, null as nothing, true as yes, '{"a": [1]}'::jsonb as json, array[1, 2] as ints, array['a'] as texts,
      '2026-11-20T09:00:00.123Z'::timestamptz as at, '2026-11-20'::date as day`)
    expect(rows).toEqual([
      {
        int: 1,
        float: 1.5,
        numeric: '1.50',
        text: 'a',
        nothing: null,
        yes: true,
        json: { a: [1] },
        ints: [1, 2],
        texts: ['a'],
        at: '2026-11-20 09:00:00.123+00',
        day: '2026-11-20',
      },
    ])
  })

  it('differs in a bigint of such a statement alone: cast it', async () => {
    const { rows } = await store.db.execute(sql`select count(*) as plain, count(*)::int as int from thing`)
    expect(rows).toEqual([{ plain: kind === 'pglite' ? 0 : '0', int: 0 }])
  })

  it.each([
    ['23505', 'thing_pkey', sql`insert into thing (id) values (1)`],
    ['23514', 'thing_n_check', sql`update thing set n = -1`],
    ['23503', 'thing_of_fkey', sql`update thing set of = ${randomUUID()}`],
    ['23502', undefined, sql`update thing set n = null`],
    ['22P02', undefined, sql`select ${'no uuid'}::uuid`],
    ['22021', undefined, sql`update thing set word = ${'a\u0000b'}`],
    ['22003', undefined, sql`select ${'3000000000'}::int`],
    ['42P01', undefined, sql`select 1 from nowhere`],
    ['42601', undefined, sql`selct 1`],
  ])('fails with the code %s and the constraint %s, and goes on', async (code, constraint, statement) => {
    await store.db.insert(thing).values({ id: 1 })
    const failed = await store.db.execute(statement).catch((cause: unknown) => cause)
    expect(failed).toBeInstanceOf(DrizzleQueryError)
    expect(failed).toHaveProperty('cause.code', code)
    if (constraint !== undefined) expect(failed).toHaveProperty('cause.constraint', constraint)
    expect(isUnreachable(failed)).toBe(false)
    expect(await store.db.select({ id: thing.id, n: thing.n }).from(thing)).toEqual([{ id: 1, n: 0 }])
  })

  it('takes no more statements in a transaction in which one failed, and stores nothing of it', async () => {
    const outcome = store.transaction(async tx => {
      await tx.insert(thing).values({ id: 1 })
      await tx.execute(sql`select 1 from nowhere`).catch(() => {})
      await tx.insert(thing).values({ id: 2 })
    })
    await expect(outcome).rejects.toHaveProperty('cause.code', '25P02')
    expect(await store.db.select().from(thing)).toEqual([])
  })

  it('undoes what failed in a transaction inside a transaction, and keeps the rest', async () => {
    const answer = await store.transaction(async tx => {
      await tx.insert(thing).values({ id: 1 })
      const failed = await tx
        .transaction(async inner => {
          await inner.insert(thing).values({ id: 2 })
          await inner.insert(thing).values({ id: 1 })
        })
        .catch((cause: unknown) => cause)
      expect(failed).toHaveProperty('cause.code', '23505')
      await tx.insert(thing).values({ id: 3 })
      return 'done'
    })
    expect(answer).toBe('done')
    expect(await store.db.select({ id: thing.id }).from(thing).orderBy(thing.id)).toEqual([{ id: 1 }, { id: 3 }])
  })

  it('runs a transaction at the level "read committed", in UTC', async () => {
    const { rows } = await store.transaction(tx =>
      tx.execute(sql`select current_setting('transaction_isolation') as level, current_setting('TimeZone') as zone`),
    )
    expect(rows).toMatchObject([{ level: 'read committed', zone: expect.stringMatching(/^(?:UTC|GMT|Etc\/UTC)$/) }])
  })

  const tenAtOnce = <T>(work: (tx: Tx) => Promise<T>) =>
    Promise.allSettled(Array.from({ length: 10 }, () => store.transaction(work)))

  it('locks a row that is read for an update: of ten changes at once none is lost', async () => {
    await store.db.insert(thing).values({ id: 1 })
    await tenAtOnce(async tx => {
      const [row] = await tx.select().from(thing).for('update')
      await tx.update(thing).set({ n: (row?.n ?? 0) + 1 })
    })
    expect(await store.db.select({ n: thing.n }).from(thing)).toEqual([{ n: 10 }])
  })

  it('gives each of ten transactions another row, where they skip those that are locked', async () => {
    await store.db.insert(thing).values(Array.from({ length: 12 }, (_, id) => ({ id })))
    const taken = await tenAtOnce(async tx => {
      const free = tx.select().from(thing).where(eq(thing.n, 0)).orderBy(thing.id).limit(1)
      const [row] = await free.for('update', { skipLocked: true })
      await tx
        .update(thing)
        .set({ n: 1 })
        .where(eq(thing.id, row?.id ?? -1))
      return row?.id
    })
    expect(new Set(taken.map(one => (one.status === 'fulfilled' ? one.value : null))).size).toBe(10)
  })

  it('lets one of ten inserts of the same key win, and tells the others', async () => {
    const plainly = await tenAtOnce(tx => tx.insert(thing).values({ id: 1 }))
    const lost = plainly.flatMap(one => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(lost).toHaveLength(9)
    for (const cause of lost) expect(cause).toHaveProperty('cause.code', '23505')
    const quietly = await tenAtOnce(tx => tx.insert(thing).values({ id: 2 }).onConflictDoNothing().returning())
    const stored = quietly.map(one => (one.status === 'fulfilled' ? one.value.length : -1))
    expect(stored.sort((a, b) => a - b)).toEqual([...Array(9).fill(0), 1])
  })

  it('frees a lock of a transaction with its end, also with a failed one', async () => {
    const lock = sql`select pg_try_advisory_xact_lock(7) as got`
    await store.transaction(tx => tx.execute(lock))
    await store.transaction(tx => tx.execute(lock).then(() => Promise.reject(new Error('undone')))).catch(() => {})
    expect((await store.transaction(tx => tx.execute(lock))).rows).toEqual([{ got: true }])
  })

  it('notifies the worker of a job when its transaction commits, and of none that is rolled back', async () => {
    const queue = await openQueue(store, silent, { lookEverySeconds: 3_600 })
    try {
      const seen: string[] = []
      const last = Promise.withResolvers<void>()
      const [undone, done] = [randomUUID(), randomUUID()]
      await queue.work({
        'scan.run': async ({ runId }) => {
          seen.push(runId)
          last.resolve()
        },
      })
      const failed = store.transaction(async tx => {
        await queue.send('scan.run', { runId: undone }, { tx })
        throw new Error('undone')
      })
      await expect(failed).rejects.toThrow('undone')
      await store.transaction(tx => queue.send('scan.run', { runId: done }, { tx }))
      await last.promise
      expect(seen).toEqual([done])
    } finally {
      await queue.stop({ timeoutMs: 1_000 })
    }
  })
})

onBothStores('a store with one connection', kind => {
  it('answers what is outside of a transaction after its end', async () => {
    const store = await openTestStore(kind)
    await store.db.execute(table)
    const gate = Promise.withResolvers<void>()
    const inside = store.transaction(async tx => {
      await tx.insert(thing).values({ id: 1 })
      await gate.promise
    })
    const outside = store.db
      .select({ id: thing.id })
      .from(thing)
      .then(rows => rows)
    gate.resolve()
    await inside
    expect(await outside).toEqual([{ id: 1 }])
    await store.close()
  })
})
