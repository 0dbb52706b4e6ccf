import { AsyncLocalStorage } from 'node:async_hooks'
import { Stripe } from 'stripe'
import { BillingFailed, beforeRequest } from '../../ports.ts'

/** How the client reaches Stripe. */
export interface StripeAccess {
  secretKey: string
  /** An origin in place of Stripe's own, such as a fake one. */
  apiBase: string | null
  /** How long one call of the port may take with its retries. */
  limitMs?: number
}

export interface StripeClient {
  stripe: Stripe
  /**
   * Runs the requests of one call of the port. All of them, with their retries, end within the limit.
   *
   * @throws BillingFailed with the cause and without secrets
   */
  within<T>(work: (stripe: Stripe) => Promise<T>): Promise<T>
}

/** The port allows 20 seconds; the client may sleep for two of them between its tries. */
const callMs = 17_000
const requestMs = 7_000
const retries = 2

/** One call of the port. */
interface Call {
  deadline: AbortSignal
  /** Why no request may be made any more. */
  stopped: { reason: unknown } | null
}

/** A client that ends each call in time. A POST that it sends again has the same idempotency key. */
export function stripeClient({ secretKey, apiBase, limitMs = callMs }: StripeAccess): StripeClient {
  const calls = new AsyncLocalStorage<Call>()
  const send: typeof fetch = async (input, init) => {
    const call = calls.getStore()
    await beforeRequest().catch((reason: unknown) => {
      // The library would call it a broken connection.
      if (call !== undefined) call.stopped = { reason }
      throw reason
    })
    const signals = [init?.signal, call?.deadline].filter(signal => signal !== null && signal !== undefined)
    return fetch(input, { ...init, redirect: 'error', signal: AbortSignal.any(signals) })
  }
  const base = apiBase === null ? null : new URL(apiBase)
  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(send),
    timeout: Math.min(requestMs, limitMs),
    maxNetworkRetries: retries,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  })
  return {
    stripe,
    async within(work) {
      const call: Call = { deadline: AbortSignal.timeout(limitMs), stopped: null }
      try {
        return await calls.run(call, () => work(stripe))
      } catch (error) {
        if (call.stopped !== null) throw call.stopped.reason
        if (error instanceof Stripe.errors.StripeError) throw new BillingFailed(causeOf(error))
        throw error
      }
    },
  }
}

/** "Stripe: No such price: 'price_1' (invalid_request_error, resource_missing, status 400, req_1)" */
function causeOf({ message, rawType, type, code, statusCode, requestId }: Stripe.errors.StripeError): string {
  const facts = [rawType ?? type, code, statusCode && `status ${statusCode}`, requestId].filter(Boolean)
  return `Stripe: ${withoutSecrets(message).slice(0, 300)} (${facts.join(', ')})`
}

/** Stripe masks a key that it quotes; this does not rely on it. */
function withoutSecrets(text: string): string {
  return text.replace(/\b(?:[sr]k_(?:test|live)|whsec)_\S+/g, '…').replace(/[^\P{C} ]/gu, ' ')
}

/** Whether Stripe says that the object does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
}

/** Whether Stripe refused a request because of its content or the state of an object; a second try would fail too. */
export function isRefused(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError
}

/** A moment in Stripe's seconds since the epoch. */
export const momentOf = (seconds: number): Date => new Date(seconds * 1_000)

/** The id of an object that may have been expanded. */
export const idOf = (value: string | { id: string }): string => (typeof value === 'string' ? value : value.id)
