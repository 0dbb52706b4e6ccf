import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { errorReply } from '@waxseal/contract'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { arrivalOptions, endSlowBodies } from './arrival.ts'
import { refuseConnection } from './refuse.ts'

let app: FastifyInstance
let client: Socket
let port = 0

/** @param slowMs the most time that a body has which keeps arriving */
async function start(slowMs: number): Promise<void> {
  app = fastify({
    http: { headersTimeout: 40, connectionsCheckingInterval: 10 },
    requestTimeout: 60_000,
    clientErrorHandler: refuseConnection,
    forceCloseConnections: true,
  })
  endSlowBodies(app, { ms: 40, slowMs, bytesPerSecond: 100, lookEveryMs: 10 })
  app.post('/', async () => 'read')
  app.post('/import', { config: { slowBody: true } }, async () => 'read')
  app.post('/refused', { onRequest: async (_request, reply) => reply.code(401).send('no') }, async () => 'read')
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

beforeEach(() => start(200))
afterEach(async () => {
  client.destroy()
  await app.close()
})

/** A client that leaves its half of the connection open for as long as it can, as one that wants to hold it does. */
function sent(...bytes: string[]): { text: () => string; gone: Promise<unknown>; serverSide: Promise<unknown> } {
  let text = ''
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const serverSide = accepted.then(([socket]) => once(socket, 'close'))
  client = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => null).on('data', chunk => (text += String(chunk)))
  for (const part of bytes) client.write(part)
  return { text: () => text, gone: once(client, 'end'), serverSide }
}

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`

it('a head that does not arrive in time loses its connection, with a reply that says why', async () => {
  const { text, gone, serverSide } = sent('GET / HTTP/1.1\r\nHost: a\r\n')
  await gone
  const [first = '', body = ''] = text().split('\r\n\r\n')
  expect(first).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(errorReply.parse(JSON.parse(body))).toMatchObject({ code: 'request_timeout' })
  await serverSide
})

it('so does a body, on a route where nothing is large, however steadily it comes', async () => {
  const { text, serverSide } = sent(head('/', 100_000))
  const sending = setInterval(() => client.write('x'.repeat(100)), 5)
  await serverSide.finally(() => clearInterval(sending))
  expect(text()).toMatch(/^HTTP\/1\.1 408 /)
})

it('so does the rest of a body whose request is refused already', async () => {
  const { text, serverSide } = sent(head('/refused', 1_000), 'half')
  await serverSide
  expect(text()).toMatch(/^HTTP\/1\.1 401 /)
})

it('a large body has longer while it keeps arriving', async () => {
  await app.close()
  await start(60_000)
  const { text } = sent(head('/import', 1_000))
  for (let n = 0; n < 10; n++) {
    client.write('x'.repeat(100))
    await new Promise(resolve => setTimeout(resolve, 8))
  }
  await vi.waitUntil(() => text() !== '', { interval: 2 })
  expect(text()).toMatch(/^HTTP\/1\.1 200 /)
})

it.each([
  ['arrives no more', 0],
  ['arrives without end', 100],
])('but not a large body that %s', async (_what, bytes) => {
  const { text, serverSide } = sent(head('/import', 1_000_000), 'x')
  const sending = setInterval(() => client.write('x'.repeat(bytes)), 5)
  await serverSide.finally(() => clearInterval(sending))
  expect(text()).toMatch(/^HTTP\/1\.1 408 /)
})

it('the server gives a head 30 seconds, looks each second, and lets no body take longer than its two minutes', () => {
  expect(arrivalOptions).toEqual({
    http: { headersTimeout: 30_000, connectionsCheckingInterval: 1_000 },
    requestTimeout: 150_000,
  })
})
