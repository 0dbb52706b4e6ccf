/** What a browser test costs: the processor time of its worker, of the worker's browser, and of the pages in it. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

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

/** Linux counts in hundredths of a second. A process that has just ended is left out: its parent counts it. */
function processOf(pid: string): [number, Process][] {
  try {
    // The name of the program is in parentheses and may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [, parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return [[Number(pid), { parent, user: (user + endedUser) / 100, system: (system + endedSystem) / 100 }]]
  } catch {
    return []
  }
}

function isBelow(pid: number, all: ReadonlyMap<number, Process>): boolean {
  for (let each = pid; each > 0; each = all.get(each)?.parent ?? 0) if (each === process.pid) return true
  return false
}
