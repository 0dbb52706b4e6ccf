/** The Chromium that the tests drive, and how it is started. */
import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** The program that people use. */
export const chromium = '/usr/bin/chromium'
const shell = '/usr/bin/chromium-headless-shell'
/** The same engine without a window: it needs a fifth less processor time. Its fonts of last resort are other ones. */
export const windowless = existsSync(shell) ? shell : chromium

/** @param path the Chromium that the tests drive, unless CHROMIUM names another one */
export function browser(path: string): { launchOptions: LaunchOptions } {
  return {
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? path,
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
  }
}
