import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { TestBillingPage } from './page.tsx'

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  toast.dismiss()
  vi.unstubAllGlobals()
  window.location.hash = ''
})

const end = '2099-12-20T12:00:00.000Z'
const subscription = {
  plan: 'pro',
  billing_period: 'monthly',
  status: 'active',
  current_period_end: end,
  past_due_since: null,
}
const checkout = {
  kind: 'checkout',
  state: 'open',
  plan: 'pro',
  billing_period: 'yearly',
  amount: 492,
  expires_at: end,
  return_url: '/account',
  subscription: null,
  fails_next: false,
}
const portal = { ...checkout, kind: 'portal', plan: null, billing_period: null, amount: 0, subscription }

/** @returns the bodies of what is sent, in order */
async function shown(look: () => Response, answer: () => Response = () => Response.error()): Promise<object[]> {
  const sent: object[] = []
  vi.stubGlobal('fetch', (_path: string, { method, body }: { method: string; body?: string | null }) => {
    if (method === 'GET') return Promise.resolve(look())
    sent.push(JSON.parse(body ?? '') as object)
    return Promise.resolve(answer())
  })
  render(
    <MemoryRouter initialEntries={['/billing/test/s1']}>
      <QueryClientProvider client={createQueryClient()}>
        <Routes>
          <Route path="/billing/test/:sessionId" element={<TestBillingPage />} />
        </Routes>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await vi.waitFor(() => expect(screen.queryByText('Loading the payment')).toBeNull())
  return sent
}

const json = (body: object, status?: number) => () => Response.json(body, status === undefined ? {} : { status })
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const names = () => screen.queryAllByRole('button').map(button => button.textContent)

describe('the page to pay on', () => {
  it('names what is bought and what it costs, and leads back after one payment', async () => {
    const paid = { page: { ...checkout, state: 'complete' }, url: `${window.location.origin}/#paid`, declined: false }
    const sent = await shown(json(checkout), json(paid))
    expect(screen.getByText('TEST MODE')).toBeTruthy()
    expect(screen.getByText('Pro, billed yearly')).toBeTruthy()
    expect(screen.getByText('$492 a year')).toBeTruthy()
    click('Pay $492')
    click('Pay $492')
    await vi.waitFor(() => expect(window.location.hash).toBe('#paid'))
    click('Decline')
    expect(sent).toEqual([{ outcome: 'pay' }])
  })

  it('stays open after a declined card, and says each time that it was declined', async () => {
    const sent = await shown(json(checkout), json({ page: checkout, url: null, declined: true }))
    click('Decline')
    await screen.findByText('The payment was declined')
    await seeState('test-checkout-declined')
    click('Pay $492')
    await vi.waitFor(() => expect(sent).toEqual([{ outcome: 'decline' }, { outcome: 'pay' }]))
    expect(await screen.findByText('The payment was declined')).toBeTruthy()
    expect(names()).toEqual(['Pay $492', 'Decline', 'Let it expire', 'Cancel'])
  })

  it('takes no payment when it is complete or has expired', async () => {
    await shown(json({ ...checkout, state: 'complete' }))
    expect(screen.getByText('This payment is complete')).toBeTruthy()
    expect(names()).toEqual([])
    cleanup()
    await shown(json({ ...checkout, state: 'expired' }))
    expect(screen.getByText('This payment page has expired')).toBeTruthy()
    await seeState('test-checkout-expired')
    expect(names()).toEqual([])
  })

  it('that does not exist, or that a role may not see, leads back to the account', async () => {
    await shown(json({ detail: 'Not found', code: 'not_found' }, 404))
    expect(screen.getByText('This page does not exist, or it belongs to another workspace.')).toBeTruthy()
    await seeState('test-checkout-unknown')
    cleanup()
    const detail = 'Your role in this workspace does not allow this. Ask an admin or owner.'
    await shown(json({ detail, code: 'forbidden_role' }, 403))
    expect(await screen.findByText(detail)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to your account' }).getAttribute('href')).toBe('/account#plans')
  })
})

describe('the billing portal', () => {
  it('offers what changes something, and says what was done', async () => {
    const cancelled = { ...portal, subscription: { ...subscription, status: 'cancelled' } }
    const sent = await shown(json(portal), json({ page: cancelled, url: null, declined: false }))
    expect(names()).toEqual(['Cancel subscription', 'Fail next payment', 'Move clock'])
    click('Cancel subscription')
    expect(await screen.findByText('The subscription ends with this period', { selector: 'p' })).toBeTruthy()
    await seeState('test-portal-cancelled')
    expect(names()).toEqual(['Resume subscription', 'Fail next payment', 'Move clock'])
    expect(sent).toEqual([{ action: 'cancel' }])
  })

  it('offers to pay what is overdue', async () => {
    const overdue = { ...subscription, status: 'past_due', past_due_since: end }
    const sent = await shown(
      json({ ...portal, amount: 49, fails_next: true, subscription: overdue }),
      json({ page: portal, url: null, declined: false }),
    )
    expect(names()).toEqual(['Pay overdue invoice', 'Cancel subscription', 'Move clock'])
    await seeState('test-portal-overdue')
    click('Pay overdue invoice')
    expect(await screen.findByText('The overdue invoice is paid')).toBeTruthy()
    expect(sent).toEqual([{ action: 'pay_overdue' }])
  })

  it('offers nothing without a subscription, after its end, and when the portal has expired', async () => {
    const over = { ...subscription, status: 'cancelled', current_period_end: '2026-01-01T00:00:00.000Z' }
    for (const state of [{ subscription: null }, { subscription: over }, { state: 'expired' }]) {
      await shown(json({ ...portal, ...state }))
      expect(names()).toEqual([])
      expect(screen.getByRole('link', { name: 'Back to your account' }).getAttribute('href')).toBe('/account')
      cleanup()
    }
  })

  it('that has expired says so', async () => {
    await shown(json({ ...portal, state: 'expired' }))
    await seeState('test-portal-expired')
  })

  it('an action that the server does not carry out says so', async () => {
    await shown(json(portal), () => new Response('', { status: 502 }))
    click('Move clock')
    await vi.waitFor(() =>
      expect(toast.getToasts()[0]).toMatchObject({ title: 'Test mode did not answer. Please try again.' }),
    )
  })
})
