import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { headerAnalysis as replySchema } from '@waxseal/contract'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTestApp } from '../testing/app.ts'
import { aHeaderAnalysis } from '../testing/header-analysis.ts'
import { theStore } from '../testing/store.ts'
import { closeConnectionsWhenStopping } from './close-connections.ts'

let agent: Agent

beforeEach(() => {
  agent = new Agent({ keepAlive: true })
})
afterEach(() => agent.destroy())

/** The reply to a client that keeps its connections; its body is not read yet. */
async function get(app: FastifyInstance, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo
  const asked = request({ host: '127.0.0.1', port, path, agent, headers }).end()
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  return reply
}

const listening = async (app: FastifyInstance) => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

/** Begins the stop. Resolves when the server takes no new connection, and has one promise for its end. */
async function stopping(app: FastifyInstance): Promise<{ ended: Promise<void> }> {
  const ended = Promise.resolve(app.close())
  await vi.waitUntil(() => !app.server.listening, { interval: 1 })
  return { ended }
}

it('an export that runs when the server stops arrives whole, and the server then ends without waiting for its client', async () => {
  const started = Promise.withResolvers<void>()
  const made = Promise.withResolvers<Uint8Array>()
  const server = await openTestApp(theStore(), {
    analyzeMessage: async () => ({ analysis: aHeaderAnalysis({ subject: 'Invoice' }), signatures: null }),
    renderHeaderReport: () => {
      started.resolve()
      return made.promise
    },
  })
  try {
    const user = await server.aUser({ tier: 'pro' })
    const { id } = replySchema.parse((await user.post('/headers/analyze', { raw_headers: 'Subject: Invoice' })).body)
    const app = await listening(server.app)
    const exported = get(app, `/api/headers/export/pdf/${id}`, { authorization: `Bearer ${user.token}` })
    await started.promise
    const { ended } = await stopping(app)
    const content = Buffer.alloc(300_000, 'a line of the report\n')
    made.resolve(content)
    const reply = await exported
    expect([reply.statusCode, reply.headers.connection]).toEqual([200, 'close'])
    expect(await text(reply)).toBe(content.toString())
    await ended
  } finally {
    await server.close()
  }
})

it('a stream that started before the stop ends its connection with its last event', async () => {
  const events = new Readable({ read() {} })
  const app = fastify()
  closeConnectionsWhenStopping(app)
  app.get('/events', (_request, reply) => reply.type('text/event-stream').send(events))
  await listening(app)
  events.push('data: 1\n\n')
  const reply = await get(app, '/events')
  expect(reply.headers.connection).toBe('keep-alive')
  const { ended } = await stopping(app)
  events.push('data: 2\n\n')
  events.push(null)
  expect(await text(reply)).toBe('data: 1\n\ndata: 2\n\n')
  await ended
})

it('a running server keeps the connections of its clients', async () => {
  const app = fastify()
  closeConnectionsWhenStopping(app)
  app.get('/', async ({ socket }) => ({ port: socket.remotePort }))
  await listening(app)
  const first = await text(await get(app, '/'))
  expect(await text(await get(app, '/'))).toBe(first)
  await app.close()
})
