import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { silent } from '../testing/silent.ts'
import { freshDatabase } from '../testing/store.ts'
import { openPostgres } from './postgres.ts'
import { asRequest } from './request-patience.ts'
import { isUnreachable } from './unreachable.ts'

/** A way to a server that can freeze: nothing arrives there, nothing comes back, and no connection breaks. */
async function frozenWay(to: URL) {
  let isFrozen = false
  const held: (() => void)[] = []
  let reached = Promise.withResolvers<void>()
  const pass = (from: Socket, other: Socket) => {
    from.on('data', chunk => {
      if (isFrozen) {
        held.push(() => other.write(chunk))
        reached.resolve()
      } else other.write(chunk)
    })
    from.on('error', () => {}).on('close', () => other.destroy())
  }
  const proxy = createServer(socket => {
    const server = connect(Number(to.port), to.hostname)
    pass(socket, server)
    pass(server, socket)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    freeze() {
      reached = Promise.withResolvers()
      isFrozen = true
    },
    /** Resolves once something was sent into the frozen way. */
    asked: () => reached.promise,
    thaw() {
      isFrozen = false
      for (const send of held.splice(0)) send()
    },
    close: () => proxy.close(),
  }
}

describe.skipIf(inject('postgres') === '')('a PostgreSQL that is frozen', () => {
  let way: Awaited<ReturnType<typeof frozenWay>>
  let test: TestApp
  let user: TestUser
  beforeAll(async () => {
    const url = new URL(await freshDatabase())
    way = await frozenWay(new URL(url))
    url.host = `127.0.0.1:${way.port}`
    test = await openTestApp('postgres', { store: await openPostgres(url.href, silent, { max: 3 }) })
    user = await test.aUser({ tier: 'pro' })
  })
  afterEach(() => {
    vi.useRealTimers()
    way.thaw()
  })
  afterAll(async () => {
    await test.close()
    way.close()
  })

  it.each<[string, () => Promise<{ status: number; body: unknown }>]>([
    ['a request without a body', () => user.get('/domains')],
    ['a request with one', () => user.post('/domains', { domain_name: 'example.com' })],
  ])('%s gets a 503 after ten seconds, and the next one after the thaw is answered', async (_, call) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    way.freeze()
    let status = 0
    const reply = call().then(answer => {
      ;({ status } = answer)
      return answer
    })
    await way.asked()
    await vi.advanceTimersByTimeAsync(9_900)
    expect(status).toBe(0)
    await vi.advanceTimersByTimeAsync(200)
    expect(await reply).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    vi.useRealTimers()
    way.thaw()
    expect((await user.get('/domains')).status).toBe(200)
  })

  it('in the middle of a transaction it costs a request ten seconds too, and not ten more for its rollback', async () => {
    const { store } = test.deps
    await store.ping()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const frozen = Promise.withResolvers<void>()
    let failed: unknown = null
    const request = asRequest(() =>
      store.transaction(async tx => {
        await tx.execute(sql`select 1`)
        way.freeze()
        frozen.resolve()
        await tx.execute(sql`select 2`)
      }),
    ).catch((cause: unknown) => {
      failed = cause
    })
    await frozen.promise
    await way.asked()
    await vi.advanceTimersByTimeAsync(10_100)
    expect(isUnreachable(failed)).toBe(true)
    await request
    vi.useRealTimers()
    way.thaw()
    await store.ping()
  })

  it('a job waits for as long as it is frozen: it has a limit of its own', async () => {
    const { store } = test.deps
    await store.ping()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    way.freeze()
    const job = store.transaction(tx => tx.execute<{ n: number }>(sql`select 7 as n`))
    await way.asked()
    await vi.advanceTimersByTimeAsync(50_000)
    way.thaw()
    expect((await job).rows).toEqual([{ n: 7 }])
  })
})
