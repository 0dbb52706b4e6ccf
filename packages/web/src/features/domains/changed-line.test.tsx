import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ChangedLine } from './changed-line.tsx'
import { compactHeight } from './compact-rows.tsx'
import { aDomain } from './domain.fixture.ts'
import { cardHeight } from './domain-grid.tsx'
import { rowHeight } from './domain-table.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const changed = aDomain('a.example', {
  changed_after_scan: [
    {
      record: 'mx',
      description: 'Mail server added: mx9.example.net (priority 30)',
      detected_at: '2026-11-25T08:00:00Z',
      severity: 'info',
    },
    {
      record: 'dmarc',
      description: 'DMARC policy weakened from reject to none',
      detected_at: '2026-11-25T08:54:00Z',
      severity: 'critical',
    },
  ],
})

it('what changed after the scan is said in the row with its time, the newest one, and how many more there are', () => {
  vi.useFakeTimers({ now: new Date('2026-11-25T08:59:00Z'), toFake: ['Date'] })
  render(<ChangedLine domain={changed} lines={1} />)
  expect(
    screen.getByText('Changed after this scan, 5 minutes ago: DMARC policy weakened from reject to none, and 1 more'),
  ).toBeTruthy()
})

it('each view of the list keeps room for it', () => {
  const same = aDomain('a.example')
  expect(rowHeight(changed, false)).toBeGreaterThanOrEqual(rowHeight(same, false) + 1.125)
  expect(cardHeight(changed)).toBe(cardHeight(same) + 2 * 1.125)
  expect(compactHeight(changed)).toBe(compactHeight(same) + (3 * 18 - 20) / 16)
})
