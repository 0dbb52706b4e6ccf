import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests against real name servers. They share addresses and port 53 of one namespace: one file after the other. */
export default defineConfig({
  cacheDir: join(import.meta.dirname, '..', '..', '..', 'node_modules', '.vite', 'real-servers'),
  test: {
    name: 'real',
    root: import.meta.dirname,
    include: ['**/*.real.test.ts'],
    fileParallelism: false,
    // Only what hangs runs into these: how long a test takes is the machine's affair.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
