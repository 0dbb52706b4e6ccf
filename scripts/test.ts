/**
 * `npm test`: everything there is. Installs the Debian programs the tests use where that is possible, then runs the
 * check, the unit tests, the tests against real name servers and the browser tests. It closes with the list of what
 * failed and one line of counts. Where standard output is no terminal it is plain text, a line for each file.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingPrograms } from './test-programs.ts'
import { type Counts, type Outcome, playwrightOutcome, vitestOutcome } from './test-report.ts'

interface Suite {
  name: string
  command: (report: string) => string[]
  /** Programs from Debian without which the suite cannot run. */
  needs: readonly string[]
  /** Reads the suite's report; null: it writes none. */
  read: ((report: string) => Outcome) | null
}

/** A person looks on: dots and colours. In a log they are noise. */
const isWatched = process.stdout.isTTY

const folder = mkdtempSync(join(tmpdir(), 'waxseal-test-'))

const suites: readonly Suite[] = [
  {
    name: 'check',
    command: () => ['node', 'scripts/check.ts'],
    needs: [],
    read: null,
  },
  {
    name: 'unit',
    command: report => [
      'vitest',
      'run',
      `--reporter=${isWatched ? 'dot' : 'default'}`,
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    needs: [],
    read: text => vitestOutcome(text, process.cwd()),
  },
  {
    name: 'real name servers',
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
    needs: ['nsd', 'unbound', 'ldns-signzone', 'rbldnsd'],
    read: text => vitestOutcome(text, process.cwd()),
  },
  {
    name: 'browser',
    command: () => [
      ...['scripts/in-namespace', 'playwright', 'test', '--config', 'e2e/playwright.config.ts'],
      // Where the JSON goes stands in PLAYWRIGHT_JSON_OUTPUT_FILE.
      `--reporter=${isWatched ? 'line' : 'list'},json`,
    ],
    needs: ['nsd', 'unbound', 'ldns-signzone', 'chromium'],
    read: playwrightOutcome,
  },
]

function run(command: readonly string[], env: Record<string, string>): Promise<number> {
  const [program = '', ...args] = command
  return new Promise(resolve => {
    const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    child.on('error', error => {
      console.error(error.message)
      resolve(1)
    })
    child.on('close', code => resolve(code ?? 1))
  })
}

const nothing: Outcome = { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [] }

const only = process.argv.slice(2)
const chosen = suites.filter(suite => only.length === 0 || only.some(word => suite.name.includes(word)))
const { missing, ok } = missingPrograms()
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
let failed = !ok

for (const suite of chosen) {
  const lacking = suite.needs.filter(program => missing.includes(program))
  if (lacking.length > 0) {
    console.log(`\n== ${suite.name}: not run, ${lacking.join(', ')} missing ==`)
    total.skipped += 1
    continue
  }
  console.log(`\n== ${suite.name} ==`)
  const started = performance.now()
  const report = join(folder, `${suite.name.replaceAll(' ', '-')}.json`)
  const code = await run(suite.command(report), {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...(isWatched ? {} : { NO_COLOR: '1' }),
  })
  if (code !== 0) failed = true
  const outcome = suite.read !== null && existsSync(report) ? suite.read(readFileSync(report, 'utf8')) : nothing
  total.passed += outcome.counts.passed
  total.failed += outcome.counts.failed
  total.skipped += outcome.counts.skipped
  failures.push(...outcome.failures.map(line => `${suite.name}: ${line}`))
  if (code !== 0 && outcome.counts.failed === 0) {
    total.failed += 1
    failures.push(`${suite.name}: ended with exit code ${code}; it says why above`)
  }
  console.log(
    `== ${suite.name}: ${code === 0 ? 'ok' : 'FAILED'} in ${Math.round((performance.now() - started) / 1000)} s ==`,
  )
}

rmSync(folder, { recursive: true, force: true })
if (failures.length > 0) console.log(`\nFailed:\n${failures.map(line => `  ${line}`).join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = failed || total.failed > 0 ? 1 : 0
