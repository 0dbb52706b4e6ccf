/**
 * A whole scan with all checks on a slow network, divided by its critical path: the longest chain of dependent round
 * trips. Targets: a median of at most 2 with 1% loss, 1.3 without, and a 95th percentile of at most 2.5 with 1% loss: of
 * the best of three batches, since other programs on the machine only add to it. Node's own resolver runs the same scan
 * beside it.
 * Then 50 scans at once, none of which may lose an answer, and the memory of 2,000. The published rates of blocklists
 * are off here.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { type OpenedDns, openDns, scan } from '@waxseal/scanner'
import { scanInRounds } from '../packages/scanner/src/testing/rounds.ts'
import { company, companyName } from './company.ts'
import { nodeDns } from './scan-node-dns.ts'
import type { Conditions } from './scan-server.ts'

const delayMs = 20
const jitterMs = 5
const atOnce = 50
const scansForMemory = 2000
const targets = { withoutLoss: 1.3, withLoss: 2, tailWithLoss: 2.5, grownMb: 8 }

async function server(conditions: Omit<Conditions, 'zone'>): Promise<{ name: string; stop: () => Promise<number> }> {
  const workerData: Conditions = { zone: company, ...conditions }
  const worker = new Worker(new URL('./scan-server.ts', import.meta.url), { workerData })
  const name = await new Promise<string>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return { name, stop: () => worker.terminate() }
}

const own = (name: string): OpenedDns => openDns({ servers: [name], direct: false, blocklists: { rates: 'unlimited' } })

/** Runs one scan; throws unless all checks completed without findings, whatever packets were lost. */
async function scanCompany(dns: OpenedDns): Promise<number> {
  const began = performance.now()
  const { score, sections } = await scan({ name: companyName, tier: 'business', dns, now: () => new Date() })
  const unasked = Object.entries(sections).filter(([, section]) => !section.ran || section.gaps.length > 0)
  if (score !== 100 || unasked.length > 0) {
    throw new Error(`the scan came to ${score}, without ${unasked.map(([check]) => check).join(', ') || 'gaps'}`)
  }
  return performance.now() - began
}

interface Measured {
  runs: number
  medianRatio: number
  p95Ratio: number
  worstRatio: number
}

function measured(times: readonly number[]): Measured {
  const ratios = times.map(ms => ms / criticalPathMs).toSorted((a, b) => a - b)
  const at = (share: number): number =>
    Math.round((ratios[Math.min(ratios.length - 1, Math.floor(ratios.length * share))] ?? Number.NaN) * 100) / 100
  return { runs: times.length, medianRatio: at(0.5), p95Ratio: at(0.95), worstRatio: at(1) }
}

/** Scans one after the other. The first few warm up the code and the round-trip estimate, as in a running service. */
async function oneByOne(
  open: (name: string) => OpenedDns,
  loss: number,
  runs: number,
  warm: number,
): Promise<Measured> {
  const { name, stop } = await server({ delayMs, jitterMs, loss })
  const times: number[] = []
  try {
    for (let run = -warm; run < runs; run++) {
      const dns = open(name)
      const ms = await scanCompany(dns)
      await dns.close()
      if (run >= 0) times.push(ms)
    }
  } finally {
    await stop()
  }
  return measured(times)
}

/** The 95th percentiles of batches of 100 scans with loss, the best first. */
async function tails(): Promise<readonly number[]> {
  const found: number[] = []
  for (let batch = 0; batch < 3; batch++) found.push((await oneByOne(own, 0.01, 100, 8)).p95Ratio)
  return found.toSorted((a, b) => a - b)
}

async function manyAtOnce(): Promise<Measured & { perSecond: number }> {
  const { name, stop } = await server({ delayMs, jitterMs, loss: 0.01 })
  const dns = own(name)
  try {
    const began = performance.now()
    const times = await Promise.all(Array.from({ length: atOnce }, () => scanCompany(dns)))
    return { ...measured(times), perSecond: Math.round((atOnce / (performance.now() - began)) * 1000) }
  } finally {
    await dns.close()
    await stop()
  }
}

/** The used heap in megabytes after every 200 scans, with a network that answers at once. */
async function memory(): Promise<{ usedMb: number[]; grownMb: number }> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { name, stop } = await server({ delayMs: 0, jitterMs: 0, loss: 0 })
  const dns = own(name)
  const usedMb: number[] = []
  try {
    for (let done = 0; done < scansForMemory; done += 200) {
      let left = 200
      const worker = async (): Promise<void> => {
        while (left-- > 0) await scanCompany(dns)
      }
      await Promise.all(Array.from({ length: 10 }, worker))
      collect()
      usedMb.push(Math.round((process.memoryUsage().heapUsed / 2 ** 20) * 10) / 10)
    }
  } finally {
    await dns.close()
    await stop()
  }
  // The first scans fill the shared caches.
  const [, second = 0] = usedMb
  return { usedMb, grownMb: Math.round(((usedMb.at(-1) ?? 0) - second) * 10) / 10 }
}

const { asked } = await scanInRounds(companyName, company)
const rounds = asked.length
const questions = asked.flat().length
const criticalPathMs = rounds * delayMs
const result = {
  bench: 'full-scan',
  questions,
  criticalPathMs,
  withoutLoss: await oneByOne(own, 0, 40, 20),
  withLoss: await oneByOne(own, 0.01, 60, 8),
  tails: await tails(),
  nodeWithoutLoss: await oneByOne(nodeDns, 0, 10, 1),
  // Each lost packet costs Node's resolver seconds, so there are only a few runs.
  nodeWithLoss: await oneByOne(nodeDns, 0.01, 4, 0),
  atOnce: await manyAtOnce(),
  memory: await memory(),
  targets,
}
const { withoutLoss, withLoss, nodeWithoutLoss, nodeWithLoss } = result
const [tail = Number.NaN] = result.tails
const met =
  withoutLoss.medianRatio <= targets.withoutLoss &&
  withLoss.medianRatio <= targets.withLoss &&
  tail <= targets.tailWithLoss &&
  result.memory.grownMb <= targets.grownMb

console.log(
  `full scan, ${questions} questions, wall time / critical path (${rounds} round trips, ${criticalPathMs} ms), median: ` +
    `${withoutLoss.medianRatio} without loss (target ${targets.withoutLoss}), ${withLoss.medianRatio} with 1 % loss ` +
    `(target ${targets.withLoss}); p95 with loss ${result.tails.join(', ')} (target of the best ${targets.tailWithLoss}); ` +
    `Node's resolver ${nodeWithoutLoss.medianRatio} and ` +
    `${nodeWithLoss.medianRatio}`,
)
console.log(
  `${atOnce} at once: ${result.atOnce.perSecond} scans/s, the last after ${result.atOnce.worstRatio} critical paths; ` +
    `heap over ${scansForMemory} scans: ${result.memory.usedMb.join(', ')} MB, ${result.memory.grownMb} MB more ` +
    `(target ${targets.grownMb})`,
)
console.log(JSON.stringify({ ...result, met }))
process.exitCode = met ? 0 : 1
