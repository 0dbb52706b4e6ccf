/**
 * `npm test`: everything there is. Installs the Debian programs the tests use where that is possible, then runs the
 * check, the unit tests, the tests against real name servers and the browser tests, and closes with one line of counts.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingPrograms } from './test-programs.ts'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

interface Suite {
  name: string
  command: (report: string) => string[]
  /** Programs from Debian without which the suite cannot run. */
  needs: readonly string[]
  count: (report: string) => Counts
}

const folder = mkdtempSync(join(tmpdir(), 'waxseal-test-'))

const suites: readonly Suite[] = [
  {
    name: 'check',
    command: () => ['node', 'scripts/check.ts'],
    needs: [],
    count: () => ({ passed: 0, failed: 0, skipped: 0 }),
  },
  {
    name: 'unit',
    command: report => ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    needs: [],
    count: vitestCounts,
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
    count: vitestCounts,
  },
  {
    name: 'browser',
    command: () => ['scripts/in-namespace', 'playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    needs: ['nsd', 'unbound', 'ldns-signzone', 'chromium'],
    count: playwrightCounts,
  },
]

function vitestCounts(report: string): Counts {
  const read = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>
  return {
    passed: read['numPassedTests'] ?? 0,
    failed: (read['numFailedTests'] ?? 0) + ((read['numFailedTestSuites'] ?? 0) > 0 && !read['numFailedTests'] ? 1 : 0),
    skipped: (read['numPendingTests'] ?? 0) + (read['numTodoTests'] ?? 0),
  }
}

function playwrightCounts(report: string): Counts {
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as { stats: Record<string, number> }
  return {
    passed: (stats['expected'] ?? 0) + (stats['flaky'] ?? 0),
    failed: stats['unexpected'] ?? 0,
    skipped: stats['skipped'] ?? 0,
  }
}

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

const only = process.argv.slice(2)
const chosen = suites.filter(suite => only.length === 0 || only.some(word => suite.name.includes(word)))
const { missing, ok } = missingPrograms()
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
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
  const code = await run(suite.command(report), { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  if (code !== 0) failed = true
  if (existsSync(report)) {
    const counts = suite.count(report)
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
  } else if (code !== 0) total.failed += 1
  console.log(
    `== ${suite.name}: ${code === 0 ? 'ok' : 'FAILED'} in ${Math.round((performance.now() - started) / 1000)} s ==`,
  )
}

rmSync(folder, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = failed || total.failed > 0 ? 1 : 0
