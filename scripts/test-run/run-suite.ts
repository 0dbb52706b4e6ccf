/** Runs one suite: its output comes line by line with its name, so that suites may run side by side. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from '../test-report.ts'
import { type Cpu, childTimes, type SuiteCost } from './cost.ts'
import type { Suite } from './suites.ts'

export interface Ended extends Outcome {
  name: string
  code: number
  cost: SuiteCost
  /** Lines of its output that belong into the closing lines of the run. */
  notices: readonly string[]
}

/** With more failures than these, something is broken, and a second run would only cost time. */
const mostRunAgain = 10

/** Said by a suite that ran with less than it wants, for the closing lines. */
const noticed = /^Store tests: /

const nothing: Outcome = { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [], unsteady: [] }

/**
 * Runs a suite, and once more alone those of its tests that failed, if it can.
 *
 * @param folder where its report goes
 * @param environment added to that of this process, for the report at a path
 */
export async function runSuite(
  suite: Suite,
  folder: string,
  environment: (report: string) => Record<string, string>,
): Promise<Ended> {
  const { name, command, read, again } = suite
  const notices = new Set<string>()
  const say = (line: string): void => {
    console.log(`[${name}] ${line}`)
    if (noticed.test(line)) notices.add(line)
  }
  const started = performance.now()
  const report = join(folder, `${name.replaceAll(' ', '-')}.json`)
  const first = await run(command(report), environment(report), `${report}.times`, say)
  const cost: SuiteCost = { name, wall: 0, again: 0, ...first.cpu }
  let { code } = first
  let outcome = read !== null && existsSync(report) ? read(readFileSync(report, 'utf8')) : nothing
  if (read !== null && again !== undefined && outcome.failures.length > 0 && outcome.failures.length <= mostRunAgain) {
    say('== the tests that failed, once more alone ==')
    const secondStarted = performance.now()
    const path = `${report}.again`
    const second = await run(again(path), environment(path), `${path}.times`, say)
    cost.again = (performance.now() - secondStarted) / 1000
    cost.user += second.cpu.user
    cost.system += second.cpu.system
    if (existsSync(path)) outcome = read(readFileSync(report, 'utf8'), readFileSync(path, 'utf8'))
    if (outcome.failures.length === 0) code = 0
  }
  cost.wall = (performance.now() - started) / 1000
  const ended = { name, code, cost, notices: [...notices] }
  if (code === 0 || outcome.counts.failed > 0) return { ...ended, ...outcome }
  const counts = { ...outcome.counts, failed: 1 }
  return { ...ended, counts, failures: [`ended with exit code ${code}; it says why above`], unsteady: [] }
}

/** The shell waits for the command, so that it knows the processor time of all its children. */
const timed = '"$@"; status=$?; times >"$0"; exit $status'

function run(
  command: readonly string[],
  environment: Record<string, string>,
  times: string,
  say: (line: string) => void,
): Promise<{ code: number; cpu: Cpu }> {
  return new Promise(resolve => {
    const child = spawn('sh', ['-c', timed, times, ...command], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', ...environment },
    })
    const streams = [lines(say), lines(say)] as const
    child.stdout.setEncoding('utf8').on('data', streams[0].add)
    child.stderr.setEncoding('utf8').on('data', streams[1].add)
    const end = (code: number): void => {
      for (const { end: flush } of streams) flush()
      const cpu = existsSync(times) ? childTimes(readFileSync(times, 'utf8')) : { user: 0, system: 0 }
      resolve({ code, cpu })
    }
    child.on('error', error => {
      say(error.message)
      end(1)
    })
    child.on('close', code => end(code ?? 1))
  })
}

/** Cuts a stream into lines. */
function lines(say: (line: string) => void): { add: (text: string) => void; end: () => void } {
  let rest = ''
  return {
    add: text => {
      const parts = (rest + text).split('\n')
      rest = parts.pop() ?? ''
      for (const part of parts) say(part)
    },
    end: () => {
      if (rest !== '') say(rest)
      rest = ''
    },
  }
}
