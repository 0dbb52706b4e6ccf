/**
 * `npm test` installs the Debian programs the tests use where that is possible, and runs all suites in three stages
 * (`test-run/suites.ts`). It ends after the stage in which something failed. `npm test -- all` goes to the end, and looks
 * at each screen in both themes; any other word chooses suites by their names, as `npm test -- all browser`.
 * `npm test -- changed` runs what a change touches (`test-run/changed.ts`). The output ends with what the run cost, the
 * list of failures and one line of counts.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileBudgets } from './test-budgets.data.ts'
import { installClients } from './test-clients.ts'
import { missingPrograms } from './test-programs.ts'
import type { Counts } from './test-report.ts'
import { changedChoice } from './test-run/changed.ts'
import { budgetNotes, costLines, costsOf, overBudget } from './test-run/cost.ts'
import { type Ended, runSuite } from './test-run/run-suite.ts'
import { runAll } from './test-run/schedule.ts'
import { scratchFolder } from './test-run/scratch.ts'
import { environmentOf, stages, suitesOf } from './test-run/suites.ts'
import { touchedTests } from './test-run/touched.ts'

/** More tests than these that pass only at the second try make the run fail. */
const mostUnsteady = 2

const words = process.argv.slice(2)
const goesToTheEnd = words.includes('all')
const only = words.filter(word => word !== 'all' && word !== 'changed')
const cores = availableParallelism()
const [loadBefore = 0] = loadavg()
const started = performance.now()
const folder = scratchFolder('waxseal-test')
process.env['TMPDIR'] = folder
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const costs = join(folder, 'costs')

const { missing, ok } = missingPrograms()
const clients = installClients()
const installing = (performance.now() - started) / 1000
const choice = words.includes('changed') ? changedChoice() : { touched: only.length > 0 ? [] : touchedTests() }
const chosen = suitesOf(choice).filter(({ name }) => only.length === 0 || only.some(word => name.includes(word)))

const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
const unsteady: string[] = []
const ended: Ended[] = []
let failed = !ok || !clients.ok
if (!ok) failures.push(`programs that could not be installed: ${missing.join(', ')}`)

function add(suite: Ended): void {
  const { name, code, counts } = suite
  console.log(`== ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${suite.cost.wall.toFixed(0)} s ==`)
  ended.push(suite)
  if (code !== 0) failed = true
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
  failures.push(...suite.failures.map(line => `${name}: ${line}`))
  unsteady.push(...suite.unsteady.map(line => `${name}: ${line}`))
}

function printLines(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map(line => `  ${line}`).join('\n')}`)
}

for (const stage of stages) {
  const ready = chosen.filter(suite => {
    if (suite.stage !== stage) return false
    const lacking = suite.needs.filter(program => missing.includes(program))
    if (lacking.length === 0) return true
    console.log(`\n== ${suite.name}: not run, ${lacking.join(', ')} missing ==`)
    total.skipped += 1
    return false
  })
  if (ready.length === 0) continue
  console.log(`\n== ${ready.map(({ name }) => name).join(', ')} ==`)
  await runAll(ready, cores, async suite => {
    const environment = (report: string) => ({
      ...environmentOf(suite, choice, report, costs),
      ...(goesToTheEnd ? { E2E_ALL: '1' } : {}),
    })
    add(await runSuite(suite, folder, environment))
  })
  if (failed && !goesToTheEnd) break
}

const files = costsOf(existsSync(costs) ? readFileSync(costs, 'utf8') : '')
const [, loadAfter = 0] = [0, ...loadavg()]
const cost = {
  wall: (performance.now() - started) / 1000,
  cores,
  load: { before: loadBefore, after: loadAfter },
  installing,
  suites: ended.map(suite => suite.cost),
  files,
}
mkdirSync('test-results', { recursive: true })
writeFileSync('test-results/cost.json', `${JSON.stringify(cost)}\n`)

printLines('Cost in seconds', costLines(cost))
printLines('Budgets', budgetNotes(files, fileBudgets))
const over = overBudget(files, fileBudgets)
failures.push(...over)
total.failed += over.length
if (unsteady.length > mostUnsteady) {
  failures.push(`${unsteady.length} unsteady tests, which is more than ${mostUnsteady}`)
  total.failed += 1
}
printLines('Said', [
  ...new Set([...(clients.note === null ? [] : [clients.note]), ...ended.flatMap(({ notices }) => notices)]),
])
printLines('Unsteady (failed, then passed alone)', unsteady)
printLines('Failed', failures)
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = failed || total.failed > 0 ? 1 : 0
