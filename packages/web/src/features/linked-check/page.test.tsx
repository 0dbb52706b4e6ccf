import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { ScanReply } from '../../lib/queries.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { LinkedCheckPage } from './page.tsx'

const scan = JSON.parse(readFileSync(join(import.meta.dirname, '../landing/sample-report.json'), 'utf8')) as ScanReply
const reply = () => Response.json({ domain_unicode: null, scan, expires_at: '2026-12-05T09:00:00.000Z' })
const refusal = (status: number, code: string) => Response.json({ code, detail: 'Not available' }, { status })

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the page of a link; the server gives these answers in turn. @returns the calls so far */
function open(...answers: Response[]): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit) => {
    calls.push(`${method} ${path}`)
    return Promise.resolve(answers.shift())
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/check/abc']}>
        <Routes>
          <Route
            path="/check/:token"
            element={<LinkedCheckPage Report={({ scan: { domain_name } }) => <p>The report of {domain_name}</p>} />}
          />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return calls
}

it('shows the report as it was made, says until when, and keeps search engines away', async () => {
  const calls = open(reply())
  await screen.findByText(`The report of ${scan.domain_name}`)
  expect(screen.getByText(/^Checked without an account: /).textContent).toContain(
    'This page shows that check until Dec 5, 2026.',
  )
  const metas = [...document.querySelectorAll('meta')].map(meta => [meta.name, meta.content])
  expect(metas).toContainEqual(['robots', 'noindex, nofollow'])
  expect(calls).toEqual(['GET /api/check/links/abc'])
})

it('says that a link without its end is incomplete', async () => {
  open(refusal(404, 'not_found'))
  await seeState('linked-check-incomplete')
})

it.each([
  [410, 'gone', 'This report is no longer available'],
  [404, 'not_found', 'This link is incomplete'],
] as const)('an answer %i (%s) has a screen of its own: %s', async (status, code, title) => {
  const calls = open(refusal(status, code))
  await screen.findByRole('heading', { name: title })
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(calls).toHaveLength(1)
})

it.each([[new Response(null, { status: 204 })], [refusal(410, 'gone')]])(
  'whoever has the link can delete it, after a question; that someone else was faster is no failure',
  async answer => {
    const calls = open(reply(), answer)
    fireEvent.click(await screen.findByRole('button', { name: 'Delete this link' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete link' }))
    await screen.findByRole('heading', { name: 'This link is deleted' })
    await seeState('linked-check-deleted')
    expect(screen.queryByText(`The report of ${scan.domain_name}`)).toBeNull()
    expect(calls).toEqual(['GET /api/check/links/abc', 'DELETE /api/check/links/abc'])
  },
)
