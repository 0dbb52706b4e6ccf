import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { ScanReply } from '../../lib/queries.ts'
import { createQueryClient } from '../../lib/query.ts'
import { SharedReportPage } from './page.tsx'

const scan = JSON.parse(readFileSync(join(import.meta.dirname, '../landing/sample-report.json'), 'utf8')) as ScanReply
const reply = { domain_unicode: null, scan, identity: null, expires_at: '2026-12-20T09:00:00.000Z' }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the page of a link; the server gives these answers in turn. @returns the calls so far */
function open(...answers: Response[]): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: Headers }) => {
    calls.push(`${path}${headers.has('authorization') ? ' with a token' : ''}`)
    return Promise.resolve(answers.shift())
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/shared/abc']}>
        <Routes>
          <Route
            path="/shared/:token"
            element={<SharedReportPage Report={({ scan: { domain_name } }) => <p>The report of {domain_name}</p>} />}
          />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return calls
}

it('reads the report once, without a session, and says which moment it shows', async () => {
  const calls = open(Response.json(reply))
  await screen.findByText(`The report of ${scan.domain_name}`)
  expect(screen.getByRole('heading', { name: scan.domain_name })).toBeTruthy()
  expect(screen.getByText(/^Last scanned: /).textContent).toContain(
    'This page always shows the newest scan, until Dec 20, 2026.',
  )
  fireEvent.focus(window)
  expect(calls).toEqual(['/api/shared/reports/abc'])
})

it('keeps search engines and other sites away', async () => {
  open(Response.json(reply))
  await screen.findByText(/^The report of/)
  const metas = [...document.querySelectorAll('meta')].map(meta => [meta.name, meta.content])
  expect(metas).toContainEqual(['robots', 'noindex, nofollow'])
  expect(metas).toContainEqual(['referrer', 'no-referrer'])
})

it('shows the name and the logo of the workspace in place of Waxseal', async () => {
  const logo = { width: 96, height: 48, url: 'data:image/png;base64,AA==' }
  open(Response.json({ ...reply, identity: { name: 'Kite & Sons', logo } }))
  await screen.findByText('Kite & Sons')
  expect(document.querySelector('header img')?.getAttribute('src')).toBe(logo.url)
  expect(screen.getAllByRole('link', { name: 'Waxseal' })).toHaveLength(1)
})

it('a link that does not work says so, and is not asked for again', async () => {
  const calls = open(Response.json({ code: 'not_found', detail: 'Not found' }, { status: 404 }))
  await screen.findByRole('heading', { name: 'This report is not available' })
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(calls).toHaveLength(1)
})

it('a failure offers another try', async () => {
  const limited = Response.json({ code: 'rate_limited', detail: 'Too many requests' }, { status: 429 })
  open(limited, Response.json(reply))
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await screen.findByText(`The report of ${scan.domain_name}`)
})
