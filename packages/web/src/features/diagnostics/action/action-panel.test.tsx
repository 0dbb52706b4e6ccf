import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Finding } from '../report.ts'
import { ReportProvider, type ReportState } from '../report-context.ts'
import { aFinding, nothingThere } from '../scan.fixture.ts'
import { ActionPanel } from './action-panel.tsx'

afterEach(cleanup)

const state: ReportState = {
  domain: { id: 'd1', domain_name: 'example.com' } as ReportState['domain'],
  scan: { ...nothingThere, domain_name: 'example.com' },
  running: false,
  onScan: () => {},
}

function shown(action: Finding['action']): HTMLElement {
  render(
    <ReportProvider value={state}>
      <ActionPanel finding={{ ...aFinding, action }} />
    </ReportProvider>,
  )
  return document.body
}

const mx = { name: 'example.com', type: 'MX', value: '0 .' } as const
const silent = { name: 'example.com', type: 'TXT', value: 'v=spf1 -all' } as const

describe('the records that an advice names for a case', () => {
  it('are below the steps, each value with its copy button', () => {
    const body = shown({ kind: 'edit', name: 'example.com', type: 'MX', adds: true, remove: null, advised: [mx] })
    expect(screen.getByText('The text above says when to publish this record:')).toBeDefined()
    expect(within(body).getByText('0 .')).toBeDefined()
    expect(screen.getByRole('button', { name: /^Copy value /i })).toBeDefined()
  })

  it('are shown where a builder is the action', () => {
    shown({ kind: 'builder', tool: 'spf', field: 'entries', advised: [silent, { ...silent, value: 'v=spf1 mx ~all' }] })
    expect(screen.getByText('The text above says when to publish each of these records:')).toBeDefined()
    expect(screen.getAllByRole('button', { name: /^Copy value /i })).toHaveLength(2)
  })

  it('are absent where the advice names none', () => {
    shown({ kind: 'edit', name: 'example.com', type: 'MX', adds: true, remove: null })
    expect(screen.queryByText(/^The text above/)).toBeNull()
  })
})
