/**
 * Blocks the event loop for half a second with 200 queries in flight and a shorter timeout: how many false timeouts
 * occur? The server runs in its own thread and answers while the loop is blocked. Node's own resolver is measured
 * beside ours with the same timeout.
 *
 * `scripts/run node bench/dns-blocked-loop.ts`: JSON lines on stdout, a line for people on stderr.
 */
import { createSocket } from 'node:dgram'
import { promises as platformDns } from 'node:dns'
import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { createDnsClient } from '@waxseal/scanner/dns'

const QUESTIONS = 200
const BLOCKED_MS = 500
const TIMEOUT_MS = 250
const ROUNDS = 5

if (isMainThread) await main()
else serve()

async function main(): Promise<void> {
  const worker = new Worker(new URL(import.meta.url))
  const [port] = (await once(worker, 'message')) as [number]
  const counts = { waxseal: 0, node: 0 }
  for (let round = 1; round <= ROUNDS; round++) {
    const waxseal = await ours(port)
    const node = await nodeResolver(port)
    counts.waxseal += waxseal
    counts.node += node
    console.log(JSON.stringify({ bench: 'dns-blocked-loop', round, questions: QUESTIONS, waxseal, node }))
  }
  const met = counts.waxseal === 0
  console.log(
    JSON.stringify({
      bench: 'dns-blocked-loop',
      ran: true,
      invented: counts.waxseal,
      target: 0,
      met,
      node: counts.node,
    }),
  )
  console.error(
    `dns-blocked-loop: of ${QUESTIONS * ROUNDS} questions ${counts.waxseal} timeouts invented (target 0: ${met ? 'met' : 'MISSED'}); Node's resolver ${counts.node}`,
  )
  process.exitCode = met ? 0 : 1
  await worker.terminate()
}

async function ours(port: number): Promise<number> {
  const client = createDnsClient({ servers: [`127.0.0.1:${port}`], timeoutMs: TIMEOUT_MS })
  // The first query opens the sockets, so that the next ones are in flight before the loop is blocked.
  await Promise.all(Array.from({ length: 16 }, (_, i) => client.query(`warm${i}.test`, 'A')))
  const answers = Array.from({ length: QUESTIONS }, (_, i) => client.query(`n${i}.test`, 'A'))
  block()
  const failed = (await Promise.all(answers)).filter(answer => answer.kind === 'failed').length
  client.close()
  return failed
}

async function nodeResolver(port: number): Promise<number> {
  const resolver = new platformDns.Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  resolver.setServers([`127.0.0.1:${port}`])
  await resolver.resolve4('warm.test')
  const answers = Array.from({ length: QUESTIONS }, (_, i) => resolver.resolve4(`n${i}.test`))
  block()
  return (await Promise.allSettled(answers)).filter(answer => answer.status === 'rejected').length
}

function block(): void {
  const until = performance.now() + BLOCKED_MS
  while (performance.now() < until);
}

/** Answers every query with one address. */
function serve(): void {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 1 << 20 })
  const record = Buffer.from('c00c000100010000012c0004c0000201', 'hex')
  socket.on('message', (query, from) => {
    let end = 12
    while ((query[end] ?? 0) !== 0) end += (query[end] ?? 0) + 1
    const head = Buffer.from(query.subarray(0, end + 5))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(1, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, record]), from.port, from.address)
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  socket.bind(0, '127.0.0.1', () => parentPort?.postMessage(socket.address().port))
}
