/**
 * Answers per second and core: our name server against NSD and PowerDNS, each with the same 100,000 TXT records, in turns
 * on the same machine. dnsperf asks for 25,000 names, of which a fifth does not exist.
 *
 * The ratio is of CPU time per answer, in the best round of each, because other programs on the machine can only make a
 * round dearer: one second of CPU time is one second of one core. The ratio by the clock is reported too, as is that over
 * TCP. The rate limits of NSD and PowerDNS are off; ours counts each answer.
 *
 * `scripts/run node bench/nameserver.ts`: JSON lines on stdout, a line for people on stderr.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const NAMES = 100_000
const ASKED = 25_000
const ROUNDS = 4
const SECONDS = 2
const TARGET = 0.5
const MEGABYTE = 1024 * 1024

interface Round {
  perSecond: number
  /** CPU time of all processes of the server, in microseconds per answer. */
  cpuMicros: number
  lost: number
}

const run = promisify(execFile)
const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`
const folder = await mkdtemp(join(tmpdir(), 'nameserver-'))
const children: ChildProcess[] = []
try {
  const missing: string[] = []
  for (const program of ['nsd', 'dnsperf', 'dig']) if (!(await installed(program))) missing.push(program)
  if (missing.length > 0) {
    console.log(JSON.stringify({ bench: 'nameserver', ran: false, missing }))
    console.error(`nameserver: not run, missing: ${missing.join(', ')} (Debian: nsd, dnsperf, bind9-dnsutils)`)
    process.exitCode = 77
  } else await compare()
} finally {
  for (const child of children) if (child.kill()) await once(child, 'exit')
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

async function compare(): Promise<void> {
  await writeFiles()
  const first = 20_000 + (process.pid % 20_000)
  const ours = await startOurs(first)
  const contestants = new Map<string, { port: number; pid: number }>([
    ['waxseal', { port: first, pid: ours.pid }],
    ['nsd', { port: first + 1, pid: await startNsd(first + 1) }],
  ])
  const hasPowerDns = (await installed('pdns_server')) && isThere('/etc/powerdns/pdns.d/bind.conf')
  if (hasPowerDns) contestants.set('powerdns', { port: first + 2, pid: await startPowerDns(first + 2) })
  const rounds = new Map<string, Round[]>()
  for (let i = 1; i <= ROUNDS; i++) {
    for (const transport of ['udp', 'tcp'] as const) {
      for (const [name, { port, pid }] of contestants) {
        const round = await measure(port, pid, transport)
        const key = `${name} ${transport}`
        rounds.set(key, [...(rounds.get(key) ?? []), round])
        console.log(JSON.stringify({ bench: 'nameserver', server: name, transport, round: i, ...round }))
      }
    }
  }
  report(rounds, hasPowerDns, ours)
}

function report(rounds: ReadonlyMap<string, readonly Round[]>, hasPowerDns: boolean, ours: Loaded): void {
  const speed = (key: string): number => Math.max(...(rounds.get(key) ?? []).map(round => round.perSecond))
  const cpu = (key: string): number => Math.min(...(rounds.get(key) ?? []).map(round => round.cpuMicros))
  const against = (other: string, transport: string): { byCpu: number; byClock: number } => ({
    byCpu: round2(cpu(`${other} ${transport}`) / cpu(`waxseal ${transport}`)),
    byClock: round2(speed(`waxseal ${transport}`) / speed(`${other} ${transport}`)),
  })
  const ratio = against('nsd', 'udp')
  const summary = {
    bench: 'nameserver',
    ran: true,
    ratio: ratio.byCpu,
    target: TARGET,
    met: ratio.byCpu >= TARGET,
    ratioByClock: ratio.byClock,
    overTcp: against('nsd', 'tcp'),
    powerdns: hasPowerDns ? against('powerdns', 'udp') : null,
    perSecondAndCore: Math.round(1_000_000 / cpu('waxseal udp')),
    lost: (rounds.get('waxseal udp') ?? []).reduce((sum, round) => sum + round.lost, 0),
    records: NAMES,
    recordsMegabytes: round2(ours.bytes / MEGABYTE),
    residentMegabytes: round2(ours.resident / MEGABYTE),
    loadMs: Math.round(ours.ms),
  }
  console.log(JSON.stringify(summary))
  const servers = ['waxseal', 'nsd', ...(hasPowerDns ? ['powerdns'] : [])]
  const each = servers.map(name => `${name} ${cpu(`${name} udp`).toFixed(1)} µs CPU (${speed(`${name} udp`)}/s)`)
  console.error(
    `nameserver: ${each.join(', ')}; ours reaches ${summary.ratio} of NSD by CPU time (target ${TARGET}: ${summary.met ? 'met' : 'MISSED'}), ${summary.ratioByClock} by the clock, over TCP ${summary.overTcp.byCpu} and ${summary.overTcp.byClock}; ${NAMES.toLocaleString('en')} records take ${summary.recordsMegabytes} MB (${summary.residentMegabytes} MB of the process)`,
  )
  process.exitCode = summary.met ? 0 : 1
}

async function measure(port: number, pid: number, transport: 'udp' | 'tcp'): Promise<Round> {
  const before = cpuSeconds(pid)
  const { stdout } = await run(
    'dnsperf',
    [
      '-s',
      '127.0.0.1',
      '-p',
      String(port),
      '-m',
      transport,
      '-d',
      'names',
      '-c',
      '20',
      '-T',
      '1',
      '-q',
      '100',
      '-l',
      String(SECONDS),
    ],
    { cwd: folder },
  )
  const seconds = cpuSeconds(pid) - before
  const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? Number.NaN)
  return {
    perSecond: Math.round(number(/Queries per second:\s+([\d.]+)/)),
    cpuMicros: round2((seconds * 1_000_000) / number(/Queries completed:\s+(\d+)/)),
    lost: number(/Queries lost:\s+(\d+)/),
  }
}

/** The CPU time of a process and all processes below it, which Linux counts in hundredths of a second. */
function cpuSeconds(pid: number): number {
  const stats = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        // A name may contain spaces and parentheses: the fields begin after the last one.
        const text = readFileSync(`/proc/${name}/stat`, 'latin1')
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
        return [{ pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
      } catch {
        return []
      }
    })
  const family = new Set([pid])
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const each of stats) if (family.has(each.parent)) family.add(each.pid)
  }
  return stats.filter(each => family.has(each.pid)).reduce((sum, each) => sum + each.ticks, 0) / 100
}

async function writeFiles(): Promise<void> {
  const head = '$TTL 300\n@ SOA ns1 hostmaster 1 14400 3600 1209600 300\n@ NS ns1\nns1 A 127.0.0.1\n'
  const lines = Array.from(
    { length: NAMES },
    (_, i) => `n${i} TXT "v=spf1 ip4:192.0.2.${i % 256} ip4:198.51.100.0/24 ip4:203.0.113.0/24 ip6:2001:db8::/32 -all"`,
  )
  await writeFile(join(folder, 'bench.test.zone'), `${head}${lines.join('\n')}\n`)
  const asked = Array.from(
    { length: ASKED },
    (_, i) => `${i % 5 === 4 ? 'x' : 'n'}${(i * 7919) % NAMES}.bench.test TXT`,
  )
  await writeFile(join(folder, 'names'), `${asked.join('\n')}\n`)
}

interface Loaded {
  pid: number
  ms: number
  bytes: number
  resident: number
}

async function startOurs(port: number): Promise<Loaded> {
  const script = join(import.meta.dirname, 'nameserver-server.ts')
  const child = spawn(process.execPath, ['--expose-gc', script, String(port), String(NAMES)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { pid: child.pid ?? 0, ...(JSON.parse(String(line)) as Omit<Loaded, 'pid'>) }
}

async function startNsd(port: number): Promise<number> {
  const config = join(folder, 'nsd.conf')
  await writeFile(
    config,
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
  tcp-count: 100
  minimal-responses: yes
  rrl-ratelimit: 0
remote-control:
  control-enable: no
zone:
  name: "bench.test"
  zonefile: "bench.test.zone"
`,
  )
  return await start(['nsd', '-d', '-c', config], port)
}

/** With the packet cache that it has by default. */
async function startPowerDns(port: number): Promise<number> {
  const inner = join(folder, 'powerdns')
  await mkdir(inner)
  await writeFile(join(inner, 'named.conf'), `zone "bench.test" { type master; file "${folder}/bench.test.zone"; };\n`)
  await writeFile(
    join(inner, 'pdns.conf'),
    `daemon=no
guardian=no
setuid=
setgid=
local-address=127.0.0.1
local-port=${port}
socket-dir=${inner}
launch=bind
bind-config=${inner}/named.conf
receiver-threads=1
distributor-threads=1
reuseport=no
security-poll-suffix=
loglevel=0
`,
  )
  return await start(['pdns_server', `--config-dir=${inner}`], port)
}

/** Starts a server and waits until it answers. */
async function start([program = '', ...args]: readonly string[], port: number): Promise<number> {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, PATH: path } })
  children.push(child)
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    const question = ['@127.0.0.1', '-p', String(port), '+short', '+tries=1', '+time=1', 'bench.test', 'SOA']
    const { stdout } = await run('dig', question).catch(() => ({ stdout: '' }))
    if (stdout.startsWith('ns1.')) return child.pid ?? 0
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`${program} does not answer`)
}

async function installed(program: string): Promise<boolean> {
  try {
    await run('sh', ['-c', `command -v ${program}`], { env: { ...process.env, PATH: path } })
    return true
  } catch {
    return false
  }
}

function isThere(file: string): boolean {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
