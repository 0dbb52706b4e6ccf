import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepPendingUpgrade, pendingUpgrade } from '../../lib/pending-upgrade.ts'
import type { Config } from '../../lib/queries.ts'
import { createQueryClient } from '../../lib/query.ts'
import { SessionProvider } from '../../lib/session/session.tsx'
import type { AuthClient, HostedPages } from '../../lib/session/state.ts'
import { LandingPage } from './page.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function openLanding(changed: Partial<Config> = {}, pages: HostedPages | null = null): void {
  const config: Partial<Config> = {
    signup: 'open',
    signup_open: true,
    billing: 'test',
    mail: true,
    operator_name: null,
    contact_email: 'mail@kite.example',
    ...changed,
  }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(config)))
  const signedOut = { status: 'signed-out' }
  const client = { hosted: () => pages, state: () => signedOut, subscribe: () => () => {}, load: async () => {} }
  render(
    <SessionProvider client={client as unknown as AuthClient}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <LandingPage Report={() => null} />
        </MemoryRouter>
      </QueryClientProvider>
    </SessionProvider>,
  )
}

describe('the landing page', () => {
  it('leads to the page of the service that signs people in, where that is not the built-in one', async () => {
    const pages = { signIn: vi.fn(async () => {}), signUp: vi.fn(async () => {}), profile: vi.fn(async () => {}) }
    openLanding({}, pages)
    fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    fireEvent.click(screen.getAllByRole('button', { name: 'Start Free Trial' })[0] as HTMLElement)
    expect([pages.signIn.mock.calls.length, pages.signUp.mock.calls.length]).toEqual([1, 1])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([
    ['Get Started on Pro', 'pro'],
    ['Get Started on Business', 'business'],
    ['Get Started on Starter', null],
  ] as const)('%s opens sign-up, with the pending upgrade %s', async (name, plan) => {
    keepPendingUpgrade('business')
    openLanding()
    fireEvent.click(screen.getByRole('button', { name }))
    expect(await screen.findByRole('dialog', { name: 'Create your account' })).toBeTruthy()
    expect(pendingUpgrade()).toBe(plan)
  })

  it('Start Free Trial forgets a plan that was chosen before', () => {
    keepPendingUpgrade('business')
    openLanding()
    fireEvent.click(screen.getAllByRole('button', { name: 'Start Free Trial' })[0] as HTMLElement)
    expect(pendingUpgrade()).toBeNull()
  })

  it('names every section of a scan', () => {
    openLanding()
    const section = within(screen.getByRole('region', { name: 'What we check' }))
    for (const name of ['DNS', 'MX', 'SPF', 'DKIM', 'DMARC', '34 blocklists', 'Threat', 'Open relay', 'BIMI and CAA'])
      expect(section.getAllByText(name, { exact: false })).not.toHaveLength(0)
  })

  it('has six reasons, and three testimonials that say they are examples', () => {
    openLanding()
    expect(within(screen.getByRole('region', { name: 'Why choose Waxseal' })).getAllByRole('term')).toHaveLength(6)
    expect(screen.getAllByText('(example)', { exact: false })).toHaveLength(3)
  })

  it('promises only what is also true where Clerk signs people in, with a script of its own', () => {
    openLanding()
    const reasons = within(screen.getByRole('region', { name: 'Why choose Waxseal' }))
    expect(reasons.getByText('No tracking').nextElementSibling?.textContent).not.toMatch(/other servers/)
  })

  it('leads from its footer to the tools, the prices, the dashboard, the legal texts and the operator', async () => {
    openLanding()
    await screen.findByRole('link', { name: 'Contact' })
    const footer = within(screen.getByRole('contentinfo'))
    const links = footer.getAllByRole('link').map(link => link.getAttribute('href'))
    expect(links).toEqual(['/tools', '/#pricing', '/dashboard', '/terms', '/privacy', 'mailto:mail@kite.example'])
    expect(footer.getByText(String(new Date().getFullYear()), { exact: false })).toBeTruthy()
  })

  it('asks to create an account where visitors may not check a domain', async () => {
    openLanding({ visitor_check: false })
    expect(await screen.findByText('Create an account to check your domain.', { exact: false })).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Your domain' })).toBeNull()
  })

  it.each([
    [{}, 'Free: 1 domain and 10 scans per month. No card required.', 'You start on the free Starter plan: 1 domain'],
    [
      { default_tier: 'pro' },
      'Free: 10 domains and unlimited scans. No card required.',
      'You start on the Pro plan: 10 domains and unlimited scans. No card required.',
    ],
  ] as const)('with %o says what a new account has: %s', async (changed, offer, lead) => {
    openLanding(changed)
    expect(await screen.findByText(offer)).toBeTruthy()
    fireEvent.click(screen.getAllByRole('button', { name: 'Start Free Trial' })[0] as HTMLElement)
    expect(await screen.findByText(lead, { exact: false })).toBeTruthy()
  })

  it('has no prices where nothing is charged', async () => {
    openLanding({ billing: 'off', contact_email: null })
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Pricing' })).toBeNull())
    expect(screen.queryByRole('link', { name: 'Contact' })).toBeNull()
  })
})
