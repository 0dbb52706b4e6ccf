import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { HistoryFigure } from './history-figure.tsx'
import type { Point } from './score-line.ts'

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const scan = (day: number): Point => ({
  scan_id: `scan ${day}`,
  at: new Date(2026, 10, day, 12).toISOString(),
  score: 70,
  basis_changed: false,
  fixed: 0,
  added: 0,
})

function figure(changes: () => Response): void {
  vi.stubGlobal('fetch', () => Promise.resolve(changes()))
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  render(
    <QueryClientProvider client={client}>
      <HistoryFigure points={[scan(1), scan(11)]} domainId="kite" />
    </QueryClientProvider>,
  )
}

describe('the score line', () => {
  it('marks the changes of DNS', async () => {
    const change = { id: 'c', timestamp: new Date(2026, 10, 6, 12).toISOString(), change_description: 'MX added' }
    figure(() => Response.json([change]))
    expect(await screen.findByRole('img', { name: /DNS changed once\./ })).toBeTruthy()
    expect(screen.getByText(/DNS changed$/)).toBeTruthy()
  })

  it('says so when they could not be loaded, because no marks would mean no changes', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    figure(() => Response.json({ detail: 'down' }, { status: 500 }))
    expect(await screen.findByRole('img', { name: /DNS changes could not be loaded\./ })).toBeTruthy()
    expect(screen.getByText(/DNS changes could not be loaded$/)).toBeTruthy()
  })
})
