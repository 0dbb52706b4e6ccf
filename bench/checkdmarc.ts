/**
 * Checks 200 recorded real zones through the same Unbound, one after the other: the checks that checkdmarc has (no
 * DKIM, no blocklists, no SMTP), by checkdmarc and by our own code, which must be at least 3 times faster. A full scan
 * is measured beside it. Runs inside scripts/in-namespace. checkdmarc is no Debian package: if `import checkdmarc`
 * fails, or the recordings are missing, it says so and measures nothing.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { recordedFolder } from '@waxseal/core/testing/recorded'
import { type OpenedDns, openDns, organizationalDomain, scan } from '@waxseal/scanner'
import { twoSpfRecords } from '../packages/scanner/realserver/expectations.ts'
import { startLab } from '../packages/scanner/realserver/lab.ts'
import { peerOf } from '../packages/scanner/realserver/peers/peer.ts'
import { readRecorded } from '../packages/scanner/realserver/recorded.ts'
import type { CheckContext } from '../packages/scanner/src/checks/check.ts'
import { collect } from '../packages/scanner/src/checks/index.ts'
import { createHttpsGet } from '../packages/scanner/src/https/index.ts'

const target = 3
const rounds = 8
const sameChecks = ['dns', 'mx', 'spf', 'dmarc', 'transport'] as const
const now = (): Date => new Date()

/** The Python that has checkdmarc; null when none has. */
function python(): string | undefined {
  return ['python3', '/usr/bin/python3'].find(program => {
    return spawnSync(program, ['-W', 'ignore', '-c', 'import checkdmarc'], { stdio: 'ignore' }).status === 0
  })
}

/** The checks of one domain that checkdmarc has too, each on its own, as in a scan. */
async function checkLikewise(dns: OpenedDns, name: string): Promise<void> {
  const { signal } = new AbortController()
  const session = dns.session(signal)
  const context: CheckContext = {
    ...session,
    name,
    organizationalDomain: organizationalDomain(name),
    tier: 'business',
    signal,
    selectors: [],
    relay: null,
    threat: [],
    https: createHttpsGet({ resolver: session.resolver, now }),
  }
  const sections = await Promise.all(sameChecks.map(check => collect[check](context)))
  if (sections.some(section => !section.ran && section.evidence.length === 0))
    throw new Error(`${name} was not checked`)
}

async function milliseconds(names: readonly string[], work: (name: string) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  for (const name of names) await work(name)
  return performance.now() - began
}

function least(values: readonly number[]): number {
  return Math.round(Math.min(...values))
}

const folder = recordedFolder()
const interpreter = python()
if (folder === null || interpreter === undefined) {
  console.log(`not run: ${interpreter === undefined ? 'checkdmarc' : 'the recorded zones'} missing`)
  process.exit(77)
}

const recorded = readRecorded(folder, twoSpfRecords)
// Every second name: the recording is sorted, and its first names are alike.
const names = recorded.names.filter((_, at) => at % 2 === 0).slice(0, 200)
const lab = await startLab(recorded.zones, { hosts: recorded.hosts })
const [address = ''] = lab.resolver.split(':')
const dns = openDns({ servers: [lab.resolver], direct: false, blocklists: { rates: 'unlimited' } })
const peer = peerOf('checkdmarc', [interpreter, '-W', 'ignore', join(import.meta.dirname, 'domain-checks.py')])
const ms = { ours: [] as number[], checkdmarc: [] as number[], fullScan: [] as number[] }
try {
  // The first round fills Unbound's cache and warms up all code; it is not counted.
  for (let round = -1; round < rounds; round++) {
    const theirs = await peer.ask<{ ms: number; domains: number }>({ domains: names, nameserver: address })
    if (theirs.domains !== names.length) throw new Error(`checkdmarc checked ${theirs.domains} of ${names.length}`)
    const ours = await milliseconds(names, name => checkLikewise(dns, name))
    if (round < 0) continue
    ms.checkdmarc.push(theirs.ms)
    ms.ours.push(ours)
  }
  for (let round = 0; round < 2; round++) {
    ms.fullScan.push(await milliseconds(names, name => scan({ name, tier: 'business', dns, now })))
  }
} finally {
  await dns.close()
  await peer.close()
  await lab.stop()
}

const result = { ours: least(ms.ours), checkdmarc: least(ms.checkdmarc), fullScan: least(ms.fullScan) }
const times = Math.round((result.checkdmarc / result.ours) * 10) / 10
console.log(
  `${names.length} real zones, the same checks: ${result.ours} ms, checkdmarc ${result.checkdmarc} ms = ${times} x ` +
    `(target ${target}); full scans: ${result.fullScan} ms`,
)
console.log(
  JSON.stringify({ bench: 'checkdmarc', zones: names.length, ms: result, times, target, met: times >= target }),
)
process.exitCode = times >= target ? 0 : 1
