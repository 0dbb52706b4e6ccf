/**
 * The harm that a scanned domain can do to other users: its name server sends every answer over TCP with an extended
 * error of 64 KB, a CAA record and an MTA-STS policy of the maximum size. `/healthz` is requested every ten
 * milliseconds while the domain is scanned, and while several users read its report. The same run has a harmless domain
 * with the same records. The target for the hostile one is a p95 within 50 ms. On a busy machine all waits are longer;
 * then the longest blocking of the server's event loop, in CPU time, is the figure to look at.
 *
 * `scripts/run node bench/hostile-zone.ts`: lines for people, then one line of JSON.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { HostileWorld } from './hostile-world.ts'

const targetMs = 50
const scans = 3
const reads = 20
const readsAtOnce = 5
/** A longer call has failed. */
const patienceMs = 30_000

interface Waits {
  asked: number
  p50: number
  p95: number
  max: number
  /** The longest blocking of the event loop, in CPU time. */
  held: number
  tookMs: number
  /** Calls of the work that the server refused or did not answer. */
  failed: number
}

/** The server, and the thread that requests its health. */
interface Watched {
  health: Worker
  server: ChildProcess
}

/** A signed-in user. */
interface Client {
  call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>
  /** Gets a new token. Tokens are short-lived, so each part needs one. */
  renew(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function signedUp(url: string): Promise<Client> {
  const account = { name: 'Ada', email: 'ada@bench.example', password: 'correct horse battery' }
  const signUp = await fetch(`${url}/api/identity/sign-up/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!signUp.ok) throw new Error(`sign-up: ${signUp.status} ${await signUp.text()}`)
  const cookie = signUp.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ')
  let token = ''
  return {
    async renew() {
      const reply = await fetch(`${url}/api/identity/token`, { headers: { cookie } })
      token = ((await reply.json()) as { token: string }).token
    },
    async call<T>(method: 'GET' | 'POST', path: string, body?: object) {
      const reply = await fetch(`${url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
      return JSON.parse(text) as T
    },
  }
}

/** The waits of `/healthz` during some work, printed at once, because a run takes minutes. */
async function during({ health, server }: Watched, what: string, work: () => Promise<number>): Promise<Waits> {
  const taken = async (): Promise<number[]> => {
    health.postMessage('', [])
    const [times] = (await once(health, 'message')) as [number[]]
    return times.toSorted((a, b) => a - b)
  }
  await Promise.all([taken(), heldBy(server)])
  const began = performance.now()
  const failed = await work()
  const tookMs = Math.round(performance.now() - began)
  // Requests still waiting were due during the work.
  await new Promise(resolve => setTimeout(resolve, 50))
  const [times, held] = await Promise.all([taken(), heldBy(server)])
  const at = (share: number): number =>
    Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN) * 10) / 10
  const waits = { asked: times.length, p50: at(0.5), p95: at(0.95), max: at(1), held, tookMs, failed }
  console.log(
    `${what} (${tookMs} ms, ${waits.asked} asked, ${failed} failed): p50 ${waits.p50} ms, p95 ${waits.p95} ms, ` +
      `max ${waits.max} ms; loop held ${held} ms at most`,
  )
  return waits
}

async function heldBy(server: ChildProcess): Promise<number> {
  server.send('held')
  const [ms] = (await once(server, 'message')) as [number]
  return Math.round(ms * 10) / 10
}

async function measure(client: Client, watched: Watched, name: string) {
  const { id } = await client.call<{ id: string }>('POST', '/domains', { domain_name: name })
  const scan = await during(watched, `${name}, scan`, async () => {
    let failed = 0
    for (let n = 0; n < scans; n++) {
      const renewed = client.renew()
      failed += await failures([renewed.then(() => client.call('POST', `/diagnostics/scan/${id}`, {}))])
    }
    return failed
  })
  const renewed = client.renew()
  const read = await during(watched, `${name}, read`, async () => {
    let failed = await failures([renewed])
    for (let done = 0; done < reads; done += readsAtOnce) {
      const read = () => client.call('GET', `/diagnostics/results/${id}`)
      failed += await failures(Array.from({ length: readsAtOnce }, read))
    }
    return failed
  })
  return { scan, read }
}

async function failures(calls: readonly Promise<unknown>[]): Promise<number> {
  return (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected').length
}

const folder = mkdtempSync(join(tmpdir(), 'waxseal-bench-'))
const world = new Worker(new URL('./hostile-world.ts', import.meta.url))
const [internet] = (await once(world, 'message')) as [HostileWorld]
const { names } = internet
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const script = new URL('./hostile-server.ts', import.meta.url)
const server = fork(script, [folder, String(port), JSON.stringify(internet)])
const ended = once(server, 'exit')
try {
  await Promise.race([
    once(server, 'message'),
    ended.then(() => Promise.reject(new Error('the server ended before it was ready'))),
  ])
  const client = await signedUp(url)
  await client.renew()
  const health = new Worker(new URL('./health-times.ts', import.meta.url), { workerData: url })
  const watched = { health, server }
  // The first scans and reads compile the code, which a running server has done already.
  await measure(client, watched, `www.${names.harmless}`)
  const harmless = await measure(client, watched, names.harmless)
  const hostile = await measure(client, watched, names.hostile)
  await health.terminate()
  const met = [hostile.scan, hostile.read].every(({ p95, failed }) => p95 <= targetMs && failed === 0)
  console.log(JSON.stringify({ bench: 'hostile-zone', harmless, hostile, targetMs, met }))
  process.exitCode = met ? 0 : 1
} finally {
  server.kill()
  await ended
  await world.terminate()
  rmSync(folder, { recursive: true, force: true })
}
