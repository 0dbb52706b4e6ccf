/** What a browser test costs: the processor time of its worker, of the worker's browser, and of the pages in it. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { secondsOf } from '../scripts/test-run/process-seconds.ts'

const root = resolve(import.meta.dirname, '..')
const costs = process.env['TEST_COSTS']

/** Starts to count; the result ends the count and writes it for a test file. */
export function startCount(): (file: string) => void {
  if (costs === undefined || process.platform !== 'linux') return () => {}
  const before = spent()
  return file => {
    const after = spent()
    const cost = { file: relative(root, file), user: after.user - before.user, system: after.system - before.system }
    appendFileSync(costs, `${JSON.stringify(cost)}\n`)
  }
}

/** Writes what a process that still runs has cost, for one that no test owns. */
export function writeCostOf(name: string, pid: number | undefined): void {
  if (costs === undefined || pid === undefined || process.platform !== 'linux') return
  appendFileSync(costs, `${JSON.stringify({ file: name, stat: readFileSync(`/proc/${pid}/stat`, 'utf8') })}\n`)
}

interface Process {
  parent: number
  user: number
  system: number
}

/** Seconds of this process and all below it, those that have ended included. */
function spent(): { user: number; system: number } {
  const all = new Map(readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? processOf(name) : [])))
  const sum = { user: 0, system: 0 }
  for (const [pid, { user, system }] of all) {
    if (!isBelow(pid, all)) continue
    sum.user += user
    sum.system += system
  }
  return sum
}

/** A process that has just ended is left out: its parent counts it. */
function processOf(pid: string): [number, Process][] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [[Number(pid), { parent: Number(parent), ...secondsOf(stat) }]]
  } catch {
    return []
  }
}

function isBelow(pid: number, all: ReadonlyMap<number, Process>): boolean {
  for (let each = pid; each > 0; each = all.get(each)?.parent ?? 0) if (each === process.pid) return true
  return false
}
