import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandsFor, type PlantedFault, withFault } from './planted-fault.ts'
import { plantedFaults } from './planted-faults.data.ts'

const root = join(import.meta.dirname, '..')

describe.each(plantedFaults.map(fault => [fault.id, fault] as const))('the planted fault %s', (_id, fault) => {
  it('has its place in its file once, and changes it', () => {
    const text = readFileSync(join(root, fault.file), 'utf8')
    expect(withFault(text, fault)).not.toBe(text)
  })

  it('names tests that there are', () => {
    expect(fault.foundBy.length).toBeGreaterThan(0)
    expect(fault.foundBy.filter(file => !existsSync(join(root, file)))).toEqual([])
  })
})

describe('the planted faults', () => {
  it('have a name each', () => {
    const ids = plantedFaults.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('are in every package', () => {
    const counts = Object.fromEntries(
      [...Map.groupBy(plantedFaults, fault => fault.package)].map(([name, faults]) => [name, faults.length]),
    )
    expect(counts).toEqual({ server: 16, core: 8, scanner: 5, contract: 3, web: 8 })
  })
})

const fault: PlantedFault = {
  id: 'example',
  package: 'core',
  kind: 'wrong text',
  file: 'a.ts',
  find: 'one',
  replace: '$& two',
  foundBy: ['a.test.ts'],
  before: 'found',
}

it('a fault is put in as it is written, and only where its place is plain', () => {
  expect(withFault('zero one', fault)).toBe('zero $& two')
  expect(() => withFault('zero', fault)).toThrow('example: its place is 0 times in a.ts')
  expect(() => withFault('one one', fault)).toThrow('2 times')
})

it('each kind of test has its command', () => {
  const playwright = ['scripts/in-namespace', 'playwright', 'test', '--config', 'e2e/playwright.config.ts']
  const browser = { ...fault, foundBy: ['a.test.ts', 'b.test.tsx', 'c.spec.ts'], only: '/domains (list)' }
  expect(commandsFor([browser])).toEqual([
    ['vitest', 'run', '--bail=1', 'a.test.ts', 'b.test.tsx'],
    [...playwright, 'c.spec.ts', '-g', '/domains \\(list\\)'],
  ])
  expect(commandsFor([{ ...fault, foundBy: ['scripts/check.ts'], only: 'types' }])).toEqual([
    ['node', 'scripts/check.ts', 'types'],
  ])
  const others = ['one', 'two'].map(only => ({ ...fault, foundBy: ['a.test.ts', 'c.spec.ts'], only }))
  expect(commandsFor(others)).toEqual([
    ['vitest', 'run', 'a.test.ts'],
    [...playwright, 'c.spec.ts', '-g', 'one|two'],
  ])
})
