/**
 * A set-up file of vitest: writes what each test file costs, from its first hook to its last. A worker runs one file at
 * a time, so the processor time of the process and of the children that ended is that of the file.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Cpu } from './cost.ts'
import { secondsOf } from './process-seconds.ts'

const costs = process.env['TEST_COSTS']
const root = resolve(import.meta.dirname, '..', '..')

if (costs !== undefined) {
  let before: Cpu = { user: 0, system: 0 }
  beforeAll(() => {
    before = spent()
  })
  // The first hook that is registered runs last.
  afterAll(() => {
    const { user, system } = spent()
    const file = relative(root, expect.getState().testPath ?? '')
    appendFileSync(costs, `${JSON.stringify({ file, user: user - before.user, system: system - before.system })}\n`)
  })
}

/** Seconds of this process and of its children that have ended; without Linux, of this process alone. */
function spent(): Cpu {
  if (process.platform === 'linux') return secondsOf(readFileSync('/proc/self/stat', 'utf8'))
  const { user, system } = process.cpuUsage()
  return { user: user / 1e6, system: system / 1e6 }
}
