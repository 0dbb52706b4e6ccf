import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { PublishFailed } from '../../ports.ts'
import { type ApiClient, apiClient } from './api-client.ts'

const secret = 'key-that-no-message-holds'
let close = async (): Promise<void> => {}
afterEach(() => close())

/** A client of a server on the loopback that answers so. */
async function clientOf(listener: RequestListener, timeoutMs = 60_000): Promise<ApiClient> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
    close = async () => {}
  }
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`
  return apiClient({ name: 'The API', baseUrl, secret, credential: ['x-api-key', secret], timeoutMs })
}

async function failure(attempt: Promise<unknown>): Promise<PublishFailed> {
  const error: unknown = await attempt.catch((thrown: unknown) => thrown)
  if (!(error instanceof PublishFailed)) throw new Error(`no PublishFailed: ${String(error)}`)
  expect(error.message).not.toContain(secret)
  return error
}

const get = { method: 'GET', path: '/x?y=1' } as const

it('sends the key and JSON below the base URL, and returns the parsed answer', async () => {
  let seen = {}
  const client = await clientOf((request, response) => {
    const { method, url, headers } = request
    request.on('data', (chunk: Buffer) => {
      seen = { method, url, key: headers['x-api-key'], type: headers['content-type'], body: chunk.toString() }
    })
    request.on('end', () => response.end('{"a":1}'))
  })
  expect(await client.call({ method: 'PATCH', path: '/x', content: { b: 2 } })).toEqual({
    status: 200,
    ok: true,
    content: { a: 1 },
  })
  expect(seen).toEqual({ method: 'PATCH', url: '/base/x', key: secret, type: 'application/json', body: '{"b":2}' })
})

it('an empty answer is none, and a refusal may be without JSON', async () => {
  const client = await clientOf((request, response) => {
    if (request.url === '/base/none') response.writeHead(204).end()
    else response.writeHead(404).end('<html>')
  })
  expect(await client.call({ method: 'GET', path: '/none' })).toEqual({ status: 204, ok: true, content: undefined })
  expect(await client.call(get)).toEqual({ status: 404, ok: false, content: undefined })
})

describe('another attempt may succeed after', () => {
  it.each([408, 425, 429, 500, 502, 503])('status %i', async status => {
    const client = await clientOf((_, response) => response.writeHead(status).end(secret))
    expect(await failure(client.call(get))).toMatchObject({
      temporary: true,
      retryAfterMs: null,
      message: `The API answered ${status}`,
    })
  })

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['9999999', 86_400_000],
    ['soon', null],
  ])('status 429 with Retry-After: %s', async (header, retryAfterMs) => {
    const client = await clientOf((_, response) => response.writeHead(429, { 'retry-after': header }).end())
    expect(await failure(client.call(get))).toMatchObject({ temporary: true, retryAfterMs })
  })

  it.each(['{"a":', '<html>'])('an answer that is not JSON: %s', async body => {
    const client = await clientOf((_, response) => response.end(body))
    const message = 'The API answered 200 with a body that is not JSON'
    expect(await failure(client.call(get))).toMatchObject({ temporary: true, message })
  })

  it.each<[string, RequestListener]>([
    ['before the answer', request => request.socket.destroy()],
    [
      'in the middle of the answer',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{', () => request.socket.destroy())
      },
    ],
  ])('a connection that breaks %s', async (_, listener) => {
    const client = await clientOf(listener)
    const { temporary, message } = await failure(client.call(get))
    expect(temporary).toBe(true)
    expect(message).toMatch(/^The API could not be reached: /)
  })

  it.each<[string, RequestListener]>([
    ['no answer', () => {}],
    ['half of an answer', (_, response) => void response.writeHead(200).write('{')],
  ])('%s in time', async (_, listener) => {
    const client = await clientOf(listener, 100)
    const message = 'The API did not answer within 0.1 s'
    expect(await failure(client.call(get))).toMatchObject({ temporary: true, message })
  })

  it('the caller stopped it', async () => {
    const stop = new AbortController()
    const client = await clientOf(() => stop.abort())
    const message = 'The API was not waited for: the publication was stopped'
    expect(await failure(client.call({ ...get, signal: stop.signal }))).toMatchObject({ temporary: true, message })
  })
})

it('a redirect is not followed', async () => {
  const urls: string[] = []
  const client = await clientOf((request, response) => {
    urls.push(request.url ?? '')
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await failure(client.call(get))
  expect(urls).toEqual(['/base/x?y=1'])
})

it('an answer of more than 1 MB is not read to its end', async () => {
  let isClosed: Promise<unknown> = Promise.resolve()
  const client = await clientOf((_, response) => {
    isClosed = once(response, 'close')
    const more = (): void => void response.write('x'.repeat(64 * 1024), error => (error == null ? more() : undefined))
    more()
  })
  expect(await failure(client.call(get))).toMatchObject({
    temporary: false,
    message: 'The API answered 200 with more than 1 MB',
  })
  await isClosed
})

it('a reason is shown as one line of visible text, without the key', async () => {
  const client = await clientOf((_, response) => response.writeHead(422).end('{}'))
  const reply = await client.call(get)
  const { message, temporary } = client.failure(reply, `wrong\nkey \u202e${secret}! ${'x'.repeat(1000)}`)
  expect(message).toMatch(/^The API answered 422: wrong key \\u\{202e\}\[key\]! x+…$/)
  expect(message).toHaveLength(300)
  expect(temporary).toBe(false)
})

it.each([
  ['ftp://dns.example', secret],
  [`http://user:${secret}@dns.example`, secret],
  ['http://dns.example/?a=b', secret],
  ['dns.example', secret],
  ['http://dns.example', ''],
  ['http://dns.example', `${secret}\n`],
  ['http://dns.example', `${secret}é`],
])('%j with the key %j is refused, and the message holds neither', (baseUrl, key) => {
  const make = (): ApiClient =>
    apiClient({ name: 'The API', baseUrl, secret: key, credential: ['x-api-key', key], timeoutMs: 1 })
  expect(make).toThrow(RangeError)
  expect(make).not.toThrow(secret)
})
