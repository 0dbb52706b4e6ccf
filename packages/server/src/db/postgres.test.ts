import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, inject, it, vi } from 'vitest'
import { domainsOf } from '../features/domains/store.ts'
import { followScan, type ScanStep } from '../features/scans/follow-scan.ts'
import { scanHandlers, takeUpScans } from '../features/scans/jobs.ts'
import { leaseMs } from '../features/scans/lease.ts'
import { watchRuns } from '../features/scans/run-watch.ts'
import { startScan } from '../features/scans/start-scan.ts'
import { monthOf } from '../features/usage/period.ts'
import { used } from '../features/usage/store.ts'
import { openTestDeps } from '../testing/deps.ts'
import { actorOf, aDomain, anOwner, aProgress, aScanResult } from '../testing/factories.ts'
import { startChild } from '../testing/kill.ts'
import { silent } from '../testing/silent.ts'
import { freshDatabase } from '../testing/store.ts'
import { openPostgres } from './postgres.ts'
import { person } from './schema/index.ts'
import { isUnreachable } from './unreachable.ts'

const questionsOf = (step: ScanStep): number | null =>
  step !== null && 'progress' in step ? step.progress.questions : null

describe.skipIf(inject('postgres') === '')('PostgreSQL', () => {
  it('is migrated once when four processes start at once on an empty database', async () => {
    const url = await freshDatabase({ empty: true })
    const stores = await Promise.all([...Array(4).keys()].map(() => openPostgres(url, silent, { max: 2 })))
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      'select count(*)::int as n, count(distinct hash)::int as once from drizzle.__drizzle_migrations',
    )
    await client.end()
    await Promise.all(stores.map(store => store.close()))
    expect(rows[0].n).toBeGreaterThan(0)
    expect(rows[0].once).toBe(rows[0].n)
  })

  it('outlives a connection that is lost between two statements of a transaction', async () => {
    const store = await openPostgres(await freshDatabase(), silent, { max: 2 })
    const lost = store.transaction(async tx => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await store.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`)
      // Until the process has heard of it: an error without a listener would end it then.
      await vi.waitFor(async () => {
        const left = await store.db.execute(sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid ?? 0}`)
        expect(left.rows).toEqual([])
      })
      await wait(50)
      await tx.execute(sql`select 1`)
    })
    await expect(lost).rejects.toThrow()
    await store.ping()
    await store.close()
  })

  it('gives back a connection that is lost as a transaction begins, however often that happens', async () => {
    const direct = new URL(await freshDatabase())
    let cuts = false
    const proxy = createServer(socket => {
      const server = connect(Number(direct.port), direct.hostname)
      socket.on('data', chunk => {
        if (cuts && chunk.includes('begin')) socket.destroy()
        else server.write(chunk)
      })
      server.pipe(socket)
      socket.on('error', () => {}).on('close', () => server.destroy())
      server.on('error', () => {})
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const url = new URL(direct)
    url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const store = await openPostgres(url.href, silent, { max: 2 })
    cuts = true
    for (let n = 0; n < 3; n++) {
      const lost: unknown = await store.transaction(tx => tx.execute(sql`select 1`)).catch((cause: unknown) => cause)
      expect(isUnreachable(lost)).toBe(true)
    }
    cuts = false
    expect(store.pool()).toMatchObject({ used: 0, waiting: 0 })
    expect((await store.transaction(tx => tx.execute(sql`select 1 as n`))).rows).toEqual([{ n: 1 }])
    await store.close()
    proxy.close()
  })

  it('lets one process follow the scan that another one runs', async () => {
    const url = await freshDatabase()
    const [web, worker] = await Promise.all(
      [0, 1].map(async () => openTestDeps('postgres', { store: await openPostgres(url, silent, { max: 3 }) })),
    )
    if (web === undefined || worker === undefined) throw new Error('two processes were asked for')
    const halfway = Promise.withResolvers<void>()
    worker.scan = async ({ name, onProgress }) => {
      onProgress(aProgress({ dns: 'done', mx: 'done', spf: 'running' }, 11))
      await halfway.promise
      return aScanResult({ name })
    }
    await worker.queue.work(scanHandlers(worker))

    const owner = await anOwner(web.store)
    const { id } = await aDomain(web.store, owner, { name: 'example.com' })
    const watch = watchRuns(web)
    const follow = followScan(watch, await startScan(web, owner, id), { signal: new AbortController().signal })
    const questions: (number | null)[] = []
    let step = await follow.next()
    while (!step.done) {
      questions.push(questionsOf(step.value))
      if (questionsOf(step.value) === 11) halfway.resolve()
      step = await follow.next()
    }
    await watch.close()
    expect(questions).toContain(11)
    expect(step.value).toMatchObject({ name: 'example.com', score: 60 })
    await Promise.all([web.close(), worker.close()])
  })

  it('lets one process see and join the scan that another one runs, and finish it when that one is killed', async () => {
    const url = await freshDatabase()
    const other = startChild('scan-child.ts', url, 'start', 'example.com')
    const ahead = { ms: 0 }
    const now = () => new Date(Date.now() + ahead.ms)
    const here = await openTestDeps('postgres', { store: await openPostgres(url, silent, { max: 3 }), now })
    try {
      const runId = (await other.said(line => line.startsWith('run ')))?.slice('run '.length)
      const [row] = await here.store.db.select().from(person)
      if (row === undefined) throw new Error('the other process has stored no person')
      const owner = await actorOf(here, row.subject)
      const [listed] = await domainsOf(here.store.db, owner.workspace.id)
      expect(listed).toMatchObject({ name: 'example.com', scanning: true })
      const joined = await startScan(here, owner, listed?.id ?? '')
      expect(joined).toBe(runId)
      const counter = { workspaceId: owner.workspace.id, kind: 'scan', period: monthOf(now()) } as const
      expect(await used(here.store.db, counter)).toBe(1)

      const watch = watchRuns(here)
      const follow = followScan(watch, joined, { signal: new AbortController().signal })
      let step = await follow.next()
      while (!step.done && questionsOf(step.value) !== 11) step = await follow.next()
      expect(step.value).toMatchObject({ progress: { questions: 11, checks: { mx: 'done', spf: 'running' } } })

      await other.kill()
      ahead.ms = leaseMs + 1_000
      await here.queue.work(scanHandlers(here))
      await takeUpScans(here, now())
      while (!step.done) step = await follow.next()
      await watch.close()
      expect(step.value).toMatchObject({ name: 'example.com', score: 60 })
      expect(await used(here.store.db, counter)).toBe(1)
      expect(await domainsOf(here.store.db, owner.workspace.id)).toMatchObject([{ scanning: false, score: 60 }])
    } finally {
      await other.kill()
      await here.close()
    }
  })

  it('stays empty after a command, which migrates nothing', async () => {
    const url = await freshDatabase({ empty: true })
    await expect(openPostgres(url, silent, { opening: 'existing' })).rejects.toThrow(
      'The database is not yet at this version of Waxseal. Start the server once to update it.',
    )
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      `select nspname from pg_namespace where nspname = 'drizzle'
       union select tablename from pg_tables where schemaname = 'public'`,
    )
    await client.end()
    expect(rows).toEqual([])
  })

  it('refuses a server that is too old, with a clear message', async () => {
    await expect(openPostgres(inject('postgres'), silent, { oldest: 99 })).rejects.toThrow(
      /^PostgreSQL 99 or newer is required, but this server has version \d+\.\d+/,
    )
  })
})
