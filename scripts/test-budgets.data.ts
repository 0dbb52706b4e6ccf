/**
 * Test files that cost more than 20 seconds of the processor, each with its reason. At twice its entry and 20 s above it,
 * a file fails the run.
 */
export interface FileBudget {
  /** A test file, or a server that a set-up starts. */
  file: string
  /** Seconds of the processor, user and system, children included, measured on two busy cores. */
  seconds: number
  reason: string
}

export const fileBudgets: readonly FileBudget[] = [
  { file: 'e2e/screens.spec.ts', seconds: 400, reason: '336 states of all screens, each at four widths' },
  {
    file: 'the product behind the browser tests',
    seconds: 180,
    reason: 'some 80 scans, and every page of the browser',
  },
  { file: 'PostgreSQL of the store tests', seconds: 90, reason: 'one server for all store tests, a database each' },
  {
    file: 'PostgreSQL of the browser tests',
    seconds: 35,
    reason: 'the store of the product behind the browser tests',
  },
  { file: 'e2e/titles.spec.ts', seconds: 58, reason: 'opens each screen at two widths with an empty cache' },
  { file: 'packages/core/src/spf/linear-cost.test.ts', seconds: 50, reason: 'measures eight parsers with all shapes' },
  { file: 'e2e/diagnostics.spec.ts', seconds: 47, reason: 'the report is the screen with the most parts' },
  { file: 'e2e/actions.spec.ts', seconds: 40, reason: 'follows each action of the findings to its screen' },
  { file: 'packages/server/src/cli/backup-command.test.ts', seconds: 26, reason: 'commands are processes' },
  { file: 'packages/core/src/dns/linear-cost.test.ts', seconds: 36, reason: 'measures five parsers with all shapes' },
  { file: 'packages/server/src/db/backup-copies.test.ts', seconds: 30, reason: 'copies whole folders of data' },
  { file: 'e2e/media.spec.ts', seconds: 28, reason: 'prints 230 domains, and shows reports in forced colors' },
  { file: 'e2e/reading.spec.ts', seconds: 29, reason: 'twelve layouts at larger text and spacing' },
  { file: 'packages/server/src/cli/main.test.ts', seconds: 27, reason: 'starts the product three times' },
  {
    file: 'packages/core/src/testing/linear-cost.test.ts',
    seconds: 27,
    reason: 'measures work that grows with the square, to see it found',
  },
  {
    file: 'e2e/first-load.spec.ts',
    seconds: 22,
    reason: 'loads screens on a slow line and a slow processor, each several times',
  },
  { file: 'e2e/builders.spec.ts', seconds: 24, reason: 'builds and checks records of both builders' },
  { file: 'scripts/demo.test.ts', seconds: 26, reason: 'starts the demo with all its domains' },
  {
    file: 'packages/server/src/db/backup.test.ts',
    seconds: 24,
    reason: 'restores a full world from each store to each',
  },
  { file: 'packages/server/src/cli/other-user.test.ts', seconds: 21, reason: 'commands are processes of another user' },
  { file: 'e2e/billing.spec.ts', seconds: 23, reason: 'walks each change of a plan' },
  {
    file: 'packages/server/src/features/billing/scenarios.test.ts',
    seconds: 23,
    reason: 'each scenario at two providers',
  },
  { file: 'packages/scanner/realserver/recorded.real.test.ts', seconds: 22, reason: 'scans every recorded zone' },
  { file: 'e2e/domains.spec.ts', seconds: 22, reason: 'all that can be done with a list of domains' },
]
