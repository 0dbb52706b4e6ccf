/**
 * The product for one story in a process of its own: its own Internet, a resolver that caches for an hour, and a clock that
 * the story moves. Started with `fork`; the parent's messages say what happens.
 */
import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Zone } from '@waxseal/core/dns'
import { demoWorld } from '@waxseal/core/fixtures'
import { forward, framed, onFrames } from '../packages/scanner/src/testing/internet/forward.ts'
import { startNameServer } from '../packages/scanner/src/testing/internet/name-server.ts'
import { readQuestion } from '../packages/scanner/src/testing/internet/wire-answer.ts'
import { openLog } from '../packages/server/src/cli/log.ts'
import { readEnv } from '../packages/server/src/env.ts'
import { start } from '../packages/server/src/main.ts'
import { startInternet } from '../scripts/demo/world.ts'

/** Passes the clock, after the zone has this DMARC record; the resolver's second node keeps the old answers for an hour. */
export interface Happens {
  zone: string
  dmarc: string
  passMs: number
}

const hourMs = 3_600_000
const [port = ''] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'waxseal-story-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

let aheadMs = 0
// Sign-in tells the time by itself, so all of this process is ahead.
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    super(...((given.length === 0 ? [Date.now()] : given) as [number]))
  }
  static override now = (): number => RealDate.now() + aheadMs
} as DateConstructor
const internet = await startInternet()
const current = Number(internet.resolver.split(':')[1])
const before = await startNameServer(demoWorld.zones)

/**
 * A resolver of two nodes with a cache each. After a change of a DMARC record the first question reaches the node whose cache has
 * expired, as monitoring does, and every later one the node that was asked shortly before, until its hour is over.
 */
let heldUntil = 0
const asked = new Set<string>()
function nodeFor(message: Buffer): number {
  const question = readQuestion(message)
  const name = question?.name ?? ''
  if (!name.startsWith('_dmarc.') || Date.now() >= heldUntil) return current
  const isFirst = !asked.has(name)
  asked.add(name)
  return isFirst ? current : before.port
}
const udp = createSocket('udp4')
udp.on('message', (message, from) => {
  void forward(message, nodeFor(message), false).then(answer => answer && udp.send(answer, from.port, from.address))
})
await new Promise<void>(resolve => udp.bind(0, '127.0.0.1', resolve))
const at = udp.address().port
const tcp = createServer(socket => {
  socket.on('error', () => {})
  onFrames(socket, frame => {
    void forward(frame, nodeFor(frame), true).then(answer => answer && socket.write(framed(answer)))
  })
})
await new Promise<void>(resolve => tcp.listen(at, '127.0.0.1', resolve))

const env = readEnv({
  PORT: port,
  DATA_DIR: folder,
  DNS_SERVERS: `127.0.0.1:${at}`,
  DNS_DIRECT: 'on',
  DEFAULT_TIER: 'pro',
  LOG_LEVEL: 'warn',
})
const running = await start(env, openLog({ logLevel: 'warn' }), {
  dial: internet.dial,
  ca: internet.ca,
  listRates: 'unlimited',
  disk: { fsync: () => {} },
})

const zones = new Map<string, Zone>(demoWorld.zones.map(({ name, records }) => [name, records]))
process.on('message', ({ zone, dmarc, passMs }: Happens) => {
  before.serve(demoWorld.zones.map(each => ({ ...each, records: zones.get(each.name) ?? each.records })))
  zones.set(zone, { ...zones.get(zone), [`_dmarc.${zone}`]: { TXT: [dmarc] } })
  internet.replace(zones)
  aheadMs += passMs
  heldUntil = Date.now() + hourMs
  asked.clear()
  process.send?.('happened')
})
process.on('disconnect', () => {
  void running.stop().finally(() => process.exit(0))
})
process.send?.('ready')
