/**
 * SPF evaluation without a network: the same made-up records for the same addresses, all answers in memory, against
 * mailauth, pyspf and go-spf. Each runs in its own process and measures its own time. Targets: at least 5 times faster
 * than the first two, faster than the third. If one of them is not installed, nothing is measured.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, normalName, type RecordType, type Resolver, type Zone, zoneResolver } from '@waxseal/core/dns'
import { cachingPolicyReader, checkHost } from '@waxseal/core/spf'
import { queriesOf } from '../packages/scanner/realserver/peers/agreement.ts'
import { peerAnswers } from '../packages/scanner/realserver/peers/answers.ts'
import {
  missingPeers,
  type Peer,
  type PeerQuery,
  peerOf,
  startPeer,
} from '../packages/scanner/realserver/peers/peer.ts'
import { spfWorld } from '../packages/scanner/realserver/peers/spf-world.ts'

const records = 200
const rounds = 12
const targets = { mailauth: 5, pyspf: 5, 'go-spf': 1 } as const

/** The zone's answers in a resolver's form, built before the measurement. */
function inMemory(zone: Zone): Resolver {
  const source = zoneResolver(zone)
  const held = new Map<RecordType, Map<string, Promise<Answer>>>()
  for (const type of ['A', 'AAAA', 'MX', 'PTR', 'TXT'] as const) {
    const names = Object.keys(zone).map(name => [normalName(name) ?? '', source.query(name, type)] as const)
    held.set(type, new Map(names))
  }
  const nothing = source.query('no.such.name.invalid', 'TXT')
  return {
    query: <T extends RecordType>(name: string, type: T) =>
      (held.get(type)?.get(name) ?? nothing) as Promise<Answer<T>>,
  }
}

/** Our own evaluation as another peer. */
function ourselves(): Pick<Peer, 'hold' | 'time' | 'close'> {
  let resolver: Resolver | null = null
  const policyOf = cachingPolicyReader()
  const evaluate = async ({ ip, sender, helo }: PeerQuery) => {
    if (resolver === null) throw new Error('no zone yet')
    return await checkHost(resolver, { ip, sender, helo, receiver: 'receiver.example.net', policyOf })
  }
  return {
    async hold() {
      resolver = inMemory(world.zone)
    },
    async time(queries, times) {
      const began = performance.now()
      let results: string[] = []
      for (let round = 0; round < times; round++) {
        results = []
        for (const query of queries) results.push((await evaluate(query)).result)
      }
      return { ms: performance.now() - began, results }
    },
    close: async () => {},
  }
}

/** go-spf, built from Debian's source; null without Go. */
function goSpf(folder: string): Peer | null {
  const program = join(folder, 'go-spf')
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: join(folder, 'cache') }
  const source = join(import.meta.dirname, 'go-spf', 'main.go')
  const built = spawnSync('go', ['build', '-o', program, source], { env, encoding: 'utf8' })
  return built.status === 0 ? peerOf('go-spf', [program]) : null
}

/** Other programs on the machine can only slow a round down, so the fastest round shows the cost of the work. */
function least(values: readonly number[]): number {
  return Math.min(...values)
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}

const world = spfWorld(7208, records)
const queries = world.subjects.flatMap(queriesOf)
const folder = mkdtempSync(join(tmpdir(), 'waxseal-bench-spf-'))
const go = goSpf(folder)
const missing = missingPeers().filter(name => name === 'python3-spf')
if (go === null || missing.length > 0) {
  console.log(`not run: ${[...missing, ...(go === null ? ['golang-blitiri-go-spf-dev'] : [])].join(', ')} missing`)
  rmSync(folder, { recursive: true, force: true })
  process.exit(77)
}
const contenders: { name: string; peer: Pick<Peer, 'hold' | 'time' | 'close'>; micros: number[]; results: string[] }[] =
  [
    { name: 'Waxseal', peer: ourselves() },
    { name: 'mailauth', peer: startPeer('mailauth', '127.0.0.1') },
    { name: 'pyspf', peer: startPeer('pyspf', '127.0.0.1') },
    { name: 'go-spf', peer: go },
  ].map(contender => ({ ...contender, micros: [], results: [] }))

try {
  const answers = peerAnswers(world.zone)
  for (const { peer } of contenders) await peer.hold(answers)
  // The first round warms up all code and is not counted.
  for (let round = -1; round < rounds; round++) {
    for (const contender of contenders) {
      const { ms, results } = await contender.peer.time(queries, 1)
      contender.results = results
      if (round >= 0) contender.micros.push((ms * 1000) / queries.length)
    }
  }
} finally {
  await Promise.all(contenders.map(({ peer }) => peer.close()))
  rmSync(folder, { recursive: true, force: true })
}

const [own, ...others] = contenders
if (own === undefined) throw new Error('nothing was measured')
const ownMicros = least(own.micros)
const compared = others.map(({ name, micros, results }) => ({
  name,
  micros: round1(least(micros)),
  timesOurs: round1(least(micros) / ownMicros),
  sameResult: round1((100 * results.filter((result, at) => result === own.results[at]).length) / results.length),
}))
const met = Object.entries(targets).every(([name, target]) => {
  const found = compared.find(other => other.name === name)
  return found !== undefined && (target === 1 ? found.timesOurs > target : found.timesOurs >= target)
})
console.log(
  `SPF evaluation, ${queries.length} evaluations in memory: ${round1(ownMicros)} us each; ` +
    compared
      .map(
        ({ name, micros, timesOurs, sameResult }) =>
          `${name} ${micros} us = ${timesOurs} x (${sameResult} % same result)`,
      )
      .join(', '),
)
console.log(JSON.stringify({ bench: 'spf-evaluation', micros: round1(ownMicros), compared, targets, met }))
process.exitCode = met ? 0 : 1
