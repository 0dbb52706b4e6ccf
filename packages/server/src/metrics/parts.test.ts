import { tmpdir } from 'node:os'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { smtpTransport } from '../adapters/mail/smtp.ts'
import { openTestApp, type TestApp } from '../testing/app.ts'
import { sampleOf } from '../testing/scrape.ts'
import { onTheStore } from '../testing/store.ts'
import { openParts } from './parts.ts'

onTheStore('/readyz', kind => {
  let test: TestApp
  let refusal: string | null
  let asked = 0
  let free = 2 ** 40
  const lines: { level: number; msg: string; reason?: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const ready = async (request: { remoteAddress?: string; headers?: Record<string, string> } = {}) => {
    const answer = await test.app.inject({ url: '/readyz', ...request })
    return { status: answer.statusCode, body: answer.json<{ status: string; parts?: Record<string, object> }>() }
  }

  beforeEach(async () => {
    refusal = null
    asked = 0
    free = 2 ** 40
    lines.splice(0)
    test = await openTestApp(kind)
    const { deps } = test
    const mail = { kind: 'smtp' as const, send: async () => '250 ok', check: async () => null }
    const askResolver = async () => {
      asked += 1
      return refusal
    }
    Object.assign(
      deps.parts,
      openParts({ ...deps, env: { dataDir: tmpdir() }, log, mail, askResolver, freeBytes: async () => free }),
    )
    await workerSeen(deps.now())
  })
  afterEach(() => test.close())

  /** As pg-boss writes it. */
  const workerSeen = (at: Date) =>
    test.deps.store.db.execute(sql`update jobs.queue set monitor_claim_on = ${at.toISOString()}`)

  const clockAt = async () => {
    const { status, body } = await ready()
    return [status, body.status, Object(body.parts?.clock).state]
  }

  it('names each part with its state', async () => {
    const at = '2026-11-20T09:00:00.000Z'
    const part = { state: 'ok', at }
    expect(await ready()).toEqual({
      status: 200,
      body: {
        status: 'ready',
        parts: { store: part, disk: part, worker: part, resolver: part, mail: part, clock: part },
      },
    })
  })

  it('is red while the disk of the database is full, and says which part it is', async () => {
    test.deps.parts.diskIsFull()
    const red = await ready()
    expect([red.status, red.body.status, Object(red.body.parts?.disk).state]).toEqual([503, 'not ready', 'failed'])
    expect((await ready({ remoteAddress: '203.0.113.9' })).status).toBe(503)
    test.deps.clock.pass(61_000)
    expect((await ready()).status).toBe(200)
    free = 31 * 2 ** 20
    // Of a PostgreSQL elsewhere only a refused write is known.
    expect((await ready()).status).toBe(kind === 'pglite' ? 503 : 200)
    const { disk } = await test.deps.parts.read()
    expect(disk.reason).toBe(kind === 'pglite' ? '31 MB are free on the disk of DATA_DIR' : null)
  })

  it('is red after a write that the database refused for lack of room, and the request gets 503', async () => {
    const user = await test.aUser()
    await test.deps.store.db.execute(sql`create function full_disk() returns trigger language plpgsql as
      'begin raise exception ''could not extend file: No space left on device'' using errcode = ''53100''; end'`)
    await test.deps.store.db.execute(
      sql`create trigger full_disk before insert on domain for each row execute function full_disk()`,
    )
    const refused = await user.post('/domains', { domain_name: 'example.com' })
    expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
      503,
      '10',
      expect.objectContaining({ code: 'unavailable' }),
    ])
    expect((await ready()).status).toBe(503)
    await test.deps.store.db.execute(sql`drop trigger full_disk on domain`)
    expect((await user.post('/domains', { domain_name: 'example.com' })).status).toBeLessThan(300)
  })

  it('stays ready without a worker, a resolver and a mail server', async () => {
    refusal = 'timeout'
    test.deps.clock.pass(301_000)
    const { status, body } = await ready()
    expect([status, body.status]).toEqual([200, 'ready'])
    expect(body.parts).toMatchObject({
      worker: { state: 'failed', at: '2026-11-20T09:00:00.000Z' },
      resolver: { state: 'failed' },
    })
    expect(JSON.stringify(body)).not.toContain('timeout')
    await workerSeen(test.deps.now())
    expect((await ready()).body.parts).toMatchObject({ worker: { state: 'ok' } })
  })

  it('gives workers five minutes to start', async () => {
    await test.deps.store.db.execute(sql`update jobs.queue set monitor_claim_on = null`)
    test.deps.clock.pass(300_000)
    expect((await ready()).body.parts).toMatchObject({ worker: { state: 'unknown', at: null } })
    test.deps.clock.pass(1_000)
    expect((await ready()).body.parts).toMatchObject({ worker: { state: 'failed', at: null } })
  })

  it('is not ready when the database does not answer', async () => {
    const ping = vi.spyOn(test.deps.store, 'ping').mockRejectedValue(new Error('gone'))
    const { status, body } = await ready()
    const outside = await ready({ remoteAddress: '192.0.2.1' })
    ping.mockRestore()
    expect([status, body.status, outside]).toEqual([503, 'not ready', { status: 503, body: { status: 'not ready' } }])
    expect(body.parts).toMatchObject({ store: { state: 'failed' }, worker: { state: 'unknown' } })
  })

  it('asks the database once for all who ask at the same moment', async () => {
    const ping = vi.spyOn(test.deps.store, 'ping')
    const { parts } = test.deps
    const answers = await Promise.all(Array.from({ length: 20 }, () => parts.isReady()))
    await parts.isReady()
    const pings = ping.mock.calls.length
    ping.mockRestore()
    expect([pings, new Set(answers)]).toEqual([2, new Set([true])])
  })

  it('stays ready, and says so in its details, while a clock that jumped lets nothing be deleted', async () => {
    expect(await clockAt()).toEqual([200, 'ready', 'ok'])
    test.deps.clock.now = new Date(test.deps.clock.now.getTime() + 400 * 86_400_000)
    expect(await clockAt()).toEqual([200, 'ready', 'failed'])
    const up = async () => sampleOf((await test.app.inject('/metrics')).payload, 'waxseal_part_up', { part: 'clock' })
    expect(await up()).toBe(0)
    expect((await test.deps.parts.read()).clock.reason).toContain('the clock of the process jumped 9600 hours ahead')
    test.deps.clock.pass(86_400_000)
    expect([await up(), (await clockAt()).at(2)]).toEqual([1, 'ok'])
  })

  it('names the parts only to those who may read the metrics', async () => {
    const plain = { status: 200, body: { status: 'ready' } }
    expect(await ready({ remoteAddress: '192.0.2.1' })).toEqual(plain)
    expect(await ready({ headers: { 'x-forwarded-for': '127.0.0.1' } })).toEqual(plain)
    expect(asked).toBe(0)
  })

  it('asks the resolver every five minutes, and each minute while it fails', async () => {
    for (let n = 0; n < 3; n++) await ready()
    expect(asked).toBe(1)
    refusal = 'timeout'
    test.deps.clock.pass(5 * 60_000)
    for (let n = 0; n < 3; n++) expect((await ready()).body.parts).toMatchObject({ resolver: { state: 'failed' } })
    test.deps.clock.pass(60_000)
    await ready()
    expect(asked).toBe(3)
    refusal = null
    test.deps.clock.pass(60_000)
    expect((await ready()).body.parts).toMatchObject({ resolver: { state: 'ok' } })
    expect(lines.map(({ level, msg, reason }) => [level, msg, reason])).toEqual([
      [40, 'the DNS resolver does not answer', 'timeout'],
      [30, 'the DNS resolver answers again', undefined],
    ])
  })

  it('a scrape reports the same parts, and nothing of what is unknown', async () => {
    refusal = 'timeout'
    await test.deps.store.db.execute(sql`update jobs.queue set monitor_claim_on = null`)
    const text = (await test.app.inject('/metrics')).payload
    const up = (part: string) => sampleOf(text, 'waxseal_part_up', { part })
    expect([up('store'), up('worker'), up('resolver'), up('mail')]).toEqual([1, undefined, 0, 1])
  })
})

const now = () => new Date('2026-11-20T09:00:00Z')

describe('the mail server', () => {
  const store = { ping: async () => {}, db: { execute: async () => ({ rows: [{ at: null }] }) } }
  const log = pino({ level: 'silent' })
  const clockWatch = { look: async () => null }
  const partsWith = (mail: object) =>
    openParts({
      env: { dataDir: '/' },
      store,
      now,
      log,
      mail,
      clockWatch,
      askResolver: async () => null,
    } as unknown as Parameters<typeof openParts>[0])

  it('is off without SMTP', async () => {
    expect((await partsWith({ kind: 'outbox' }).read()).mail).toEqual({ state: 'off', at: null, reason: null })
  })

  it('is asked at its address, and its answer is the reason', async () => {
    const transport = smtpTransport({ url: 'smtp://127.0.0.1:1', from: 'Waxseal <waxseal@example.org>' })
    const { mail } = await partsWith(transport).read(10_000)
    transport.close()
    expect(mail).toEqual({ state: 'failed', at: now(), reason: expect.stringContaining('ECONNREFUSED') })
  })

  it('that stays silent keeps no one waiting longer than a second', async () => {
    const silent = { kind: 'smtp', check: () => new Promise(() => {}) }
    vi.useFakeTimers()
    const reading = partsWith(silent).read()
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await reading).mail).toEqual({ state: 'unknown', at: null, reason: null })
    vi.useRealTimers()
  })
})
