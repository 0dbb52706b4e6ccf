/**
 * `npm test` installs the Debian programs the tests use where that is possible. Then it runs the check, the tests of linear
 * cost, the unit tests, the tests against real name servers and the browser tests, which look at each screen in one theme.
 * `npm test -- all` looks at both themes; any other word chooses suites by their names, as `npm test -- all browser`. The
 * output ends with the list of failures and one line of counts. Where standard output is no terminal, it is plain text, a
 * line for each file.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { missingPrograms } from './test-programs.ts'
import { type Counts, type Outcome, playwrightOutcome, vitestOutcome } from './test-report.ts'

interface Suite {
  name: string
  /** Runs in parallel to the previous suite, which leaves enough time for it; its output comes when both are done. */
  beside?: true
  command: (report: string) => string[]
  /** Debian programs that the suite needs. */
  needs: readonly string[]
  /** Parses the suite's report, and that of `again` if it ran; null: it writes none. */
  read: ((report: string, again?: string) => Outcome) | null
  /** Runs the failed tests once more alone. */
  again?: (report: string) => string[]
}

/** More tests than these that pass only at the second try make the run fail. */
const mostUnsteady = 2
/** With more failures than these, something is broken, and a second run would only cost time. */
const mostRunAgain = 10

/** A person watches: dots and colors. In a log they are noise. */
const isWatched = process.stdout.isTTY

const words = process.argv.slice(2)
const only = words.filter(word => word !== 'all')
const folder = mkdtempSync(join(tmpdir(), 'waxseal-test-'))

const suites: readonly Suite[] = [
  {
    name: 'check',
    command: () => ['node', 'scripts/check.ts'],
    needs: [],
    read: null,
  },
  {
    name: 'linear cost',
    // One file at a time and nothing beside: they measure, and another test makes them repeat it.
    command: report => unitTests(report, '--maxWorkers=1', 'linear-cost', 'cost-growth'),
    needs: [],
    read: text => vitestOutcome(text, process.cwd()),
  },
  {
    name: 'unit',
    command: report => unitTests(report, '--exclude=**/{linear-cost,cost-growth}.test.ts'),
    needs: [],
    read: text => vitestOutcome(text, process.cwd()),
  },
  {
    name: 'real name servers',
    // It mostly waits for servers and timeouts, in its own network.
    beside: true,
    command: report => [
      'scripts/in-namespace',
      'vitest',
      'run',
      '--config',
      'packages/scanner/realserver/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    needs: ['nsd', 'unbound', 'ldns-signzone', 'rbldnsd', 'dnsmasq'],
    read: text => vitestOutcome(text, process.cwd()),
  },
  {
    name: 'real secondaries',
    beside: true,
    command: report => [
      'scripts/in-namespace',
      'vitest',
      'run',
      '--config',
      'packages/server/realserver/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    needs: ['nsd', 'unbound', 'knotd', 'kdig', 'dig', 'zonemaster-cli', 'pdns_server', 'pdns-backend-sqlite3'],
    read: text => vitestOutcome(text, process.cwd()),
  },
  {
    name: 'browser',
    command: () => browserTests(),
    needs: ['nsd', 'unbound', 'ldns-signzone', 'chromium', 'chromium-headless-shell'],
    read: playwrightOutcome,
    again: () => browserTests('--last-failed', '--workers=1', '--trace=on'),
  },
]

function unitTests(report: string, ...options: string[]): string[] {
  const reporters = [`--reporter=${isWatched ? 'dot' : 'default'}`, '--reporter=json', `--outputFile.json=${report}`]
  return ['vitest', 'run', ...reporters, ...options]
}

function browserTests(...options: string[]): string[] {
  const config = ['--config', 'e2e/playwright.config.ts']
  // PLAYWRIGHT_JSON_OUTPUT_FILE sets the path of the JSON.
  const reporter = `--reporter=${isWatched ? 'line' : 'list'},json`
  return ['scripts/in-namespace', 'playwright', 'test', ...config, reporter, ...options]
}

/** Runs a command; `held` returns its output instead of printing it at once. */
function run(
  command: readonly string[],
  env: Record<string, string>,
  held: boolean,
): Promise<{ code: number; output: string }> {
  const [program = '', ...args] = command
  const out = held ? 'pipe' : 'inherit'
  return new Promise(resolve => {
    const child = spawn(program, args, { stdio: ['ignore', out, out], env: { ...process.env, ...env } })
    const chunks: Buffer[] = []
    const hear = (chunk: Buffer): void => void chunks.push(chunk)
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    const end = (code: number, more = ''): void => resolve({ code, output: Buffer.concat(chunks).toString() + more })
    child.on('error', error => {
      if (!held) console.error(error.message)
      end(1, error.message)
    })
    child.on('close', code => end(code ?? 1))
  })
}

interface Ended extends Outcome {
  name: string
  code: number
  seconds: number
  /** Its output, if it was held. */
  output: string
}

const nothing: Outcome = { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [], unsteady: [] }

async function runSuite(suite: Suite, held: boolean): Promise<Ended> {
  const { name, command, read, again } = suite
  const started = performance.now()
  const report = join(folder, `${name.replaceAll(' ', '-')}.json`)
  const ended = await run(command(report), environment(report), held)
  let { code, output } = ended
  let outcome = read !== null && existsSync(report) ? read(readFileSync(report, 'utf8')) : nothing
  if (read !== null && again !== undefined && outcome.failures.length > 0 && outcome.failures.length <= mostRunAgain) {
    console.log(`\n== ${name}: the tests that failed, once more alone ==`)
    const second = `${report}.again`
    output += (await run(again(second), environment(second), held)).output
    if (existsSync(second)) outcome = read(readFileSync(report, 'utf8'), readFileSync(second, 'utf8'))
    if (outcome.failures.length === 0) code = 0
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  if (code === 0 || outcome.counts.failed > 0) return { name, code, seconds, output, ...outcome }
  const counts = { ...outcome.counts, failed: 1 }
  const failures = [`ended with exit code ${code}; it says why above`]
  return { name, code, seconds, output, counts, failures, unsteady: [] }
}

function environment(report: string): Record<string, string> {
  return {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // The tests start the server as a process of its own many times: compiled modules save a third of each start.
    NODE_COMPILE_CACHE: resolve('node_modules', '.cache', 'compiled'),
    ...(isWatched ? {} : { NO_COLOR: '1' }),
    ...(words.includes('all') ? { E2E_ALL: '1' } : {}),
  }
}

const chosen = suites.filter(suite => only.length === 0 || only.some(word => suite.name.includes(word)))
const { missing, ok } = missingPrograms()
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
const unsteady: string[] = []
let failed = !ok

function report({ name, code, seconds, output, counts, ...lines }: Ended): void {
  process.stdout.write(output)
  console.log(`== ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${seconds} s ==`)
  if (code !== 0) failed = true
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
  failures.push(...lines.failures.map(line => `${name}: ${line}`))
  unsteady.push(...lines.unsteady.map(line => `${name}: ${line}`))
}

/** Groups of suites that run together, in the order of the table. */
function rounds(all: readonly Suite[]): Suite[][] {
  const grouped: Suite[][] = []
  for (const suite of all) {
    const last = grouped.at(-1)
    if (suite.beside === true && last !== undefined) last.push(suite)
    else grouped.push([suite])
  }
  return grouped
}

function printLines(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map(line => `  ${line}`).join('\n')}`)
}

for (const round of rounds(chosen)) {
  const ready = round.filter(({ name, needs }) => {
    const lacking = needs.filter(program => missing.includes(program))
    if (lacking.length === 0) return true
    console.log(`\n== ${name}: not run, ${lacking.join(', ')} missing ==`)
    total.skipped += 1
    return false
  })
  const [first, ...beside] = ready
  if (first === undefined) continue
  const also = beside.map(({ name }) => ` (beside it, shown after it: ${name})`).join('')
  console.log(`\n== ${first.name}${also} ==`)
  const held = beside.map(suite => runSuite(suite, true))
  report(await runSuite(first, false))
  for (const ended of await Promise.all(held)) {
    console.log(`\n== ${ended.name} ==`)
    report(ended)
  }
}

rmSync(folder, { recursive: true, force: true })
if (unsteady.length > mostUnsteady) {
  failures.push(`${unsteady.length} unsteady tests, which is more than ${mostUnsteady}`)
  total.failed += 1
}
printLines('Unsteady (failed, then passed alone)', unsteady)
printLines('Failed', failures)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = failed || total.failed > 0 ? 1 : 0
