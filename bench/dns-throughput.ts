/**
 * DNS questions a second: our client without a cache, Node's own resolver and the load tool dnsperf, each with 100
 * questions in flight to the same NSD on loopback, in turns. Figures depend on the machine and on what else it does,
 * ratios much less. Two readings of "per core":
 *
 * - by the clock: our one thread against dnsperf, which even with `-T 1` sends in one thread and receives in another;
 * - by CPU time: what a core could carry if the client had it to itself, all threads of the process counted.
 *
 * `scripts/run node bench/dns-throughput.ts`: JSON lines on stdout, a line for people on stderr.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { promises as platformDns } from 'node:dns'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDnsClient } from '@waxseal/scanner/dns'

const NAMES = 25_000
const IN_FLIGHT = 100
const ROUND_MS = 1500
const ROUNDS = 5
const TARGET = 0.5

interface Round {
  perSecond: number
  /** CPU of the asking process, microseconds a question. */
  cpuMicros: number
  failed: number
}

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'dns-throughput-'))
let nsd: ChildProcess | undefined
try {
  const missing: string[] = []
  for (const program of ['nsd', 'dnsperf']) if (!(await installed(program))) missing.push(program)
  if (missing.length > 0) {
    console.log(JSON.stringify({ bench: 'dns-throughput', ran: false, missing }))
    console.error(`dns-throughput: not run, missing: ${missing.join(', ')} (Debian packages of the same name)`)
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
    dnsperf: () => dnsperf(port),
    waxseal: () => ours(port),
    node: () => nodeResolver(port),
  }
  const rounds = new Map<string, Round[]>(Object.keys(contestants).map(name => [name, []]))
  for (let i = 0; i < ROUNDS; i++) {
    for (const [name, contest] of Object.entries(contestants)) {
      const round = await contest()
      rounds.get(name)?.push(round)
      console.log(JSON.stringify({ bench: 'dns-throughput', client: name, round: i + 1, ...round }))
    }
  }
  // The best round of each: what else the machine does can only slow a round down.
  const speed = (name: string): number => Math.max(...(rounds.get(name) ?? []).map(round => round.perSecond))
  const cpu = (name: string): number => Math.min(...(rounds.get(name) ?? []).map(round => round.cpuMicros))
  const ratio = speed('waxseal') / speed('dnsperf')
  const ratios = (rounds.get('waxseal') ?? []).map(
    ({ perSecond }, i) => perSecond / (rounds.get('dnsperf')?.[i]?.perSecond ?? Number.NaN),
  )
  const summary = {
    bench: 'dns-throughput',
    ran: true,
    ratio: round2(ratio),
    target: TARGET,
    met: ratio >= TARGET,
    medianRatio: round2(median(ratios)),
    ratioOfNode: round2(speed('node') / speed('dnsperf')),
    cpuRatio: round2(cpu('dnsperf') / cpu('waxseal')),
    failed: (rounds.get('waxseal') ?? []).reduce((sum, round) => sum + round.failed, 0),
  }
  console.log(JSON.stringify(summary))
  const each = [...rounds.keys()].map(name => `${name} ${Math.round(speed(name))}/s (${cpu(name).toFixed(1)} µs CPU)`)
  console.error(
    `dns-throughput: ${each.join(', ')}; ours is ${summary.ratio} of dnsperf (target ${TARGET}: ${summary.met ? 'met' : 'MISSED'}; median of rounds ${summary.medianRatio}), by CPU time ${summary.cpuRatio}; Node's ${summary.ratioOfNode}`,
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
 * Asks with so many questions in flight for the time of a round. Nothing stands between the loop and the client's own
 * promise: what the loop costs is counted to the client.
 */
async function measure<T>(ask: (name: string) => Promise<T>, isGood: (answer: T) => boolean): Promise<Round> {
  let asked = 0
  let failed = 0
  const startedCpu = process.cpuUsage()
  const started = performance.now()
  const until = started + ROUND_MS
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
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(startedCpu)
  return { perSecond: Math.round((asked / ms) * 1000), cpuMicros: round2((user + system) / asked), failed }
}

async function dnsperf(port: number): Promise<Round> {
  const command = `dnsperf -s 127.0.0.1 -p ${port} -d names -c 4 -T 1 -q ${IN_FLIGHT} -l ${ROUND_MS / 1000}; times`
  const { stdout } = await run('sh', ['-c', command], { cwd: folder })
  const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? Number.NaN)
  const perSecond = number(/Queries per second:\s+([\d.]+)/)
  const sent = number(/Queries sent:\s+(\d+)/)
  const [, user = '', system = ''] = /(\S+) (\S+)\s*$/.exec(stdout) ?? []
  const cpuMicros = ((seconds(user) + seconds(system)) * 1_000_000) / sent
  return { perSecond: Math.round(perSecond), cpuMicros: round2(cpuMicros), failed: number(/Queries lost:\s+(\d+)/) }
}

/** A time as the shell writes it: `0m1.230000s`. */
function seconds(text: string): number {
  const [, minutes = '', rest = ''] = /^(\d+)m([\d.]+)s$/.exec(text) ?? []
  return Number(minutes) * 60 + Number(rest)
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

/** Servers live in /usr/sbin, which is not on everybody's path. */
function withSbin(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
