import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ScanReply } from '../../lib/queries.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { SharedReport, VisitorReport } from './visitor-report.tsx'

// Of the landing page. One screen imports nothing of another.
const sample = JSON.parse(readFileSync(join(import.meta.dirname, '../landing/sample-report.json'), 'utf8')) as ScanReply

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return Promise.resolve(Response.json({}, { status: 401 }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The report of the sample. @returns what its sign-up is called */
function openReport(scan = sample) {
  const onSignUp = vi.fn()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <VisitorReport scan={scan} fresh={false} onSignUp={onSignUp} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return onSignUp
}

it('the report of a visitor has the score and the issues, and asks the server for nothing', () => {
  openReport()
  expect(screen.getByRole('heading', { name: 'Email Health Score' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'SPF ends in ?all' })).toBeTruthy()
  expect(asked).toEqual([])
})

it('a report from the answers of another scan says of when they are', async () => {
  openReport({ ...sample, answers_from: '2026-11-20T09:41:00.000Z' })
  await seeState('report-shared-answers')
  expect(document.querySelector('time[datetime="2026-11-20T09:41:00.000Z"]')).toBeTruthy()
})

it('what needs an account opens the sign-up, and no link leads to a screen behind the sign-in', () => {
  const onSignUp = openReport()
  const links = screen.getAllByRole('link').map(link => link.getAttribute('href') ?? '')
  expect(links.filter(href => /^\/[a-z]/.test(href) && !href.startsWith('/#'))).toEqual([])
  expect(screen.queryByRole('button', { name: /^Accept or mute/ })).toBeNull()
  const builders = screen.getAllByRole('button', { name: /builder/i })
  fireEvent.click(builders[0] as HTMLElement)
  expect(onSignUp).toHaveBeenCalledTimes(1)
})

it('the report behind a share link leads nowhere: no sign-up, no screen, no call', () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SharedReport scan={sample} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('heading', { name: 'SPF ends in ?all' })).toBeTruthy()
  const links = screen.getAllByRole('link').map(link => link.getAttribute('href') ?? '')
  expect(links.filter(href => href.startsWith('/') && !href.startsWith('/#'))).toEqual([])
  expect(screen.queryAllByRole('button', { name: /builder|Rescan|Accept or mute|Add selector/i })).toEqual([])
  expect(asked).toEqual([])
})
