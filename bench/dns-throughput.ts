/**
 * DNS queries per second: our client without a cache against bare Node sockets that do the same traffic without any DNS
 * work, each with 100 queries in flight to the same NSD on loopback, in turns. No client on Node's sockets can be faster
 * than those: the rest is what ours adds (ids, letter case, source ports, checks, decoding, time limits, promises).
 *
 * Also Node's own resolver and the load tool dnsperf, if it is installed. Both are only reported: dnsperf is another
 * program on other sockets, and its threads mostly wait for the server.
 *
 * The ratio is of CPU time per query, in the best round of each: other programs on the machine can only make a round
 * dearer, and they disturb CPU time less than the clock. The ratio by the clock is reported too. On a machine with
 * nothing else to do both are the same, because our one thread is always busy.
 *
 * `scripts/run node bench/dns-throughput.ts`: JSON lines on stdout, a line for people on stderr.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { promises as platformDns } from 'node:dns'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDnsClient } from '@waxseal/scanner/dns'

const NAMES = 25_000
const IN_FLIGHT = 100
const ROUND_MS = 1500
/** The later rounds are faster: our client is warm after some 400,000 queries. */
const ROUNDS = 8
/** The number that our client holds for each server. */
const SOCKETS = 4
const TARGET = 0.7

interface Round {
  perSecond: number
  /** CPU time of the client process, in microseconds per query. */
  cpuMicros: number
  /** The share of the round in which our main thread waited for a core; null for another process. */
  stoodInLine: number | null
  failed: number
}

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'dns-throughput-'))
let nsd: ChildProcess | undefined
try {
  if (!(await installed('nsd'))) {
    console.log(JSON.stringify({ bench: 'dns-throughput', ran: false, missing: ['nsd'] }))
    console.error('dns-throughput: not run, missing: nsd (the Debian package of the same name)')
    process.exitCode = 77
  } else await compare()
} finally {
  nsd?.kill()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

async function compare(): Promise<void> {
  const port = 20_000 + (process.pid % 20_000)
  nsd = await startNsd(port)
  const contestants: Record<string, () => Promise<Round>> = {
    'bare socket': () => bareSockets(port),
    waxseal: () => ours(port),
    node: () => nodeResolver(port),
    ...((await installed('dnsperf')) ? { dnsperf: () => dnsperf(port) } : {}),
  }
  const rounds = new Map<string, Round[]>(Object.keys(contestants).map(name => [name, []]))
  for (let i = 0; i < ROUNDS; i++) {
    for (const [name, contest] of Object.entries(contestants)) {
      const round = await contest()
      rounds.get(name)?.push(round)
      console.log(JSON.stringify({ bench: 'dns-throughput', client: name, round: i + 1, ...round }))
    }
  }
  // The best round of each: other programs on the machine can only slow a round down.
  const of = (name: string): Round[] => rounds.get(name) ?? []
  const speed = (name: string): number => Math.max(...of(name).map(round => round.perSecond))
  const cpu = (name: string): number => Math.min(...of(name).map(round => round.cpuMicros))
  const bare = 'bare socket'
  const byClock = of('waxseal').map(({ perSecond }, i) => perSecond / (of(bare)[i]?.perSecond ?? Number.NaN))
  const ratio = round2(cpu(bare) / cpu('waxseal'))
  const summary = {
    bench: 'dns-throughput',
    ran: true,
    ratio,
    target: TARGET,
    met: ratio >= TARGET,
    ratioByClock: round2(speed('waxseal') / speed(bare)),
    medianByClock: round2(median(byClock)),
    ratioOfNode: round2(speed('node') / speed(bare)),
    ratioOfDnsperf: rounds.has('dnsperf') ? round2(speed('dnsperf') / speed(bare)) : null,
    stoodInLine: round2(median(of('waxseal').map(round => round.stoodInLine ?? Number.NaN))),
    failed: of('waxseal').reduce((sum, round) => sum + round.failed, 0),
  }
  console.log(JSON.stringify(summary))
  const each = [...rounds.keys()].map(name => `${name} ${cpu(name).toFixed(1)} µs CPU (${Math.round(speed(name))}/s)`)
  const inLine = Number.isNaN(summary.stoodInLine)
    ? ''
    : `, ${Math.round(summary.stoodInLine * 100)} % of it in line for a core`
  console.error(
    `dns-throughput: ${each.join(', ')}; ours reaches ${ratio} of a bare socket by CPU time (target ${TARGET}: ${summary.met ? 'met' : 'MISSED'}), ${summary.ratioByClock} by the clock (median of rounds ${summary.medianByClock}${inLine})`,
  )
  process.exitCode = summary.met ? 0 : 1
}

async function ours(port: number): Promise<Round> {
  const client = createDnsClient({ servers: [`127.0.0.1:${port}`] })
  const round = await measure(
    name => client.query(name, 'A'),
    answer => answer.kind === 'records',
  )
  client.close()
  return round
}

async function nodeResolver(port: number): Promise<Round> {
  const resolver = new platformDns.Resolver()
  resolver.setServers([`127.0.0.1:${port}`])
  return await measure(
    name => resolver.resolve4(name),
    addresses => addresses.length === 1,
  )
}

/**
 * The same traffic without DNS: as many sockets as our client holds, prebuilt packets, those of one turn of the event
 * loop sent together. It only notes the arrival of an answer.
 */
async function bareSockets(port: number): Promise<Round> {
  const packets = Array.from({ length: NAMES }, (_, i) => plainQuestion(i))
  const sockets = Array.from({ length: SOCKETS }, () => createSocket({ type: 'udp4', recvBufferSize: 1 << 20 }))
  for (const socket of sockets) {
    socket.connect(port, '127.0.0.1')
    await once(socket, 'connect')
  }
  let asked = 0
  let failed = 0
  let outgoing: Socket[] = []
  const sent = (error: Error | null): void => {
    if (error) failed++
  }
  const flush = (): void => {
    const turn = outgoing
    outgoing = []
    for (const socket of turn) socket.send(packets[asked++ % NAMES] ?? '', sent)
  }
  const round = await timed(async until => {
    const ask = (socket: Socket): void => {
      if (performance.now() < until && outgoing.push(socket) === 1) setImmediate(flush)
    }
    for (const socket of sockets) {
      socket.on('message', () => ask(socket))
      for (let i = 0; i < IN_FLIGHT / SOCKETS; i++) ask(socket)
    }
    await new Promise(resolve => setTimeout(resolve, ROUND_MS))
    return { asked, failed }
  })
  for (const socket of sockets) socket.close()
  return round
}

/** Our client's query for the name with this number, without mixed case. */
function plainQuestion(i: number): Buffer {
  const labels = [`n${i}`, 'bench', 'test'].map(label => Buffer.from(`${String.fromCharCode(label.length)}${label}`))
  const head = Buffer.from('000001200001000000000001', 'hex')
  head.writeUInt16BE(i, 0)
  return Buffer.concat([head, ...labels, Buffer.from('000001000100002904d0000000000000', 'hex')])
}

/**
 * Keeps this many queries in flight for the time of a round. Nothing is between the loop and the client's own promise,
 * so the cost of the loop counts for the client.
 */
function measure<T>(ask: (name: string) => Promise<T>, isGood: (answer: T) => boolean): Promise<Round> {
  return timed(async until => {
    let asked = 0
    let failed = 0
    const worker = async (): Promise<void> => {
      while (performance.now() < until) {
        try {
          if (!isGood(await ask(`n${asked++ % NAMES}.bench.test`))) failed++
        } catch {
          failed++
        }
      }
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
    return { asked, failed }
  })
}

/** A round in this process; `contest` gets its end, as a value of `performance.now()`. */
async function timed(contest: (until: number) => Promise<{ asked: number; failed: number }>): Promise<Round> {
  const startedCpu = process.cpuUsage()
  const startedInLine = msInLine()
  const started = performance.now()
  const { asked, failed } = await contest(started + ROUND_MS)
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(startedCpu)
  return {
    perSecond: Math.round((asked / ms) * 1000),
    cpuMicros: round2((user + system) / asked),
    stoodInLine: round2((msInLine() - startedInLine) / ms),
    failed,
  }
}

/** The total wait of the main thread for a core, in milliseconds: the second number that Linux reports there. */
function msInLine(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[1]) / 1e6
  } catch {
    return Number.NaN
  }
}

async function dnsperf(port: number): Promise<Round> {
  const command = `dnsperf -s 127.0.0.1 -p ${port} -d names -c 4 -T 1 -q ${IN_FLIGHT} -l ${ROUND_MS / 1000}`
  // bash's `time` has a resolution of milliseconds; `times` of other shells one of ten milliseconds, which is a large
  // part of a round.
  const { stdout, stderr } = await run('bash', ['-c', `TIMEFORMAT='cpu %U %S'; time ${command}`], { cwd: folder })
  const number = (pattern: RegExp, text = stdout): number => Number(pattern.exec(text)?.[1] ?? Number.NaN)
  const cpuSeconds = number(/cpu ([\d.]+)/, stderr) + number(/cpu [\d.]+ ([\d.]+)/, stderr)
  return {
    perSecond: Math.round(number(/Queries per second:\s+([\d.]+)/)),
    cpuMicros: round2((cpuSeconds * 1_000_000) / number(/Queries sent:\s+(\d+)/)),
    stoodInLine: null,
    failed: number(/Queries lost:\s+(\d+)/),
  }
}

async function startNsd(port: number): Promise<ChildProcess> {
  const head = '$TTL 300\n@ SOA ns h 1 7200 900 86400 300\n@ NS ns\nns A 127.0.0.1\n'
  const lines = Array.from({ length: NAMES }, (_, i) => `n${i} A 192.0.2.${i % 256}`)
  await writeFile(join(folder, 'bench.test.zone'), `${head}${lines.join('\n')}\n`)
  await writeFile(join(folder, 'names'), Array.from({ length: NAMES }, (_, i) => `n${i}.bench.test A\n`).join(''))
  await writeFile(
    join(folder, 'nsd.conf'),
    `server:
  ip-address: 127.0.0.1@${port}
  username: ""
  chroot: ""
  zonesdir: "${folder}"
  database: ""
  pidfile: ""
  xfrdfile: "${folder}/xfrd.state"
  zonelistfile: "${folder}/zone.list"
  server-count: 1
  rrl-ratelimit: 0
remote-control:
  control-enable: no
zone:
  name: bench.test
  zonefile: bench.test.zone
`,
  )
  const child = spawn('nsd', ['-d', '-c', join(folder, 'nsd.conf')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: withSbin(),
  })
  const client = createDnsClient({ servers: [`127.0.0.1:${port}`], timeoutMs: 1000 })
  const until = performance.now() + 10_000
  while ((await client.query('n1.bench.test', 'A')).kind !== 'records') {
    if (performance.now() > until) throw new Error('nsd did not start within 10 s')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  client.close()
  return child
}

async function installed(program: string): Promise<boolean> {
  const found = await run('sh', ['-c', `command -v ${program}`], { env: withSbin() }).catch(() => null)
  return found !== null
}

/** Servers are in /usr/sbin, which is not in every user's path. */
function withSbin(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
