import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { callsOf } from './calls.ts'
import { parseForm } from './form.ts'
import type { Price } from './ledger.ts'
import { type CheckRequest, openRequestChecks } from './request-schemas.ts'
import type { RequestName } from './requests.ts'
import { type FakeState, fakeState, StripeRefusal } from './state.ts'

/** How the fake fails a request before it looks at it: with this status, or without any answer. */
export type Trouble = 'silence' | 400 | 429 | 500 | 503

export interface FakeStripe extends FakeState {
  /** The origin for `STRIPE_API_BASE`. */
  url: string
  /** The requests since it was opened, as `POST /v1/customers`. */
  requests: string[]
  /** The failures of the next requests, one for each. */
  troubles: Trouble[]
  /** While true, each request answers 503. */
  down: boolean
  close(): Promise<void>
}

interface Options {
  secretKey: string
  now: () => Date
  prices: readonly Price[]
}

interface Reply {
  status: number
  body: object
}

/**
 * A Stripe on the loopback: it has a state and a clock, checks each request against Stripe's published types, keeps
 * idempotency keys, and refuses what Stripe refuses.
 */
export async function openFakeStripe({ secretKey, now, prices }: Options): Promise<FakeStripe> {
  const check = await openRequestChecks()
  const state = fakeState({ now, prices })
  const kept = new Map<string, { request: string; reply: Reply }>()
  const fake: FakeStripe = { ...state, url: '', requests: [], troubles: [], down: false, close }
  const calls = callsOf(state, () => fake.url)
  // Names such as `search` come before ids.
  const routes = (Object.keys(calls) as RequestName[]).toSorted((a, b) => a.split(':').length - b.split(':').length)

  function answer(request: IncomingMessage, body: string): Reply {
    const url = new URL(request.url ?? '/', 'http://fake')
    const { method = '' } = request
    refuseCaller(request, secretKey)
    const key = request.headers['idempotency-key']
    const line = `${method} ${url.pathname}${url.search} ${body}`
    const before = typeof key === 'string' ? kept.get(key) : undefined
    if (before !== undefined && before.request !== line)
      throw new StripeRefusal('Keys for idempotent requests can only be used with the same parameters', {
        type: 'idempotency_error',
      })
    if (before !== undefined) return before.reply
    const reply = done({ method, path: url.pathname, form: method === 'GET' ? url.search.slice(1) : body })
    if (typeof key === 'string') kept.set(key, { request: line, reply })
    return reply
  }

  function done({ method, path, form }: { method: string; path: string; form: string }): Reply {
    for (const name of routes) {
      const id = idIn(name, `${method} ${path}`)
      if (id === null) continue
      const parameters = parseForm(form)
      refuseUnknown(check, name, parameters)
      const call = calls[name] as (parameters: object, id: string) => object
      return { status: 200, body: call(parameters, id) }
    }
    throw new StripeRefusal(`Unrecognized request URL (${method}: ${path}).`, { status: 404 })
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    fake.requests.push(`${request.method} ${(request.url ?? '').split('?')[0]}`)
    const trouble = fake.troubles.shift() ?? (fake.down ? 503 : undefined)
    if (trouble === 'silence') return
    const { status, body: reply } = trouble === undefined ? safely(() => answer(request, body)) : failed(trouble)
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${fake.requests.length}` })
    response.end(JSON.stringify(reply))
  }

  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake

  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
}

/** The id in a request with this name, or `''` without one; null: it is another request. */
function idIn(name: RequestName, request: string): string | null {
  const parts = request.split('/')
  const wanted = name.split('/')
  if (parts.length !== wanted.length || wanted.some((part, at) => part !== ':id' && part !== parts[at])) return null
  return parts[wanted.indexOf(':id')] ?? ''
}

function refuseCaller({ headers }: IncomingMessage, secretKey: string): void {
  if (headers.authorization !== `Bearer ${secretKey}`)
    throw new StripeRefusal(`Invalid API Key provided: ${String(headers.authorization).slice(0, 16)}***`, {
      status: 401,
    })
  if (headers['stripe-version'] !== Stripe.API_VERSION)
    throw new StripeRefusal(`Invalid Stripe API version: ${String(headers['stripe-version'])}`)
}

function refuseUnknown(check: CheckRequest, name: RequestName, parameters: object): void {
  const wrong = check(name, parameters)
  if (wrong === null) return
  const isUnknown = wrong.message.startsWith('Received unknown')
  throw new StripeRefusal(wrong.message, { param: wrong.param, ...(isUnknown && { code: 'parameter_unknown' }) })
}

function safely(work: () => Reply): Reply {
  try {
    return work()
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: error.status, body: { error: error.error } }
    throw error
  }
}

const failed = (status: number): Reply => ({
  status,
  body: {
    error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message: 'Something is wrong on our end' },
  },
})
