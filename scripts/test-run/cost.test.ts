import { describe, expect, it } from 'vitest'
import { budgetNotes, childTimes, costLines, costsOf, overBudget } from './cost.ts'

const budget = { file: 'packages/core/src/x.test.ts', seconds: 30, reason: 'an official suite' }
const spent = (seconds: number, file = budget.file) => [{ file, user: seconds - 1, system: 1 }]

describe('the processor time of a suite', () => {
  it('is what the shell says of its children', () => {
    expect(childTimes('0m0.00s 0m0.01s\n12m3.25s 1m0.5s\n')).toEqual({ user: 723.25, system: 60.5 })
  })

  it('is nothing where the shell was killed', () => {
    expect(childTimes('')).toEqual({ user: 0, system: 0 })
  })
})

describe('the cost of a file', () => {
  it('is the sum of its parts; the dearest file comes first', () => {
    const lines = [
      { file: 'a', user: 1, system: 0 },
      { file: 'b', user: 4, system: 1 },
      { file: 'a', user: 2, system: 1 },
      { file: 'a server', stat: '42 (a server) S 1 42 42 0 -1 4194560 9 8 7 6 50 25 50 25 20 0 1 0 100' },
    ]
    expect(costsOf(`${lines.map(line => JSON.stringify(line)).join('\n')}\n`)).toEqual([
      { file: 'b', user: 4, system: 1 },
      { file: 'a', user: 3, system: 1 },
      { file: 'a server', user: 1, system: 0.5 },
    ])
  })

  it('over 20 seconds needs an entry', () => {
    expect(budgetNotes(spent(20), [])).toEqual([])
    expect(budgetNotes(spent(21), [])).toEqual([
      `${budget.file} costs 21 s of the processor: give it an entry with the reason`,
    ])
    expect(budgetNotes(spent(21), [budget])).toEqual([])
  })

  it('fails the run at twice its entry and 20 s above it', () => {
    expect(overBudget(spent(60), [budget])).toEqual([])
    expect(overBudget(spent(61), [budget])).toEqual([
      `${budget.file}: 61 s of the processor, its budget is 30 s (scripts/test-budgets.data.ts)`,
    ])
    // Of a small entry the twice is within the noise of a busy machine.
    expect(overBudget(spent(25), [{ ...budget, seconds: 6 }])).toEqual([])
    expect(overBudget(spent(27), [{ ...budget, seconds: 6 }])).toHaveLength(1)
  })

  it('without an entry fails the run at 40 s', () => {
    expect(overBudget(spent(40), [])).toEqual([])
    expect(overBudget(spent(41), [])).toHaveLength(1)
  })
})

describe('the table of a run', () => {
  const suite = { name: 'unit', wall: 100, again: 0, user: 120, system: 20 }
  const lines = costLines({
    wall: 130,
    cores: 2,
    load: { before: 0.1, after: 2.4 },
    installing: 12,
    suites: [suite, { ...suite, name: 'browser', wall: 110, again: 7, user: 60, system: 5.5 }],
    files: Array.from({ length: 30 }, (_, index) => ({ file: `file-${index}`, user: 30 - index, system: 0 })),
  })

  it('has each suite, their sum, and what no suite owns', () => {
    expect(lines.slice(0, 6)).toEqual([
      'suite          wall     user   system',
      'unit            100      120       20',
      'browser         110       60      5.5',
      'all suites      130      180       26',
      'no suite: 12 s installing, 55 s of 2 cores not used by a suite, 7.0 s of second tries',
      'load: 0.1 before, 2.4 at the end',
    ])
  })

  it('names the twenty dearest files', () => {
    expect(lines.filter(line => line.includes('file-'))).toHaveLength(20)
    expect(lines.at(-1)).toBe('    11.0  file-19')
  })
})
