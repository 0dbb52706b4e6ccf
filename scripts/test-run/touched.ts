/** The unit tests that the newest commits are most likely to break: they run in the first stage. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type FileBudget, fileBudgets } from '../test-budgets.data.ts'

const commits = 10
/** Seconds of the processor for these tests: with the check beside them the stage takes at most four minutes. */
const room = 150

/** What a file without a budget is expected to cost, in seconds of the processor, loading included. */
function expected(file: string, budgets: readonly FileBudget[]): number {
  const budget = budgets.find(each => each.file === file)
  if (budget !== undefined) return budget.seconds
  return file.startsWith('packages/server/') ? 6 : 2
}

/**
 * The tests of touched files: a test itself, or the test beside a source file. As many as fit, the newest first.
 *
 * @param paths touched files, the newest first
 * @param exists whether a path is in the tree
 */
export function testsOf(
  paths: readonly string[],
  exists: (path: string) => boolean,
  budgets: readonly FileBudget[] = fileBudgets,
): string[] {
  const tests = new Set(paths.flatMap(path => testBeside(path) ?? []))
  const chosen: string[] = []
  let left = room
  for (const test of tests) {
    if (!exists(test)) continue
    left -= expected(test, budgets)
    if (left < 0) break
    chosen.push(test)
  }
  return chosen
}

const source =
  /^((?:packages\/(?:core|contract|scanner|server|web)\/src|packages\/core\/fixtures|scripts)\/.*?)(?:\.test|\.data)?\.(tsx?)$/

function testBeside(path: string): string | null {
  const [, stem, extension] = source.exec(path) ?? []
  return stem === undefined ? null : `${stem}.test.${extension}`
}

/** Tests of the files that the last commits touched; none without a history, as in a shallow clone. */
export function touchedTests(): string[] {
  const { status, stdout } = spawnSync('git', ['log', `-${commits}`, '--no-merges', '--format=', '--name-only'], {
    encoding: 'utf8',
  })
  if (status !== 0) return []
  const measured = /\/(?:linear-cost|cost-growth)\.test\.ts$/
  return testsOf(stdout.split('\n'), existsSync).filter(path => !measured.test(path))
}
