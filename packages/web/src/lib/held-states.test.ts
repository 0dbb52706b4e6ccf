import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { heldStates } from './held-states.data.ts'

/** The lines of a test, without comments and imports. */
function linesOf(test: string): string[] {
  return readFileSync(join(import.meta.dirname, '..', test), 'utf8')
    .split('\n')
    .filter(line => !/^\s*(\/\/|\/?\*|import\b)/.test(line))
}

it('the test of each held state looks for it', () => {
  const tests = Map.groupBy(Object.entries(heldStates), ([, { test }]) => test)
  for (const [test, states] of tests) {
    const lines = linesOf(test)
    expect(
      lines.some(line => line.includes('await seeState(')),
      test,
    ).toBe(true)
    for (const [name] of states)
      expect(
        lines.filter(line => line.includes(`'${name}'`)),
        name,
      ).toHaveLength(1)
  }
})

it('each held state has a text', () => {
  expect(Object.entries(heldStates).filter(([, { texts }]) => (texts as readonly object[]).length === 0)).toEqual([])
})
