import { defineConfig } from '@playwright/test'
import { browser, chromium, windowless } from './browsers.ts'
import type { WorkerFixtures } from './fixtures.ts'

const report = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE']
const patience = process.env['E2E_SLOWED'] === undefined ? 1 : 3

/** With `npm test -- all`, what people do is tried in the program that people use. */
const ofPeople = process.env['E2E_ALL'] === undefined ? windowless : chromium

/** What is long and seldom finds more than the rest: `--project soak` runs it, a plain run does not. */
const long = '*.soak.spec.ts'
// The workers read this file too, and learn from the environment what was asked for.
if (process.argv.includes('soak')) process.env['E2E_SOAK'] = '1'

/** Runs inside scripts/in-namespace, because the world's name servers need their own addresses and port 53. */
export default defineConfig<object, WorkerFixtures>({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results/browser',
  reporter: report === undefined ? 'list' : [['line'], ['json', { outputFile: report }]],
  workers: 2,
  fullyParallel: true,
  // Slowed pages need more time: see E2E_SLOWED in fixtures.ts.
  timeout: patience * 60_000,
  expect: { timeout: patience * 15_000 },
  forbidOnly: true,
  use: {
    baseURL: 'http://localhost:3917',
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: patience * 15_000,
    trace: 'off',
  },
  projects: [
    {
      name: 'screens',
      testMatch: 'screens.spec.ts',
      use: { ...browser(windowless), sharesPages: true },
    },
    {
      name: 'walks',
      testIgnore: ['screens.spec.ts', 'first-load.spec.ts', long],
      use: { ...browser(ofPeople), keepsPages: true },
    },
    ...(process.env['E2E_SOAK'] === undefined ? [] : [{ name: 'soak', testMatch: long, use: browser(chromium) }]),
    // Last, when no other test takes the processor: it measures times.
    { name: 'first load', testMatch: 'first-load.spec.ts', workers: 1, use: browser(chromium) },
  ],
})
