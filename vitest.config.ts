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

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Property tests get the same values in every run. */
const resolve = {
  alias: [{ find: /^fast-check$/, replacement: pathOf('scripts/seeded-fast-check.ts') }],
}

/** Every file says what it cost, and waits as long as a person would. */
const setupFiles = [pathOf('scripts/test-run/file-cost.ts'), pathOf('scripts/test-run/patience.ts')]

/** `expect.poll` waits as `vi.waitFor` does. */
const expect = { poll: { timeout: 30_000 } }

/** Files that another suite of the same run takes: paths from here, or patterns that begin with an asterisk. */
const leftOut = (process.env['TEST_LEFT_OUT'] ?? '').split(',').filter(path => path !== '')

/** What all projects have: a folder with tests, without those that another suite takes. */
function testsIn(root: string) {
  const elsewhere = leftOut.flatMap(path => {
    if (path.startsWith('*')) return path
    return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : []
  })
  return { root, testTimeout, setupFiles, expect, exclude: ['**/node_modules/**', '**/*.soak.test.ts', ...elsewhere] }
}

export default defineConfig({
  test: {
    // Most server tests wait for a database half of the time: a second worker pays on two cores as well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve,
        test: { ...testsIn('packages/core'), name: 'core', include: ['{src,fixtures}/**/*.test.ts'], ...sharing },
      },
      {
        resolve,
        test: { ...testsIn('packages/contract'), name: 'contract', include: ['src/**/*.test.ts'], ...sharing },
      },
      { resolve, test: { ...testsIn('packages/scanner'), name: 'scanner', include: ['src/**/*.test.ts'], ...sharing } },
      {
        resolve,
        test: {
          ...testsIn('packages/server'),
          name: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: 'src/testing/global-setup.ts',
          ...sharing,
          hookTimeout: 120_000,
        },
      },
      { resolve, test: { ...testsIn('packages/web'), name: 'web', include: ['src/**/*.test.ts'], ...sharing } },
      {
        resolve,
        test: {
          ...testsIn('packages/web'),
          name: 'web components',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: [...setupFiles, pathOf('packages/web/src/lib/empty-page.fixture.ts')],
          ...sharing,
        },
      },
      { resolve, test: { ...testsIn('scripts'), name: 'scripts', include: ['**/*.test.ts'] } },
    ],
  },
})
