import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** The result of one suite. */
export interface Outcome {
  counts: Counts
  /** One entry for each failed test or file: its location and the first line of its message. */
  failures: readonly string[]
  /** Tests that failed, then passed in a second run alone. They count as passed. */
  unsteady: readonly string[]
}

interface VitestReport {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  numTodoTests?: number
  testResults?: readonly {
    name: string
    status: string
    message: string
    assertionResults: readonly { fullName: string; status: string; failureMessages?: readonly string[] | null }[]
  }[]
}

/**
 * Parses the output of `vitest --reporter=json`; file names are relative to `root`. A file that does not load is one
 * failure.
 */
export function vitestOutcome(text: string, root: string): Outcome {
  const report: VitestReport = JSON.parse(text)
  const files = report.testResults ?? []
  const broken = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every(each => each.status !== 'failed'),
  )
  const failures = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) =>
        failure(`${relative(root, name)} > ${fullName}`, failureMessages?.[0] ?? ''),
      ),
  )
  return {
    counts: {
      passed: report.numPassedTests ?? 0,
      failed: (report.numFailedTests ?? 0) + broken.length,
      skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    },
    failures: [...broken.map(({ name, message }) => failure(relative(root, name), message)), ...failures],
    unsteady: [],
  }
}

interface PlaywrightSuite {
  specs?: readonly {
    /** The same in each run. */
    id: string
    title: string
    file: string
    line: number
    ok: boolean
    tests: readonly { results: readonly { error?: { message?: string } }[] }[]
  }[]
  suites?: readonly PlaywrightSuite[]
}

interface PlaywrightReport {
  stats?: { expected?: number; flaky?: number; unexpected?: number; skipped?: number }
  suites?: readonly PlaywrightSuite[]
  errors?: readonly { message?: string }[]
}

/**
 * Parses the output of Playwright's JSON reporter. An error outside of any test is a failure too.
 *
 * @param again the report of a second run of the failed tests alone: one that passed in it is unsteady. One that failed
 * twice, or was not reached, has failed.
 */
export function playwrightOutcome(text: string, again = '{}'): Outcome {
  const { stats = {}, errors = [], ...report }: PlaywrightReport = JSON.parse(text)
  const passedAlone = new Set(specsOf(JSON.parse(again)).flatMap(({ id, ok }) => (ok ? id : [])))
  const notPassed = specsOf(report).filter(({ ok }) => !ok)
  const unsteady = notPassed.filter(({ id }) => passedAlone.has(id))
  const failed = notPassed.filter(({ id }) => !passedAlone.has(id))
  return {
    counts: {
      passed: (stats.expected ?? 0) + (stats.flaky ?? 0) + unsteady.length,
      failed: (stats.unexpected ?? 0) + errors.length - unsteady.length,
      skipped: stats.skipped ?? 0,
    },
    failures: [...errors.map(({ message = '' }) => failure('e2e', message)), ...failed.map(specFailure)],
    unsteady: unsteady.map(specFailure),
  }
}

type PlaywrightSpec = NonNullable<PlaywrightSuite['specs']>[number]

function specFailure({ file, line, title, tests }: PlaywrightSpec): string {
  const messages = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
  return failure(`e2e/${file}:${line} > ${title}`, messages[0] ?? '')
}

function specsOf({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

const longestLine = 300

function failure(where: string, message: string): string {
  const [first = ''] = stripVTControlCharacters(message)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const said = first.length > longestLine ? `${first.slice(0, longestLine)}…` : first
  return said === '' ? where : `${where}\n    ${said}`
}
