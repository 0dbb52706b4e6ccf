import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Only what hangs runs into it: how long a test takes is the machine’s affair, and on a busy one measurements repeat. */
const testTimeout = 180_000

/**
 * For packages whose modules keep no state of a test: its files share a process and load each module once, and those of
 * components share jsdom. Vitest puts back what a file has spied on.
 */
const sharing = { isolate: false }

/** Property tests get the same values in every run. */
const resolve = {
  alias: [
    { find: /^fast-check$/, replacement: fileURLToPath(new URL('scripts/seeded-fast-check.ts', import.meta.url)) },
  ],
}

export default defineConfig({
  test: {
    // Most server tests wait for a database half of the time: a second worker pays on two cores as well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve,
        test: {
          name: 'core',
          root: 'packages/core',
          include: ['{src,fixtures}/**/*.test.ts'],
          testTimeout,
          ...sharing,
        },
      },
      { resolve, test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'], testTimeout } },
      { resolve, test: { name: 'scanner', root: 'packages/scanner', include: ['src/**/*.test.ts'], testTimeout } },
      {
        resolve,
        test: {
          name: 'server',
          root: 'packages/server',
          include: ['src/**/*.test.ts'],
          globalSetup: 'src/testing/global-setup.ts',
          testTimeout,
          ...sharing,
          hookTimeout: 120_000,
        },
      },
      { resolve, test: { name: 'web', root: 'packages/web', include: ['src/**/*.test.ts'], testTimeout } },
      {
        resolve,
        test: {
          name: 'web components',
          root: 'packages/web',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: 'src/lib/empty-page.fixture.ts',
          ...sharing,
          testTimeout,
        },
      },
      { resolve, test: { name: 'scripts', root: 'scripts', include: ['**/*.test.ts'], testTimeout } },
    ],
  },
})
