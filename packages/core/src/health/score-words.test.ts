import { expect, it } from 'vitest'
import type { ScanReply } from './reply.ts'
import { noIssuesWords } from './score-words.ts'

const change: NonNullable<ScanReply['changed_after_scan']>[number] = {
  record: 'dmarc',
  description: 'DMARC policy weakened from reject to none',
  detected_at: '2026-11-26T21:26:00.000Z',
  severity: 'critical',
}

it.each([
  ['No issues found.', [], []],
  ['No issues found, but some checks could not run.', ['The MX lookup failed.'], []],
  ['This scan found no issues. Records have changed since.', [], [change]],
  ['This scan found no issues. Records have changed since.', ['The MX lookup failed.'], [change]],
])('a report without findings says "%s"', (words, unchecked, changed_after_scan) => {
  expect(noIssuesWords({ unchecked, changed_after_scan })).toBe(words)
})
