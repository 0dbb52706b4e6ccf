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
import { aClock, liveThePast } from './past.ts'
import { type DemoInternet, startInternet } from './world.ts'
import { readZones } from './zone-text.ts'
import { prepareZones } from './zones-file.ts'

/** The demo, ready to be signed in to. */
export interface Demo {
  env: Env
  /** Of every account. */
  password: string
  /** `address:port` of the resolver that knows the demo's world. */
  resolver: string
  /** Reads the zones' file again: the next scan sees it. @throws BadZoneText; the zones then stay as they were */
  readZones(): void
  /** Stops everything and removes the data. */
  stop(): Promise<void>
}

export interface DemoOptions {
  port: number
  log: ReturnType<typeof openLog>
  /** Where the zones stand as a text. Written where nothing is there. */
  zonesFile: string
  /** The file is to say what the world says, whatever stands in it. */
  freshZones: boolean
  /** Takes a line on what is being done. */
  say?: (line: string) => void
  /** Ends the start before its end. */
  signal?: AbortSignal
}

/** The data is thrown away at the end: it need not outlast a power cut. */
const disk = { fsync: () => {} }

/** Nobody works in the past but the past itself: jobs left from it would keep the first real ones waiting. */
const noQueue: Queue = { send: async () => {}, publish: async () => {}, work: async () => {}, stop: async () => {} }

/**
 * Starts the product in the demo's world, on data made anew in a temporary folder.
 *
 * @throws BadZoneText when there are zones that cannot be read; when the port is taken
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { port, log, zonesFile, freshZones, say = () => {}, signal = new AbortController().signal } = options
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-demo-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Whatever ends the process: nothing of the demo is worth keeping.
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
    const env = readEnv({
      PORT: String(port),
      DATA_DIR: folder,
      DNS_SERVERS: internet.resolver,
      DNS_DIRECT: 'on',
      BILLING: 'test',
      LOG_LEVEL: 'warn',
    })
    const overrides: Overrides = { dial: internet.dial, ca: internet.ca, listRates: 'unlimited', disk }
    const password = newPassword()
    const clock = aClock()
    const opened = await openDeps(env, log, { ...overrides, now: clock.now })
    try {
      await liveThePast({ ...opened.deps, queue: noQueue }, { internet, clock, password, pages: folder, say, signal })
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

/** Better told at once than after the past has been lived. @throws what `listen` says of it */
async function refuseTakenPort(port: number): Promise<void> {
  const probe = createServer().listen(port, '127.0.0.1')
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/**
 * What reads the zones' file and serves what it says. A zone of which no line is left, but was, is empty; one that never
 * stood in the file is as the world has it.
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
