import { defineConfig } from '@playwright/test'

const report = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE']

/** Runs inside scripts/in-namespace: the world's name servers need addresses and port 53 of their own. */
export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results/browser',
  reporter: report === undefined ? 'list' : [['line'], ['json', { outputFile: report }]],
  workers: 2,
  fullyParallel: true,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  forbidOnly: true,
  use: {
    baseURL: 'http://localhost:3917',
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 7_000,
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
