import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { scratchFolder } from './scratch.ts'

const base = mkdtempSync(join(tmpdir(), 'waxseal-scratch-test-'))
afterAll(() => rmSync(base, { recursive: true }))

const much = 64 * 2 ** 30

describe('the folder for temporary files of a run', () => {
  it('is where TMPDIR says, for us to write and for the user of PostgreSQL to enter', () => {
    const folder = scratchFolder('run', { given: base, memory: '/dev/shm', memoryFree: much })
    expect(folder).toMatch(new RegExp(`^${base}/run-${process.pid}-\\w{6}$`))
    expect(statSync(folder).mode & 0o777).toBe(0o755)
  })

  it.each([
    ['is in the usual place where memory is short', { memory: '/dev/shm', memoryFree: 2 ** 30 }],
    ['is in the usual place where the other one is no memory', { memory: '/proc', memoryFree: much }],
    ['is in the usual place where there is no other one', { memory: join(base, 'missing'), memoryFree: much }],
  ])('%s', (_, place) => {
    const folder = scratchFolder('waxseal-scratch-test', { given: undefined, ...place })
    expect(join(folder, '..')).toBe(tmpdir())
    rmSync(folder, { recursive: true })
  })

  it('does away with what killed runs have left, and with nothing of a run that goes on', () => {
    const { pid: ended } = spawnSync('true')
    const names = [`left-${ended}-aaaaaa`, `left-${process.pid}-bbbbbb`, `other-${ended}-aaaaaa`, 'left-over']
    for (const name of names) mkdirSync(join(base, name))
    scratchFolder('left', { given: base, memory: base, memoryFree: much })
    expect(names.filter(name => existsSync(join(base, name)))).toEqual(names.slice(1))
  })
})
