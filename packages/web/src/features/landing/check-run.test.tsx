import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pendingDomain } from '../../lib/pending-domain.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { SessionProvider } from '../../lib/session/session.tsx'
import type { AuthClient } from '../../lib/session/state.ts'
import { LandingPage } from './page.tsx'
import type { ReportProps } from './report-props.ts'

const scan = { domain_name: 'example.com', health_score: 80 }
const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const stream = (...events: string[]): Response =>
  new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } })
const refusal = (status: number, code: string, detail: string): Response => Response.json({ code, detail }, { status })

/** The replies to the check, in their order; the last one repeats. */
function openLanding(config: object, ...replies: (() => Response | Promise<Response>)[]) {
  const seen: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string } = {}) => {
    if (path !== '/api/check') return Promise.resolve(Response.json({ signup: 'open', signup_open: true, ...config }))
    seen.push(JSON.parse(body ?? 'null'))
    const next = replies.length > 1 ? replies.shift() : replies[0]
    return Promise.resolve(next?.())
  })
  const signedOut = { status: 'signed-out' }
  const client = { hosted: () => null, state: () => signedOut, subscribe: () => () => {}, load: async () => {} }
  render(
    <SessionProvider client={client as unknown as AuthClient}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <LandingPage Report={ShownReport} />
        </MemoryRouter>
      </QueryClientProvider>
    </SessionProvider>,
  )
  return seen
}

function ShownReport({ scan: { domain_name, health_score } }: ReportProps) {
  return <p>{`report of ${domain_name}: ${health_score}`}</p>
}

function checkDomain(name: string): void {
  fireEvent.change(screen.getByRole('textbox', { name: 'Your domain' }), { target: { value: name } })
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
}

beforeEach(() => {
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the check on the landing page', () => {
  it('shows the report, and takes the domain along to the sign-up', async () => {
    const seen = openLanding({ visitor_check: true }, () => stream(event('result', scan)))
    checkDomain(' Example.com ')
    expect(await screen.findByText('report of example.com: 80')).toBeTruthy()
    expect(seen).toEqual([{ domain_name: 'Example.com' }])
    fireEvent.click(screen.getByRole('button', { name: 'Keep watching this domain' }))
    expect(await screen.findByRole('dialog', { name: 'Create your account' })).toBeTruthy()
    expect(pendingDomain()).toBe('example.com')
  })

  it('asks for a name before it sends anything', async () => {
    const seen = openLanding({ visitor_check: true }, () => stream())
    checkDomain('  ')
    expect(await screen.findByText('Please enter a domain name')).toBeTruthy()
    expect(seen).toEqual([])
  })

  it('says beside the field why a name was refused', async () => {
    openLanding({ visitor_check: true }, () => refusal(400, 'invalid_domain', 'Please enter a valid domain name'))
    checkDomain('localhost')
    expect(await screen.findByText('Please enter a valid domain name')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Your domain' }).getAttribute('aria-invalid')).toBe('true')
    await seeState('landing-check-invalid')
  })

  it('offers an account when the checks of the hour are used up', async () => {
    openLanding({ visitor_check: true }, () => refusal(429, 'rate_limited', 'You can check 5 domains an hour.'))
    checkDomain('example.com')
    expect(await screen.findByText('You have used your free checks')).toBeTruthy()
    await seeState('landing-check-limit')
    fireEvent.click(screen.getByRole('button', { name: 'Create a free account' }))
    expect(pendingDomain()).toBe('example.com')
  })

  it('can be tried again when the server was busy, or the connection was lost', async () => {
    const seen = openLanding(
      { visitor_check: true },
      () => refusal(503, 'unavailable', 'All check slots are in use.'),
      () => stream('event: progress\ndata: {"che'),
      () => stream(event('result', scan)),
    )
    checkDomain('example.com')
    expect(await screen.findByText('All check slots are in use.')).toBeTruthy()
    await seeState('landing-check-busy')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/The connection was lost/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('report of example.com: 80')).toBeTruthy()
    expect(seen).toHaveLength(3)
  })

  it('is not offered where the operator has switched it off', async () => {
    openLanding({ visitor_check: false })
    await vi.waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your domain' })).toBeNull())
  })

  it('Watch Demo opens the report of a sample domain on the page, and closes it', async () => {
    openLanding({ visitor_check: true })
    fireEvent.click(screen.getByRole('button', { name: 'Watch Demo' }))
    expect(await screen.findByText(/^report of .+\.example: \d+$/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Close the demo' }))
    expect(screen.queryByText(/^report of/)).toBeNull()
  })
})
