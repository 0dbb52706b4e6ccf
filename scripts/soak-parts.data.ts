/** A long form of a test, and how it is run. */
export interface SoakPart {
  /** What a person types to choose it. */
  name: string
  command: readonly [string, ...string[]]
  env?: Readonly<Record<string, string>>
}

/** Long forms among the tests of the server, on a PostgreSQL of their own. One worker: many of them start processes. */
const tests = (...files: readonly string[]): SoakPart['command'] => [
  'vitest',
  'run',
  '--config',
  'soak/vitest.config.ts',
  ...files,
]

/** Everything that takes too long for each change, in the order in which it runs: the short ones first. */
export const soakParts: readonly SoakPart[] = [
  { name: 'simulation', command: tests('features/monitoring/simulation.soak') },
  {
    name: 'kill-tests',
    command: tests('alerts/kill.soak', 'jobs/events-kill.soak', 'scans/kill.soak', 'db/kill.soak'),
  },
  { name: 'second-client', command: tests('http/generated-client.soak') },
  { name: 'publishing-kill', command: tests('hosted-zone/publishing-kill.soak') },
  {
    name: 'many-processes',
    command: tests('testing/many-processes.soak', 'testing/many-alerts.soak', 'testing/name-server-roles.soak'),
  },
  { name: 'loads', command: tests('testing/loads.soak') },
  { name: 'power-cuts', command: tests('db/power-loss.soak') },
  { name: 'backup-cuts', command: tests('db/backup-file'), env: { LONG_TESTS: '1' } },
  {
    name: 'analyst',
    command: ['vitest', 'run', '--project', 'scanner', 'src/analyst.test'],
    env: { LONG_TESTS: '1' },
  },
  { name: 'injections', command: tests('assistant/injections'), env: { LONG_TESTS: '1' } },
  { name: 'fuzz', command: tests('http/fuzz'), env: { LONG_TESTS: '1', STORES: 'both' } },
  { name: 'kill', command: ['node', 'soak/kill.ts'] },
  { name: 'power-loss', command: ['node', 'soak/power-loss.ts'] },
  { name: 'monitoring', command: ['node', 'soak/monitoring.ts'] },
  { name: 'nameserver', command: ['node', '--expose-gc', 'soak/nameserver.ts'] },
  {
    name: 'flattened',
    command: [
      'scripts/in-namespace',
      'vitest',
      'run',
      '--config',
      'packages/server/realserver/vitest.config.ts',
      'flattened.real',
    ],
    env: { LONG_TESTS: '1' },
  },
  {
    name: 'senders',
    command: [
      'scripts/in-namespace',
      'vitest',
      'run',
      '--config',
      'packages/scanner/realserver/vitest.config.ts',
      'senders.real',
    ],
    env: { LONG_TESTS: '1' },
  },
  { name: 'spf-peers', command: ['scripts/in-namespace', 'node', 'soak/spf-peers.ts'] },
  {
    name: 'browser',
    command: [
      'scripts/in-namespace',
      'playwright',
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--project',
      'soak',
    ],
    env: { E2E_SOAK: '1', E2E_STORE: 'embedded' },
  },
  { name: 'both-stores', command: ['vitest', 'run', '--project', 'server'], env: { STORES: 'both' } },
]
