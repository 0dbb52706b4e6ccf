import type { checkoutStatusRoute } from '@waxseal/contract/routes'
import { expect, it } from 'vitest'
import type { Reply } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { outcomeText, verifyPayment } from './verify-payment.ts'

type Status = Reply<typeof checkoutStatusRoute>

const open: Status = { payment_status: 'unpaid', status: 'open', plan: 'pro' }
const paid: Status = { payment_status: 'paid', status: 'complete', plan: 'pro' }
const expired: Status = { payment_status: 'unpaid', status: 'expired', plan: 'pro' }
const unreachable = new ApiError(0)
const badGateway = new ApiError(502, { detail: 'Error verifying payment. Please contact support if charged.' })

/** @returns the text, and what was done: each question and each pause in milliseconds */
async function verified(...answers: (Status | ApiError)[]): Promise<{ text: string; steps: (string | number)[] }> {
  const steps: (string | number)[] = []
  const outcome = await verifyPayment({
    ask: () => {
      const answer = answers[steps.filter(step => step === 'ask').length] ?? open
      steps.push('ask')
      return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve(answer)
    },
    pause: async ms => void steps.push(ms),
  })
  return { text: outcomeText(outcome), steps }
}

it('a payment that has arrived is known after the first question', async () => {
  expect(await verified(paid)).toEqual({ text: 'Payment successful. Your plan is now Pro.', steps: ['ask'] })
  const free: Status = { payment_status: 'no_payment_required', status: 'complete', plan: 'business' }
  expect((await verified(free)).text).toBe('Payment successful. Your plan is now Business.')
})

it('a payment that is late is asked about every two seconds', async () => {
  const { text, steps } = await verified(open, open, paid)
  expect(text).toBe('Payment successful. Your plan is now Pro.')
  expect(steps).toEqual(['ask', 2_000, 'ask', 2_000, 'ask'])
})

it('after five questions the verification times out', async () => {
  const { text, steps } = await verified()
  expect(text).toBe('Payment verification timed out. Please refresh the page or contact support.')
  expect(steps).toEqual(['ask', 2_000, 'ask', 2_000, 'ask', 2_000, 'ask', 2_000, 'ask'])
})

it('an expired session ends the questions', async () => {
  expect(await verified(open, expired)).toEqual({
    text: 'Payment session expired. Please try again.',
    steps: ['ask', 2_000, 'ask'],
  })
})

it('a server without an answer is asked again', async () => {
  expect((await verified(badGateway, unreachable, paid)).text).toBe('Payment successful. Your plan is now Pro.')
  const { text, steps } = await verified(badGateway, badGateway, badGateway, badGateway, badGateway)
  expect(text).toBe('Error verifying payment. Please contact support if charged.')
  expect(steps.filter(step => step === 'ask')).toHaveLength(5)
})

it('a refusal is final, and a role that is too low is named', async () => {
  const missing = new ApiError(404, { detail: 'Not found', code: 'not_found' })
  expect(await verified(missing)).toEqual({
    text: 'Error verifying payment. Please contact support if charged.',
    steps: ['ask'],
  })
  const role = 'Your role in this workspace does not allow this. Ask an admin or owner.'
  expect((await verified(new ApiError(403, { detail: role, code: 'forbidden_role' }))).text).toBe(role)
})
