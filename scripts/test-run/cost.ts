/**
 * What a run of the tests costs: wall time and processor time of each suite, the dearest files, and what no suite owns.
 * Wall time depends on what else runs; processor time hardly does, so budgets are in processor time.
 */
import type { FileBudget } from '../test-budgets.data.ts'
import { secondsOf } from './process-seconds.ts'

/** Seconds of the processor, those of all children included. */
export interface Cpu {
  user: number
  system: number
}

export interface SuiteCost extends Cpu {
  name: string
  /** Seconds from its start to its end. */
  wall: number
  /** Seconds of the wall that its second try took; 0 without one. */
  again: number
}

/** One line of the file that the hooks of `file-cost.ts` and others write. */
export interface FileCost extends Cpu {
  file: string
}

export interface RunCost {
  /** Seconds of the whole run. */
  wall: number
  cores: number
  /** Average load of the machine in the minute before the run and in its last minute. */
  load: { before: number; after: number }
  /** Seconds for the installation of Debian's programs. */
  installing: number
  suites: readonly SuiteCost[]
  files: readonly FileCost[]
}

/** Reads what the shell's `times` printed: its second line is the time of all children that have ended. */
export function childTimes(text: string): Cpu {
  const [, children = ''] = text.trim().split('\n')
  const [user = 0, system = 0] = children.split(' ').map(time => {
    const [minutes, rest] = time.split('m')
    return Number(minutes) * 60 + Number.parseFloat(rest ?? '0')
  })
  return { user, system }
}

/**
 * The costs of files, those of several parts of a file added up, the dearest first.
 *
 * @param lines JSON with the seconds of a file, or with what Linux says of a process (`/proc/<pid>/stat`) that no file owns
 */
export function costsOf(lines: string): FileCost[] {
  const files = new Map<string, FileCost>()
  for (const line of lines.split('\n')) {
    if (line === '') continue
    const written = JSON.parse(line) as { file: string } & ({ stat: string } | Cpu)
    const { file } = written
    const { user, system } = 'stat' in written ? secondsOf(written.stat) : written
    const before = files.get(file) ?? { file, user: 0, system: 0 }
    files.set(file, { file, user: before.user + user, system: before.system + system })
  }
  return [...files.values()].sort((one, other) => total(other) - total(one))
}

/** A file below this needs no entry in `test-budgets.data.ts`. */
export const freeSeconds = 20

/** Files that cost far more than their entry allows: twice as much, and twenty seconds more. */
export function overBudget(files: readonly FileCost[], budgets: readonly FileBudget[]): string[] {
  return files.flatMap(cost => {
    const budget = budgets.find(({ file }) => file === cost.file)?.seconds ?? freeSeconds
    const spent = total(cost)
    if (spent <= Math.max(2 * budget, budget + freeSeconds)) return []
    return [
      `${cost.file}: ${spent.toFixed(0)} s of the processor, its budget is ${budget} s (scripts/test-budgets.data.ts)`,
    ]
  })
}

/** Files that need an entry, and entries that no file needs any more. They fail no run: the next change settles them. */
export function budgetNotes(files: readonly FileCost[], budgets: readonly FileBudget[]): string[] {
  const listed = new Set(budgets.map(({ file }) => file))
  return files
    .filter(cost => total(cost) > freeSeconds && !listed.has(cost.file))
    .map(cost => `${cost.file} costs ${total(cost).toFixed(0)} s of the processor: give it an entry with the reason`)
}

/** The table of a run, for people. */
export function costLines({ wall, cores, load, installing, suites, files }: RunCost): string[] {
  const cpu = suites.reduce((sum, suite) => sum + total(suite), 0)
  const tries = suites.reduce((sum, { again }) => sum + again, 0)
  const rows = [
    ['suite', 'wall', 'user', 'system'],
    ...suites.map(({ name, wall, user, system }) => [name, ...[wall, user, system].map(seconds)]),
    ['all suites', seconds(wall), seconds(sumOf(suites, 'user')), seconds(sumOf(suites, 'system'))],
  ]
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return [
    ...rows.map(([name = '', ...figures]) => `${name.padEnd(width)}${figures.map(text => text.padStart(9)).join('')}`),
    `no suite: ${seconds(installing)} s installing, ${seconds(Math.max(0, wall * cores - cpu))} s of ${cores} cores not used by a suite, ${seconds(tries)} s of second tries`,
    `load: ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} at the end`,
    'dearest files (user and system)',
    ...files.slice(0, 20).map(cost => `${total(cost).toFixed(1).padStart(8)}  ${cost.file}`),
  ]
}

function total({ user, system }: Cpu): number {
  return user + system
}

function sumOf(suites: readonly SuiteCost[], part: keyof Cpu): number {
  return suites.reduce((sum, suite) => sum + suite[part], 0)
}

function seconds(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0)
}
