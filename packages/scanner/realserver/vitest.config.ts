import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * The tests against real name servers. They share the addresses and port 53 of one namespace, so they run one file
 * after the other.
 */
export default defineConfig({
  cacheDir: join(import.meta.dirname, '..', '..', '..', 'node_modules', '.vite', 'real-servers'),
  test: {
    // Two shards run side by side and would write one file of past results.
    cache: false,
    name: 'real',
    root: import.meta.dirname,
    include: ['**/*.real.test.ts'],
    setupFiles: ['file-cost.ts', 'patience.ts'].map(name =>
      join(import.meta.dirname, '..', '..', '..', 'scripts', 'test-run', name),
    ),
    expect: { poll: { timeout: 30_000 } },
    fileParallelism: false,
    // Only tests that hang reach these limits; a busy machine does not.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
