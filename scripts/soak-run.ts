import { stripVTControlCharacters } from 'node:util'

/** What became of one part. */
export interface SoakRow {
  name: string
  isGood: boolean
  wallSeconds: number
  /** User and system time of its processes; null where the system does not say it. */
  cpuSeconds: number | null
  /** What the part itself reports. */
  figures: string
}

/** The outcomes of a run so far, all of one commit. */
export interface SoakState {
  commit: string
  rows: readonly SoakRow[]
}

/** What is kept of earlier outcomes, and which parts run now. */
interface SoakPlan {
  kept: readonly SoakRow[]
  chosen: readonly string[]
  /** Why earlier outcomes are not kept, or what goes on; null: there were none. */
  note: string | null
}

/**
 * Plans a run. Without words it goes on where one of the same commit was interrupted. `fresh` starts over. Any other word
 * chooses the parts whose names contain it; a whole name chooses that part alone.
 */
export function planOf(
  names: readonly string[],
  words: readonly string[],
  commit: string,
  state: SoakState | null,
): SoakPlan {
  const wanted = words.filter(word => word !== 'fresh')
  const meant = (word: string) => (names.includes(word) ? [word] : names.filter(name => name.includes(word)))
  const lost = wanted.filter(word => meant(word).length === 0)
  if (lost.length > 0) throw new Error(`No part is called ${lost.join(', ')}. The parts are ${names.join(', ')}.`)
  const byWord = names.filter(name => wanted.some(word => meant(word).includes(name)))

  const rows = (state?.rows ?? []).filter(({ name }) => names.includes(name))
  const startsOver = (note: string | null): SoakPlan => ({
    kept: [],
    chosen: wanted.length > 0 ? byWord : names,
    note,
  })
  if (state === null || rows.length === 0 || words.includes('fresh')) return startsOver(null)
  if (state.commit !== commit) return startsOver('The outcomes of before are of another commit: it starts over.')
  if (wanted.length > 0) return { kept: rows.filter(({ name }) => !byWord.includes(name)), chosen: byWord, note: null }
  const open = names.filter(name => !rows.some(row => row.name === name))
  if (open.length === 0) return startsOver(null)
  return { kept: rows, chosen: open, note: `It goes on: ${rows.length} of ${names.length} parts have run.` }
}

/** The line in which a part reports its figures: that of Vitest on its tests, or else the last one. */
export function figuresOf(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map(line => line.trim().replaceAll(/\s+/g, ' '))
    .filter(line => line !== '')
  const ofVitest = lines.findLast(line => /^Tests \d/.test(line))
  return ofVitest?.toLowerCase() ?? lines.at(-1) ?? ''
}

/** All outcomes as a table, in the order of the parts. One that did not run has a line that says so. */
export function tableOf(names: readonly string[], rows: readonly SoakRow[]): string {
  const lines = names.map(name => {
    const row = rows.find(each => each.name === name)
    if (row === undefined) return [name, 'not run', '', '', '']
    const cpu = row.cpuSeconds === null ? '–' : `${Math.round(row.cpuSeconds)} s`
    return [name, row.isGood ? 'ok' : 'FAILED', `${Math.round(row.wallSeconds)} s`, cpu, row.figures]
  })
  const all = [['part', 'outcome', 'wall', 'CPU', 'figures'], ...lines]
  const widths = [0, 1, 2, 3].map(at => Math.max(...all.map(cells => cells[at]?.length ?? 0)))
  const padded = (cell: string, at: number) => {
    const width = widths[at] ?? 0
    return at === 2 || at === 3 ? cell.padStart(width) : cell.padEnd(width)
  }
  return all.map(cells => cells.map(padded).join('  ').trimEnd()).join('\n')
}

/** The user and system time of the children that a process has waited for, from its line of Linux's `/proc/…/stat`. */
export function childrenSecondsOf(stat: string): number {
  // The name of the program comes before, in brackets, and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}
