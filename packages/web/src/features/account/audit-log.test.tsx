import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { auditQuery } from './audit-api.ts'
import { AuditLog } from './audit-log.tsx'
import { AuditLogSheet } from './audit-log-sheet.tsx'

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const noOne = { name: '', email: null, you: false }
const event = (id: string, actor: object) => ({
  id,
  at: '2026-11-20T12:00:00.000Z',
  text: `Did ${id}`,
  action: 'domain.added',
  group: 'domains',
  subject: '',
  actor,
})

/** @returns the addresses of the log that are called, in order */
function shown(answer: (query: URLSearchParams) => Response, role = 'owner'): string[] {
  const called: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    const url = new URL(path, 'http://localhost')
    if (url.pathname !== '/api/account/audit-log') {
      return Promise.resolve(Response.json({ workspace: { id: 'w1', name: 'Kite', role } }))
    }
    called.push(url.search)
    return Promise.resolve(answer(url.searchParams))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AuditLog />
    </QueryClientProvider>,
  )
  return called
}

const page = (events: object[], next: string | null = null) => Response.json({ events, next })

it('says of each event who did it and through which', async () => {
  const actors = [
    { kind: 'person', name: 'Ada', email: 'ada@example.org', you: true },
    { kind: 'person', name: 'Kim', email: 'kim@example.org', you: false },
    { kind: 'person', ...noOne },
    { kind: 'key', ...noOne, name: 'Nightly' },
    { kind: 'link', ...noOne },
    { kind: 'operator', ...noOne },
    { kind: 'waxseal', ...noOne },
  ]
  shown(() => page(actors.map((actor, at) => event(`thing ${at}`, actor))))
  await screen.findByText('Did thing 0')
  const rows = screen.getAllByRole('row').slice(1)
  expect(
    rows.map(row =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 2)
        .map(cell => cell.textContent),
    ),
  ).toEqual([
    ['Who Ada (you)', 'Through Browser'],
    ['Who Kimkim@example.org', 'Through Browser'],
    ['Who Deleted account', 'Through Browser'],
    ['Who Nightly', 'Through API key'],
    ['Who Recipient of the email', 'Through Link in an email'],
    ['Who Operator', 'Through Server command'],
    ['Who Waxseal', 'Through Server'],
  ])
})

it('shows earlier events on request, and one kind alone', async () => {
  const called = shown(query => {
    if (query.has('action')) return page([])
    return query.has('before') ? page([event('an early thing', noOne)]) : page([event('a late thing', noOne)], 'e1')
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Show earlier events' }))
  expect(await screen.findByText('Did an early thing')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show earlier events' })).toBeNull()
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'plan' } })
  expect(await screen.findByText('No events about “Plan” in the last 12 months.')).toBeTruthy()
  await seeState('audit-log-empty')
  expect(called).toEqual(['?limit=15', '?limit=15&before=e1', '?limit=15&action=plan'])
})

it('tries again after a failure', async () => {
  let isDown = true
  shown(() => (isDown ? Response.json({}, { status: 400 }) : page([])))
  const retry = await screen.findByRole('button', { name: 'Retry' })
  await seeState('audit-log-failed')
  isDown = false
  fireEvent.click(retry)
  expect(await screen.findByText('No events yet.')).toBeTruthy()
})

it('keeps the events on screen when earlier ones could not be loaded', async () => {
  shown(query =>
    query.has('before') ? Response.json({}, { status: 400 }) : page([event('a late thing', noOne)], 'e1'),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Show earlier events' }))
  await seeState('audit-log-partial')
  expect(screen.getByText('Did a late thing')).toBeTruthy()
})

it('tells a viewer that they see their own events', async () => {
  shown(() => page([]), 'viewer')
  expect(await screen.findByText(/^What you did in this workspace/)).toBeTruthy()
})

it('is there at once after Back, when it was loaded before, and else waits until the window is near', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
  const called: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    called.push(path)
    return Promise.resolve(page([]))
  })
  const client = createQueryClient()
  const sheet = (
    <QueryClientProvider client={client}>
      <AuditLogSheet />
    </QueryClientProvider>
  )
  render(sheet)
  screen.getByText('Loading the audit log')
  await seeState('audit-log-loading')
  cleanup()
  expect(called).toEqual([])
  const kept = { events: [{ ...event('a thing of before', noOne), actor: { kind: 'waxseal', ...noOne } }], next: null }
  client.setQueryData(auditQuery(undefined).queryKey, { pages: [kept as never], pageParams: [null] })
  render(sheet)
  expect(await screen.findByText('Did a thing of before')).toBeTruthy()
})
