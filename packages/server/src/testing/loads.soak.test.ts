import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { scanWith } from '../adapters/scan.ts'
import { outbox } from '../db/schema/index.ts'
import type { Deps } from '../deps.ts'
import { startWorkers } from '../worker.ts'
import { openTestApp, type TestApp, type TestUser } from './app.ts'
import { aDomain, aProgress, aScanResult } from './factories.ts'
import { onBothStores } from './store.ts'

/**
 * What one honest user notices while others ask for all they can get: each figure beside the value at rest of the same run,
 * best of three. `npm run soak -- loads`. The clock is the real one, and so are store, queue, workers and HTTP; DNS and
 * webhooks are as slow as the load needs.
 */

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}
const p95 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
const say = (kind: string, what: string, rest: number, under: number) =>
  console.log(`LOAD ${kind} ${what}: ${seconds(under)}, at rest ${seconds(rest)}`)

const best = async (work: () => Promise<number>, times = 3): Promise<number> => {
  const all: number[] = []
  for (let n = 0; n < times; n++) all.push(await work())
  return Math.min(...all)
}

const scan: Deps['scan'] = async ({ name, signal, onProgress }) => {
  const isSlow = name.startsWith('slow')
  const until = performance.now() + (isSlow ? 30_000 : name.startsWith('one') ? 2_000 : 200)
  for (let n = 0; performance.now() < until; n++) {
    onProgress(aProgress({ dns: 'done', mx: 'running' }, n))
    await wait(100, undefined, { signal })
  }
  return aScanResult({ name })
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await wait(5)
}

/** The message of an alert that no receiver takes. */
const hanging = {
  alerts: [
    {
      alert_type: 'dmarc_fail',
      severity: 'critical',
      domain_name: 'example.com',
      description: 'DMARC policy weakened from reject to none',
      old_value: 'v=DMARC1; p=reject',
      new_value: 'v=DMARC1; p=none',
      timestamp: '2026-11-20T09:00:00.000Z',
    },
  ],
  more: 0,
  settingsUrl: 'https://waxseal.example/alerts',
  productUrl: 'https://waxseal.example',
}

onBothStores('beside the load of others', kind => {
  let server: TestApp
  let workers: Awaited<ReturnType<typeof startWorkers>>
  let address = ''
  /** The posts that hang, and those that an honest receiver took. */
  let hung = 0
  let told = 0
  beforeEach(async () => {
    const hang: Deps['notifier']['post'] = async (_kind, url) => {
      if (url.includes('honest')) {
        told += 1
        return '200 ok'
      }
      hung += 1
      await wait(15_000)
      return '200 ok'
    }
    hung = 0
    told = 0
    server = await openTestApp(kind, {
      connections: 10,
      now: () => new Date(),
      scan,
      notifier: { check: async () => ({ ok: true }), post: hang },
    })
    const { deps } = server
    const scanner = scanWith(deps.env, { now: deps.now, log: deps.log, store: deps.store, metrics: deps.metrics })
    deps.analyzeMessage = scanner.analyzeMessage
    workers = await startWorkers(deps)
    address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  }, 120_000)
  afterEach(async () => {
    server.app.server.closeAllConnections()
    await workers.stop()
    await server.close()
  }, 120_000)

  const call = (user: TestUser, path: string, body?: object, accept = 'application/json') =>
    fetch(`${address}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept, authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const aUserWith = async (name: string) => {
    const user = await server.aUser({ tier: 'business' })
    return { user, id: (await aDomain(server.deps.store, user.actor, { name })).id }
  }
  const scans = async ({ user, id }: Awaited<ReturnType<typeof aUserWith>>) => {
    const answer = await call(user, `/diagnostics/scan/${id}`, {})
    await answer.text()
    return answer.status
  }
  /** Reads a page of another user every 100 ms. */
  const pages = async (user: TestUser, path: string, forMs: number): Promise<number> => {
    const times: number[] = []
    for (const end = performance.now() + forMs; performance.now() < end; await wait(100)) {
      times.push(await timed(async () => (await call(user, path)).text()))
    }
    return p95(times)
  }
  it('an honest scan, while 12 workspaces scan tarpits', async () => {
    const rest = await best(async () => timed(async () => scans(await aUserWith(`rest-${Math.random()}.example`))))
    for (let n = 0; n < 12; n++) void scans(await aUserWith(`slow-${kind}-${n}.example`)).catch(() => 0)
    await wait(500)
    const under = await best(async () => timed(async () => scans(await aUserWith(`honest-${Math.random()}.example`))))
    say(kind, '12 tarpits, an honest scan', rest, under)
    expect(under - rest).toBeLessThan(2_000)
  }, 300_000)

  it('an honest scan, while one workspace scans 60 domains at once', async () => {
    const rest = await best(async () => timed(async () => scans(await aUserWith(`rest-${Math.random()}.example`))))
    const greedy = await server.aUser({ tier: 'business' })
    for (let n = 0; n < 60; n++) {
      const { id } = await aDomain(server.deps.store, greedy.actor, { name: `one-${n}-${kind}.example` })
      void scans({ user: greedy, id }).catch(() => 0)
    }
    const under = await best(async () => timed(async () => scans(await aUserWith(`honest-${Math.random()}.example`))))
    say(kind, '60 scans of one workspace, an honest scan', rest, under)
    expect(under - rest).toBeLessThan(2_000)
  }, 300_000)

  it('a password mail and an alert, while 60 webhooks never answer', async () => {
    const { deps } = server
    const mailed = async (): Promise<number> => {
      const n = deps.mails.length
      return timed(async () => {
        const at = deps.now()
        const mail = { to: 'alex@example.org', subject: 'Password', text: 'A link.' }
        const row = { kind: 'mail', payload: mail, state: 'waiting' as const, nextTryAt: at, createdAt: at }
        await deps.store.transaction(async tx => {
          await tx.insert(outbox).values(row)
          await deps.queue.send('outbox.deliver', {}, { tx, key: 'deliver' })
        })
        while (deps.mails.length === n) await wait(5)
      })
    }
    const rest = await best(mailed)
    const honest = await server.aUser({ tier: 'business' })
    const hook = { email_alerts: false, generic_webhook: 'https://honest.example.net/' }
    await honest.put('/alerts/settings', hook)
    const post = async (user: TestUser) => {
      const at = deps.now()
      const payload = { ...hanging, deliveryId: crypto.randomUUID() }
      const row = { kind: 'webhook', payload, state: 'waiting' as const, nextTryAt: at, createdAt: at }
      await deps.store.db.insert(outbox).values({ ...row, workspaceId: user.actor.workspace.id })
      await deps.queue.send('outbox.deliver', {}, { key: 'deliver' })
    }
    /** Until an honest alert has left. */
    const alert = async (): Promise<number> => {
      const n = told
      return timed(async () => {
        await post(honest)
        await until(() => told > n)
      })
    }
    const alertAtRest = await alert()
    for (let n = 0; n < 60; n++) {
      const user = await server.aUser({ tier: 'business' })
      const hook = { email_alerts: false, generic_webhook: `https://hooks-${n}.example.net/` }
      const saved = await user.put('/alerts/settings', hook)
      if (saved.status !== 200) throw new Error(saved.text)
      await post(user)
    }
    await until(() => hung >= 20)
    const under = await best(mailed)
    const alerted = await alert()
    say(kind, '60 webhooks that hang, a password mail', rest, under)
    say(kind, '60 webhooks that hang, an honest alert', alertAtRest, alerted)
    expect(under).toBeLessThan(1_000)
  }, 300_000)

  it('a page of another account, while 550 follow ten scans', async () => {
    const other = await aUserWith('other.example')
    await scans(other)
    const page = `/diagnostics/results/${other.id}`
    const rest = await pages(other.user, page, 3_000)
    const under = await best(async () => {
      const followed = []
      for (let n = 0; n < 10; n++) followed.push(await aUserWith(`slow-f${n}-${Math.random()}.example`))
      const targets = followed.map(({ user, id }) => ({
        token: user.token,
        url: `${address}/api/diagnostics/scan/${id}`,
      }))
      const client = new Worker(loader, { eval: true, workerData: { targets, each: 55, body: null } })
      await wait(4_000)
      const time = await pages(other.user, page, 4_000)
      await client.terminate()
      return time
    }, 1)
    say(kind, '550 followers, a page of another account, p95', rest, under)
    expect(under).toBeLessThan(3 * rest)
  }, 300_000)

  it('a page of another account, while six people paste 48 header bombs', async () => {
    const other = await aUserWith('other.example')
    await scans(other)
    const page = `/diagnostics/results/${other.id}`
    const rest = await pages(other.user, page, 3_000)
    const bomb = `From: a@example.org\r\n${'Received: from a.example (b.example [192.0.2.1]) by c.example; Fri, 20 Nov 2026 09:00:00 +0000\r\n'.repeat(10_000)}`
    const people = await Promise.all(Array.from({ length: 6 }, () => server.aUser({ tier: 'business' })))
    const targets = people.map(({ token }) => ({ token, url: `${address}/api/headers/analyze` }))
    const body = JSON.stringify({ raw_headers: bomb.slice(0, 1_000_000) })
    const client = new Worker(loader, { eval: true, workerData: { targets, each: 8, body } })
    const done = new Promise<number[]>(resolve => client.once('message', resolve))
    const under = await pages(other.user, page, 6_000)
    const statuses = [...new Set(await done)].join(', ')
    await client.terminate()
    say(kind, `48 header bombs (${statuses}), a page of another account, p95`, rest, under)
    expect(statuses).toBe('200')
    expect(under).toBeLessThan(300)
  }, 300_000)
})

/** A client of its own thread, so that its work is not the server's. Says the statuses of all answers. */
const loader = `
const { workerData: { targets, each, body }, parentPort } = require('node:worker_threads')
const send = async ({ token, url }) => {
  const headers = { accept: body ? 'application/json' : 'text/event-stream', authorization: 'Bearer ' + token }
  if (body) headers['content-type'] = 'application/json'
  const answer = await fetch(url, { method: 'POST', headers, body })
  await answer.text()
  return answer.status
}
Promise.all(targets.flatMap(target => Array.from({ length: each }, () => send(target).catch(() => 0))))
  .then(statuses => parentPort.postMessage(statuses))`
