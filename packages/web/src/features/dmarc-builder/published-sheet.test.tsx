import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ScanReply } from '../../lib/queries.ts'
import { PublishedSheet } from './published-sheet.tsx'

afterEach(cleanup)

const reject = 'v=DMARC1; p=reject; rua=mailto:d@shop.example'
const change = {
  record: 'dmarc' as const,
  description: 'DMARC policy weakened from reject to none',
  detected_at: '2026-11-26T16:00:00.000Z',
  severity: 'critical' as const,
}

/** The sheet beside a form that makes the record which the last scan found. */
function show(changed_after_scan: ScanReply['changed_after_scan'], found: string | null = reject): void {
  const scan = {
    finished_at: '2026-11-26T09:00:00.000Z',
    evidence: [],
    changed_after_scan,
    results: { dmarc: { reading: { inherited: false, record: found === null ? null : { text: found } } } },
  }
  render(<PublishedSheet name="shop.example" scan={scan as unknown as ScanReply} record={reject} />)
}

it('says "No changes" of a record that is as the form makes it', () => {
  show([])
  expect(screen.getByText('No changes')).toBeTruthy()
  expect(screen.queryByText('Changed after this scan')).toBeNull()
})

it('says that the record changed after the scan, with the change, and not "No changes"', () => {
  show([change])
  expect(screen.getByText('Changed after this scan')).toBeTruthy()
  expect(screen.getByRole('listitem').textContent).toContain(change.description)
  expect(screen.getByText(/A new scan starts automatically/)).toBeTruthy()
  expect(screen.queryByText('No changes')).toBeNull()
  // It is still what the scan found, and the sheet says so.
  expect(screen.getByText('In the last scan')).toBeTruthy()
})

it('says nothing of it where another record changed', () => {
  show([{ ...change, record: 'mx' }])
  expect(screen.getByText('No changes')).toBeTruthy()
  expect(screen.queryByText('Changed after this scan')).toBeNull()
})

it('says it too where the scan found no record', () => {
  show([change], null)
  expect(screen.getByText('Changed after this scan')).toBeTruthy()
  expect(screen.queryByText('In the last scan')).toBeNull()
})
