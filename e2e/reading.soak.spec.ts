/** The scenes that `reading.spec.ts` leaves out: their layouts are those of scenes there, with other content. */
import { test } from './fixtures.ts'
import { expectReadable } from './readable.ts'
import type { SceneName } from './scenes/index.ts'

const screens: readonly SceneName[] = [
  'landing',
  'terms',
  'domains-list',
  'domains-scheduled',
  'domains-selected',
  'domains-no-match',
  'domains-bulk-started',
  'domains-limit-pro',
  'domains-delete-confirm',
  'diagnostics-partial',
  'diagnostics-keys',
  'diagnostics-decided',
  'diagnostics-decide-past',
  'diagnostics-history',
  'tools',
  'subdomain-spf-records',
  'spf-comparison',
  'flattening',
  'flattening-created',
  'flattening-edit',
  'spf-builder-changes',
  'dmarc-builder-options',
  'dmarc-builder-consent',
  'watched-addresses',
]

for (const scene of screens) {
  test(`${scene} is readable at 200%, at 320 pixels, with larger type and with words 40% longer`, async ({ show }) => {
    await expectReadable(await show(scene))
  })
}
