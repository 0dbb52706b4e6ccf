/**
 * A million malformed packets to the name server, over UDP and over TCP connections that break off anywhere, while records
 * change. It must answer good queries at all times, and hold no more memory at the end than after the first tenth.
 *
 * `npm run soak -- nameserver`, or `scripts/run node --expose-gc soak/nameserver.ts [packets] [seed]`.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { openNameserver } from '../packages/server/src/nameserver/serve-zone.ts'
import { exampleZone } from '../packages/server/src/nameserver/testing/example-zone.ts'
import { malformedPackets } from '../packages/server/src/nameserver/testing/malformed-packets.ts'
import { query, summaryOf } from '../packages/server/src/nameserver/testing/messages.ts'

const [packets = 1_000_000, seed = 1] = process.argv.slice(2).map(Number)
/** Packets before each good query. */
const BATCH = 100
/** One batch in so many goes over TCP as well. */
const TCP_EVERY = 10
const HOST = '127.0.0.1'
const GOOD_ID = 0xffff
const GROWTH_MAX_MB = 4
const MEGABYTE = 1024 * 1024

const warnings: unknown[] = []
const zone = exampleZone()
const server = await openNameserver({
  zone,
  addresses: [HOST],
  port: 0,
  answersPerSecond: 1e9,
  tcp: { idleMs: 500, connections: 20 },
  now: () => new Date(),
  log: { info: () => {}, warn: (details: unknown) => void warnings.push(details) },
})
const socket = createSocket('udp4')
socket.connect(server.port, HOST)
await once(socket, 'connect')
const good = query('abc.waxseal.test', 16, { id: GOOD_ID })

let settle: { resolve: () => void; reject: (reason: Error) => void } | null = null
socket.on('message', reply => {
  if (reply.readUInt16BE(0) !== GOOD_ID) return
  if (summaryOf(good, reply) === 'NOERROR aa TXT(300)') settle?.resolve()
  else settle?.reject(new Error('a good query got a wrong answer'))
})

/** Waits for the answer to the good query, so all packets before it are done with. */
async function answered(): Promise<void> {
  const answer = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  const late = setTimeout(() => settle?.reject(new Error('a good query got no answer within 5 s')), 5000)
  socket.send(good)
  await answer
  clearTimeout(late)
}

/** The same packets as messages of one connection, whose last one is cut off half of the time. */
function overTcp(batch: readonly Buffer[], isCut: boolean): void {
  const frames = batch.flatMap(packet => [Buffer.of(packet.length >> 8, packet.length & 255), packet])
  const bytes = Buffer.concat(frames)
  const client = connect(server.port, HOST, () => client.end(isCut ? bytes.subarray(0, -3) : bytes))
  client.on('error', () => {})
  client.resume()
}

/** What this process holds after a collection, in megabytes. */
function heldMegabytes(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MEGABYTE
}

let batch: Buffer[] = []
let sent = 0
let first: number | null = null
const started = performance.now()
for (const packet of malformedPackets(seed, Number.POSITIVE_INFINITY)) {
  if (packet.length > 0 && !(packet[0] === 0xff && packet[1] === 0xff)) batch.push(packet)
  if (batch.length < BATCH) continue
  for (const each of batch) socket.send(each)
  sent += batch.length
  const round = sent / BATCH
  if (round % TCP_EVERY === 0) overTcp(batch, round % (2 * TCP_EVERY) === 0)
  zone.put(`n${round % 50}.waxseal.test`, { text: `v=spf1 ip4:192.0.2.${round % 256} -all`, ttl: 60 })
  if (round % 7 === 0) zone.remove(`n${round % 50}.waxseal.test`)
  batch = []
  await answered()
  if (first === null && sent >= packets / 10) first = heldMegabytes()
  if (sent >= packets) break
}
const last = heldMegabytes()
socket.close()
await server.close()

const growth = Math.round((last - (first ?? last)) * 100) / 100
const seconds = Math.round((performance.now() - started) / 1000)
console.log(
  `${sent.toLocaleString('en')} packets in ${seconds} s, seed ${seed}: every good query was answered, memory grew by ${growth} MB, ${warnings.length} faults`,
)
for (const warning of warnings) console.error(warning)
process.exitCode = growth <= GROWTH_MAX_MB && warnings.length === 0 ? 0 : 1
