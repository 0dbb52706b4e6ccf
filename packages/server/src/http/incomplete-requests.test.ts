import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { boundIncompleteRequests } from './incomplete-requests.ts'

let app: FastifyInstance
let clients: Socket[]
let lines: unknown[]

beforeEach(() => {
  clients = []
  lines = []
  app = fastify({ forceCloseConnections: true })
  app.get('/', async () => 'here')
  app.post('/', async () => 'here')
  app.get('/events', (_request, reply) => reply.type('text/event-stream').send(endless()))
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  await app.close()
})

function endless(): Readable {
  const events = new Readable({ read() {} })
  events.push('data: 1\n\n')
  return events
}

async function listening(trustProxy: readonly string[] = [], bounds: { max?: number } = { max: 3 }): Promise<number> {
  const log = pino({ level: 'warn' }, { write: line => void lines.push(JSON.parse(line)) })
  boundIncompleteRequests(app, { trustProxy, log, ...bounds, lookEveryMs: 5 })
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

/** A client that sends these bytes; connected when it resolves. */
async function sending(port: number, bytes: string): Promise<Socket & { text: string }> {
  const accepted = once(app.server, 'connection')
  const client = Object.assign(createConnection(port, '127.0.0.1'), { text: '' })
  client.on('error', () => null).on('data', chunk => (client.text += String(chunk)))
  client.write(bytes)
  clients.push(client)
  await accepted
  return client
}

const half = 'GET / HTTP/1.1\r\nHost: a\r\n'
const whole = `${half}\r\n`
const answered = (client: { text: string }) => vi.waitUntil(() => client.text.endsWith('here'), { interval: 1 })

it.each([
  ['heads', half],
  ['bodies', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf'],
  ['connections without a word', ''],
])(
  'of more half-sent %s of one address than it may have, the oldest goes, and the log says so once',
  async (_what, bytes) => {
    const port = await listening()
    const first = await sending(port, bytes)
    const others = [await sending(port, bytes), await sending(port, bytes), await sending(port, bytes)]
    await once(first, 'close')
    const second = others[0]
    await sending(port, bytes)
    if (second) await once(second, 'close')
    expect(clients.filter(({ destroyed }) => destroyed)).toHaveLength(2)
    expect(lines).toMatchObject([{ client: '127.0.0.1', msg: 'a client has too many requests that do not arrive' }])
  },
)

it('those that remain are answered when they are complete', async () => {
  const port = await listening()
  const first = await sending(port, half)
  const rest = [await sending(port, half), await sending(port, half), await sending(port, half)]
  await once(first, 'close')
  for (const client of rest) client.write('\r\n')
  await Promise.all(rest.map(answered))
})

it('requests that are answered, or wait for the next one, do not count', async () => {
  const port = await listening()
  const idle = []
  for (let n = 0; n < 5; n++) idle.push(await sending(port, whole))
  await Promise.all(idle.map(answered))
  const streams = []
  for (let n = 0; n < 5; n++) streams.push(await sending(port, whole.replace('/', '/events')))
  await Promise.all(streams.map(client => vi.waitUntil(() => client.text.includes('event-stream'), { interval: 1 })))
  const last = await sending(port, whole)
  await answered(last)
  expect(clients.some(({ destroyed }) => destroyed)).toBe(false)
  expect(lines).toEqual([])
})

it('the next request on a connection counts too', async () => {
  const port = await listening()
  const kept: (Socket & { text: string })[] = []
  for (let n = 0; n < 5; n++) kept.push(await sending(port, whole))
  await Promise.all(kept.map(answered))
  for (const client of kept) client.write(half)
  await vi.waitUntil(() => kept.filter(({ destroyed }) => destroyed).length === 2, { interval: 2 })
})

it('a trusted proxy has no such limit, because many people come through it', async () => {
  const port = await listening(['loopback'])
  for (let n = 0; n < 6; n++) await sending(port, half)
  const last = await sending(port, whole)
  await answered(last)
  for (const client of clients.slice(0, 6)) client.write('\r\n')
  await Promise.all(clients.slice(0, 6).map(client => answered(client as Socket & { text: string })))
})

it('one address may have a hundred on their way', async () => {
  const port = await listening([], {})
  const first = await sending(port, half)
  for (let n = 0; n < 99; n++) await sending(port, half)
  expect(lines).toEqual([])
  await sending(port, half)
  await once(first, 'close')
  expect(clients.filter(({ destroyed }) => destroyed)).toHaveLength(1)
  expect(lines).toMatchObject([{ max: 100 }])
})
