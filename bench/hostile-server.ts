/** The server for `hostile-zone.ts`: one process on PGlite, in an Internet on the loopback. */
import { openLog } from '../packages/server/src/cli/log.ts'
import { readEnv } from '../packages/server/src/env.ts'
import { start } from '../packages/server/src/main.ts'
import type { HostileWorld } from './hostile-world.ts'

const [dataDir = '', port = '', text = ''] = process.argv.slice(2)
const { dnsPort, places, ca } = JSON.parse(text) as HostileWorld
const env = readEnv({
  PORT: port,
  DATA_DIR: dataDir,
  DNS_SERVERS: `127.0.0.1:${dnsPort}`,
  DNS_DIRECT: 'on',
  DEFAULT_TIER: 'business',
  LOG_LEVEL: 'warn',
})
/** No server listens at tcpmux, so connections to other addresses are refused at once. */
const closed = 1
/** The disk of the machine is not measured, and PGlite waits for it in the thread that answers. */
const disk = { fsync: () => {} }
await start(env, openLog(env), {
  dial: (address, port) => ({
    address: '127.0.0.1',
    port: port === 53 ? dnsPort : (places[`${address}:${port}`] ?? closed),
  }),
  ca,
  disk,
  listRates: 'unlimited',
})

/** The longest blocking of the event loop since the last query, in CPU time, which other programs do not affect. */
let held = 0
let before = process.threadCpuUsage()
setInterval(() => {
  const now = process.threadCpuUsage()
  held = Math.max(held, (now.user + now.system - before.user - before.system) / 1000)
  before = now
}, 5)
process.on('message', () => {
  process.send?.(held)
  held = 0
})
// The server ends with the benchmark.
process.on('disconnect', () => process.exit())
process.send?.('ready')
