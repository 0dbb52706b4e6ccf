import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { PaymentReturn } from './payment-return.tsx'
import { toPro } from './subscription.fixture.ts'

beforeEach(() => {
  vi.useFakeTimers()
  registerTokenGetter(() => Promise.resolve('t'))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const text = (value: string) => screen.queryByText(value) !== null

/** Opens the account with this query string. */
async function returned(query: string, status: () => Response) {
  const asked: string[] = []
  const reloads: number[] = []
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal | null }) => {
    if (signal?.aborted !== true) asked.push(path)
    return Promise.resolve(status())
  })
  const element = <PaymentReturn reload={() => reloads.push(Date.now())} />
  const router = createMemoryRouter([{ path: '/account', element }], { initialEntries: [`/account${query}`] })
  render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  const started = Date.now()
  await pass(0)
  return { asked, address: () => router.state.location.search, reloads: () => reloads.map(at => at - started) }
}

const reply = (payment_status: string, status: string) => () => Response.json({ payment_status, status, plan: 'pro' })

it('a payment that was made reloads the page after two seconds, without the query string', async () => {
  const { address, reloads } = await returned('?session_id=s1', reply('paid', 'complete'))
  expect(text('Payment successful. Your plan is now Pro.')).toBe(true)
  expect(address()).toBe('')
  await pass(1_999)
  expect(reloads()).toEqual([])
  await pass(1)
  expect(reloads()).toEqual([2_000])
  await seeState('payment-paid')
})

it('a payment that is not known yet is verified for eight seconds, and can be verified again', async () => {
  let answer = reply('unpaid', 'open')
  const { asked, address } = await returned('?session_id=s1', () => answer())
  expect(text('Verifying your payment')).toBe(true)
  await seeState('payment-verifying')
  expect(address()).toBe('?session_id=s1')
  await pass(8_000)
  expect(text('Payment verification timed out. Please refresh the page or contact support.')).toBe(true)
  await seeState('payment-timed-out')
  expect(address()).toBe('')
  answer = reply('paid', 'complete')
  const before = asked.length
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await pass(0)
  expect(asked.slice(before)).toEqual(['/api/payments/checkout-status/s1'])
  expect(text('Payment successful. Your plan is now Pro.')).toBe(true)
})

it('an expired session and an error are alerts, and clear the query string', async () => {
  const expired = await returned('?session_id=s1', reply('unpaid', 'expired'))
  expect(screen.getByRole('alert').textContent).toContain('Payment session expired. Please try again.')
  await seeState('payment-expired')
  expect(expired.address()).toBe('')
  cleanup()
  const unknown = await returned('?session_id=s2&from=mail', () => Response.json({}, { status: 404 }))
  expect(screen.getByRole('alert').textContent).toContain('Error verifying payment. Please contact support if charged.')
  expect(unknown.address()).toBe('?from=mail')
})

it('a canceled payment asks for what it had put on hold, and its note can be closed', async () => {
  const { asked, address } = await returned('?cancelled=true', () => Response.error())
  expect(text('Payment cancelled. You can try again anytime!')).toBe(true)
  expect(address()).toBe('')
  await seeState('payment-cancelled')
  expect(new Set(asked)).toEqual(new Set(['/api/payments/restore-downgrade']))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(text('Payment cancelled. You can try again anytime!')).toBe(false)
})

it('a canceled payment says which change stands again', async () => {
  await returned('?cancelled=true', () => Response.json(toPro))
  expect(text('Payment cancelled. You can try again anytime!')).toBe(true)
  expect(text('Scheduled again: Your plan changes to Pro ($49 a month) on December 20, 2099.')).toBe(true)
  await seeState('billing-stands-again')
})

it('without a payment nothing is said', async () => {
  const { asked } = await returned('', () => Response.error())
  await pass(10_000)
  expect(asked).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('')
})
