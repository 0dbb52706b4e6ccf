import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * The long forms of the server's tests: files that no other run includes (`*.soak.test.ts`), and tests that do more with
 * `LONG_TESTS=1` (`testing/long.ts`). They start processes and wait for them, one file after the other.
 */
export default defineConfig({
  cacheDir: join(import.meta.dirname, '..', 'node_modules', '.vite', 'soak'),
  test: {
    name: 'soak',
    root: join(import.meta.dirname, '..', 'packages', 'server'),
    include: ['src/**/*.test.ts'],
    globalSetup: 'src/testing/global-setup.ts',
    setupFiles: [join(import.meta.dirname, '..', 'scripts', 'test-run', 'patience.ts')],
    expect: { poll: { timeout: 30_000 } },
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 180_000,
  },
})
