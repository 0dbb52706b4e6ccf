/**
 * Our name server with the benchmark's zone, as a process of its own: `nameserver-server.ts <port> <names>`. It prints one
 * JSON line when it answers, with the memory that the records take, and ends with its standard input.
 */
import { openNameserver } from '../packages/server/src/nameserver/serve-zone.ts'
import { Zone } from '../packages/server/src/nameserver/zone.ts'

const [port = 0, names = 0] = process.argv.slice(2).map(Number)

/** Bytes that this process holds after a collection. */
function held(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const zone = new Zone({
  name: 'bench.test',
  nameservers: [{ host: 'ns1.bench.test', addresses: ['127.0.0.1'] }],
  contact: 'hostmaster@bench.test',
  serial: 1,
})
const before = held()
const residentBefore = process.memoryUsage.rss()
const started = performance.now()
for (let i = 0; i < names; i++) {
  const text = `v=spf1 ip4:192.0.2.${i % 256} ip4:198.51.100.0/24 ip4:203.0.113.0/24 ip6:2001:db8::/32 -all`
  zone.put(`n${i}.bench.test`, { text, ttl: 300 })
}
const ms = performance.now() - started
const bytes = held() - before
const resident = process.memoryUsage.rss() - residentBefore
await openNameserver({
  zone,
  addresses: ['127.0.0.1'],
  port,
  // The limit is counted for each answer and never reached.
  answersPerSecond: 1e9,
  now: () => new Date(),
  log: { info: () => {}, warn: console.error },
})
console.log(JSON.stringify({ ms, bytes, resident }))
process.stdin.on('end', () => process.exit()).resume()
