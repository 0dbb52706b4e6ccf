import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ScanReply } from '../../lib/queries.ts'
import { startOf } from './start.ts'
import { StartNote } from './start-note.tsx'

afterEach(cleanup)

const change = {
  record: 'spf' as const,
  description: 'SPF record removed',
  detected_at: '2026-11-26T16:00:00.000Z',
  severity: 'critical' as const,
}

/** The note of a form whose domain was scanned and then watched. */
function show(records: readonly string[], changed_after_scan: ScanReply['changed_after_scan']): void {
  const scan = {
    finished_at: '2026-11-26T09:00:00.000Z',
    evidence: [],
    changed_after_scan,
    results: { spf: { records } },
  } as unknown as ScanReply
  render(<StartNote start={startOf(null, scan, null)} scan={scan} />)
}

it('says that the form has the record of the last scan', () => {
  show(['v=spf1 mx -all'], [])
  expect(screen.getByText('Filled with the record the last scan found')).toBeTruthy()
  expect(screen.queryByText('Changed after this scan')).toBeNull()
})

it.each([[['v=spf1 mx -all']], [[]]])('says that the record changed after that scan, which found %j', records => {
  show(records, [change])
  expect(screen.getByText('Changed after this scan')).toBeTruthy()
  expect(screen.getByRole('listitem').textContent).toContain('SPF record removed')
})

it('says nothing of it where another record changed', () => {
  show(['v=spf1 mx -all'], [{ ...change, record: 'mx' }])
  expect(screen.queryByText('Changed after this scan')).toBeNull()
})
