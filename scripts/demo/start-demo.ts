import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { demoWorld } from '@waxseal/core/fixtures'
import type { openLog } from '../../packages/server/src/cli/log.ts'
import { type Overrides, openDeps } from '../../packages/server/src/deps.ts'
import { type Env, readEnv } from '../../packages/server/src/env.ts'
import type { Queue } from '../../packages/server/src/jobs/queue.ts'
import { start } from '../../packages/server/src/main.ts'
import { newPassword } from './accounts.ts'
import { aClock, createHistory } from './past.ts'
import { type DemoInternet, startInternet } from './world.ts'
import { readZones } from './zone-text.ts'
import { prepareZones } from './zones-file.ts'

/** The running demo. */
export interface Demo {
  env: Env
  /** The password of every account. */
  password: string
  /** `address:port` of the resolver for the demo's world. */
  resolver: string
  /** Reads the zones' file again; the next scan uses it. @throws BadZoneText; the zones then stay unchanged */
  readZones(): void
  /** Stops everything and removes the data. */
  stop(): Promise<void>
}

export interface DemoOptions {
  port: number
  log: ReturnType<typeof openLog>
  /** The file with the zones as text. Created if it is missing. */
  zonesFile: string
  /** Overwrites the file with the zones of the world. */
  freshZones: boolean
  /** Gets a line about the progress. */
  say?: (line: string) => void
  /** Aborts the start. */
  signal?: AbortSignal
}

/** The zone below which the demo hosts SPF records. */
const hostedZone = 'waxseal.email'

/** The data is deleted at the end, so it need not survive a power cut. */
const disk = { fsync: () => {} }

/** No worker runs during the history: jobs left from it would delay the first real ones. */
const noQueue: Queue = { send: async () => {}, publish: async () => {}, work: async () => {}, stop: async () => {} }

/**
 * Starts the product in the demo's world, on new data in a temporary folder.
 *
 * @throws BadZoneText when there are zones that cannot be parsed; when the port is taken
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { port, log, zonesFile, freshZones, say = () => {}, signal = new AbortController().signal } = options
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-demo-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // However the process ends, nothing of the demo is kept.
  process.once('exit', remove)
  const stops: (() => Promise<void>)[] = [async () => remove()]
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    await refuseTakenPort(port)
    const internet = await startInternet()
    stops.push(() => internet.stop())
    const old = await prepareZones(zonesFile, freshZones)
    if (old !== null)
      say(`The zones are as they were at first; those of the last time are in ${relative(process.cwd(), old)}`)
    const useZones = zonesOf(internet, zonesFile)
    useZones()
    const nameserverPort = await freePort()
    internet.delegate(hostedZone, nameserverPort)
    const env = readEnv({
      PORT: String(port),
      DATA_DIR: folder,
      DNS_SERVERS: internet.resolver,
      DNS_DIRECT: 'on',
      BILLING: 'test',
      LOG_LEVEL: 'warn',
      HOSTED_ZONE: hostedZone,
      // An address of the world, where every name server is this product's or the world's.
      NAMESERVER_HOSTS: `ns1.${hostedZone}=203.0.114.53`,
      NAMESERVER_ADDRESS: '127.0.0.1',
      NAMESERVER_PORT: String(nameserverPort),
    })
    const overrides: Overrides = { dial: internet.dial, ca: internet.ca, listRates: 'unlimited', disk }
    const password = newPassword()
    const clock = aClock()
    const opened = await openDeps(env, log, { ...overrides, now: clock.now })
    try {
      await createHistory({ ...opened.deps, queue: noQueue }, { internet, clock, password, pages: folder, say, signal })
    } finally {
      await opened.deps.queue.stop()
      await opened.close()
    }
    signal.throwIfAborted()
    const running = await start(env, log, overrides)
    stops.push(() => running.stop())
    return { env, password, resolver: internet.resolver, readZones: useZones, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A port of the loopback that no program uses now. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/** Fails at once instead of after the history has been created. @throws the error of `listen` */
async function refuseTakenPort(port: number): Promise<void> {
  const probe = createServer().listen(port, '127.0.0.1')
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/**
 * A function that reads the zones' file and serves it. A zone whose lines were all deleted is empty; one that was never
 * in the file keeps the records of the world.
 */
function zonesOf(internet: DemoInternet, path: string): () => void {
  const names = demoWorld.domains.map(({ name }) => name)
  const written = new Set<string>()
  return () => {
    const zones = readZones(readFileSync(path, 'utf8'), names)
    for (const name of zones.keys()) written.add(name)
    internet.replace(new Map([...written].map(name => [name, zones.get(name) ?? {}])))
  }
}
