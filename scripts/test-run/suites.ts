/**
 * The suites of `npm test`, in the order in which they start. A suite starts when the suites it waits for have ended and
 * the cores have room for its weight. So suites that mostly wait run beside those that compute.
 */
import { join, resolve } from 'node:path'
import { type Outcome, playwrightOutcome, vitestOutcome } from '../test-report.ts'

/**
 * A failure in one stage ends the run after that stage, so a red run is short. `first`: what most changes break.
 * `lanes`: everything else. `measures`: what is measured runs last, and alone.
 */
export const stages = ['first', 'lanes', 'measures'] as const
export type Stage = (typeof stages)[number]

export interface Suite {
  name: string
  stage: Stage
  /** The cores that it keeps busy when nothing runs beside it, measured. Infinity: nothing may run beside it. */
  weight: number
  /** Suites that must end before it starts, with the reason. */
  after?: readonly { suite: string; reason: string }[]
  command: (report: string) => string[]
  /** Debian programs that the suite needs. */
  needs: readonly string[]
  /** Variables of its environment. */
  environment?: Readonly<Record<string, string>>
  /** Parses the suite's report, and that of `again` if it ran; null: it writes none. */
  read: ((report: string, again?: string) => Outcome) | null
  /** Runs the failed tests once more alone. */
  again?: (report: string) => string[]
}

export interface Choice {
  /** Test files that run in the first stage. The unit suite leaves them out. */
  touched: readonly string[]
  /** Only what a change touches: the commit that it begins at, and how the names of its scenes begin. */
  changed?: { base: string; scenes: readonly string[] }
}

const root = resolve(import.meta.dirname, '..', '..')
const readVitest = (text: string): Outcome => vitestOutcome(text, root)
const measured = ['linear-cost', 'cost-growth']
/** What the tests of the world of real name servers need. */
const servers = ['nsd', 'unbound', 'ldns-signzone']

/** The table of all suites, or of those for a change. */
export function suitesOf({ touched, changed }: Choice): Suite[] {
  if (changed !== undefined) return suitesOfChange(changed)
  const first: Suite[] = [
    { name: 'check', stage: 'first', weight: 1.9, command: () => ['node', 'scripts/check.ts'], needs: [], read: null },
    {
      name: 'build',
      stage: 'first',
      weight: 1,
      command: () => ['vite', 'build', 'packages/web', '--logLevel', 'warn'],
      needs: [],
      read: null,
    },
  ]
  if (touched.length > 0) {
    first.push({
      name: 'touched',
      stage: 'first',
      weight: 1.6,
      after: [{ suite: 'build', reason: 'tests that start the product would build the web, too' }],
      command: report => unitTests(report, ...touched),
      needs: [],
      read: readVitest,
    })
  }
  return [
    ...first,
    realServers('scanner', 1),
    realServers('scanner', 2),
    {
      name: 'real secondaries',
      stage: 'lanes',
      weight: 0.3,
      command: report => inNamespace(report, 'packages/server/realserver/vitest.config.ts'),
      needs: ['nsd', 'unbound', 'knotd', 'kdig', 'dig', 'zonemaster-cli', 'pdns_server', 'pdns-backend-sqlite3'],
      read: readVitest,
    },
    {
      name: 'unit',
      stage: 'lanes',
      weight: 1.6,
      command: report => unitTests(report),
      needs: [],
      read: readVitest,
    },
    {
      name: 'browser',
      stage: 'lanes',
      weight: 1.6,
      command: () => browserTests('--project=screens', '--project=walks'),
      needs: [...servers, 'chromium', 'chromium-headless-shell'],
      read: playwrightOutcome,
      again: () => browserTests('--project=screens', '--project=walks', '--last-failed', '--workers=1', '--trace=on'),
    },
    {
      name: 'linear cost',
      stage: 'measures',
      weight: Number.POSITIVE_INFINITY,
      // One file at a time and nothing beside: another makes them measure again. A parser that cuts its input at its limit
      // may then look linear beyond it, by the clock.
      command: report => unitTests(report, '--maxWorkers=1', ...measured),
      needs: [],
      read: readVitest,
    },
    {
      name: 'first load',
      stage: 'measures',
      weight: Number.POSITIVE_INFINITY,
      command: () => browserTests('--project=first load'),
      environment: { E2E_ACCOUNTS: 'business', E2E_STORE: 'embedded' },
      needs: [...servers, 'chromium'],
      read: playwrightOutcome,
      again: () => browserTests('--project=first load', '--last-failed', '--trace=on'),
    },
  ]
}

/** For daily work: what the compiler, the unit tests and the screens say to a change. */
function suitesOfChange({ base, scenes }: NonNullable<Choice['changed']>): Suite[] {
  const suites: Suite[] = [
    {
      name: 'types',
      stage: 'first',
      weight: 1.9,
      command: () => ['node', 'scripts/check.ts', 'types', 'format', 'structure'],
      needs: [],
      read: null,
    },
    {
      name: 'changed',
      stage: 'first',
      weight: 1.6,
      command: report => unitTests(report, `--changed=${base}`, '--passWithNoTests'),
      needs: [],
      read: readVitest,
    },
  ]
  if (scenes.length > 0) {
    suites.push({
      name: 'touched screens',
      stage: 'first',
      weight: 1.6,
      command: () => browserTests('--project=screens'),
      needs: [...servers, 'chromium', 'chromium-headless-shell'],
      read: playwrightOutcome,
    })
  }
  return suites
}

/** Half of the tests against real name servers, in a network of its own: they mostly wait for servers and timeouts. */
function realServers(workspace: string, shard: 1 | 2): Suite {
  return {
    name: `real name servers ${shard}`,
    stage: 'lanes',
    weight: 0.2,
    command: report => inNamespace(report, `packages/${workspace}/realserver/vitest.config.ts`, `--shard=${shard}/2`),
    needs: [...servers, 'rbldnsd', 'dnsmasq'],
    read: readVitest,
  }
}

/** The measures have a suite of their own, and so have the tests of the first stage. */
function leftOutOf(suite: string, touched: readonly string[]): Record<string, string> {
  const patterns = measured.map(name => `**/${name}.test.ts`)
  if (suite === 'unit') return { TEST_LEFT_OUT: [...patterns, ...touched].join() }
  return suite === 'changed' ? { TEST_LEFT_OUT: patterns.join() } : {}
}

/** `TEST_LEFT_OUT` are files that the unit suite leaves out (vitest.config.ts), `E2E_SCENES` those that the screens show. */
export function environmentOf(
  suite: Suite,
  { touched, changed }: Choice,
  report: string,
  costs: string,
): Record<string, string> {
  return {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    TEST_COSTS: costs,
    ...suite.environment,
    ...leftOutOf(suite.name, touched),
    ...(changed !== undefined ? { E2E_SCENES: changed.scenes.join() } : {}),
    // The tests start the server as a process of its own many times: compiled modules save a third of each start.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  }
}

const vitest = (report: string): string[] => [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
]

function unitTests(report: string, ...options: string[]): string[] {
  return [...vitest(report), ...options]
}

function inNamespace(report: string, config: string, ...options: string[]): string[] {
  return ['scripts/in-namespace', ...vitest(report), '--config', config, ...options]
}

/** PLAYWRIGHT_JSON_OUTPUT_FILE sets the path of the report. */
function browserTests(...options: string[]): string[] {
  const config = ['--config', 'e2e/playwright.config.ts', '--reporter=list,json']
  return ['scripts/in-namespace', 'playwright', 'test', ...config, ...options]
}
