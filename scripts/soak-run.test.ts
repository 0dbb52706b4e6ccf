import { describe, expect, it } from 'vitest'
import { childrenSecondsOf, figuresOf, planOf, type SoakRow, tableOf } from './soak-run.ts'

const names = ['kill', 'kill-tests', 'monitoring', 'spf-peers']
const row = (name: string, more: Partial<SoakRow> = {}): SoakRow => ({
  name,
  isGood: true,
  wallSeconds: 61.4,
  cpuSeconds: 30.6,
  figures: `figures of ${name}`,
  ...more,
})

describe('a run', () => {
  const interrupted = { commit: 'abc', rows: [row('kill'), row('kill-tests', { isGood: false })] }

  it('runs everything at first, and again after a whole run', () => {
    expect(planOf(names, [], 'abc', null)).toEqual({ kept: [], chosen: names, note: null })
    const whole = { commit: 'abc', rows: names.map(name => row(name)) }
    expect(planOf(names, [], 'abc', whole)).toEqual({ kept: [], chosen: names, note: null })
  })

  it('goes on where it was interrupted, and keeps the outcomes of before', () => {
    expect(planOf(names, [], 'abc', interrupted)).toEqual({
      kept: interrupted.rows,
      chosen: ['monitoring', 'spf-peers'],
      note: 'It goes on: 2 of 4 parts have run.',
    })
  })

  it('starts over when a person asks for it, and after another commit', () => {
    expect(planOf(names, ['fresh'], 'abc', interrupted)).toEqual({ kept: [], chosen: names, note: null })
    expect(planOf(names, [], 'def', interrupted)).toEqual({
      kept: [],
      chosen: names,
      note: 'The outcomes of before are of another commit: it starts over.',
    })
  })

  it('runs parts by name, also those that have run', () => {
    expect(planOf(names, ['spf', 'tests'], 'abc', interrupted)).toEqual({
      kept: [row('kill')],
      chosen: ['kill-tests', 'spf-peers'],
      note: null,
    })
    // A whole name is that part alone.
    expect(planOf(names, ['kill'], 'abc', null).chosen).toEqual(['kill'])
    expect(planOf(names, ['kil'], 'abc', null).chosen).toEqual(['kill', 'kill-tests'])
    expect(planOf(names, ['fresh', 'spf'], 'abc', interrupted)).toMatchObject({ kept: [], chosen: ['spf-peers'] })
  })

  it('refuses a word that chooses nothing', () => {
    expect(() => planOf(names, ['dns'], 'abc', null)).toThrow(
      'No part is called dns. The parts are kill, kill-tests, monitoring, spf-peers.',
    )
  })

  it('forgets outcomes of parts that are no more', () => {
    expect(planOf(names, [], 'abc', { commit: 'abc', rows: [row('older'), row('kill')] })).toMatchObject({
      kept: [row('kill')],
    })
  })
})

describe('the figures of a part', () => {
  it('are its last line', () => {
    expect(figuresOf('1/2: intact\n2 kills,  7 rows, 0 broken\n\n')).toBe('2 kills, 7 rows, 0 broken')
    expect(figuresOf('')).toBe('')
  })

  it('are the tests of Vitest, without colors', () => {
    const output =
      '\u001B[2m Test Files \u001B[22m 1 passed (1)\n      Tests  1 failed | 7 passed (8)\n   Duration  9s\n'
    expect(figuresOf(output)).toBe('tests 1 failed | 7 passed (8)')
  })
})

it('the table has a line for each part, also for one that did not run', () => {
  const rows = [row('kill'), row('spf-peers', { isGood: false, cpuSeconds: null, wallSeconds: 1_800 })]
  expect(tableOf(names, rows)).toBe(
    [
      'part        outcome    wall   CPU  figures',
      'kill        ok         61 s  31 s  figures of kill',
      'kill-tests  not run',
      'monitoring  not run',
      'spf-peers   FAILED   1800 s     –  figures of spf-peers',
    ].join('\n'),
  )
})

it('the time of children is read from a process whose name has brackets and spaces', () => {
  const stat = '12 (a) b (c) S 1 12 12 0 -1 4194560 100 200 0 0 11 22 1234 66 20 0 11 0 500 1000'
  expect(childrenSecondsOf(stat)).toBe(13)
})
