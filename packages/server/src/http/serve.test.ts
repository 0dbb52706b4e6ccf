import { Readable } from 'node:stream'
import { endpoint } from '@waxseal/contract'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type AuthWorld, openAuthWorld } from '../testing/auth-world.ts'
import { theStore } from '../testing/store.ts'
import { refuseErrors } from './refuse.ts'
import { type Handler, serve } from './serve.ts'

const ask = endpoint({
  route: { id: 'test.ask', method: 'POST', path: '/ask/:id', auth: 'public' },
  summary: 'A call of this test.',
  status: 201,
  params: z.object({ id: z.string() }),
  query: z.object({ limit: z.coerce.number().int().optional() }),
  body: z.object({ name: z.string() }).optional(),
  reply: z.object({ said: z.string() }),
  errors: ['not_found'],
})

let world: AuthWorld
let app: FastifyInstance
let log: string[]

beforeAll(async () => {
  world = await openAuthWorld(theStore())
})
afterAll(() => world.close())

beforeEach(() => {
  log = []
  const lines: FastifyBaseLogger = pino({ level: 'warn' }, { write: line => void log.push(line) })
  app = fastify({
    loggerInstance: lines,
  })
  app.setValidatorCompiler<z.ZodType>(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  refuseErrors(app, world.deps)
})
afterEach(async () => {
  await app.close()
})

const answered = (handler: Handler<typeof ask>) => serve(app, world.deps, ask, handler)
const post = (url = '/api/ask/7?limit=5', payload: object = { name: 'Alex' }) =>
  app.inject({ method: 'POST', url, payload })

it('hands the handler what the schemas made of the request, and answers with the endpoint’s status', async () => {
  answered(async (_context, { params, query, body }) => ({ said: `${params.id} ${query.limit} ${body?.name}` }))
  const answer = await post()
  expect([answer.statusCode, answer.json()]).toEqual([201, { said: '7 5 Alex' }])
  expect((await post('/api/ask/7?limit=x')).json().detail).toMatch(/^limit: /)
})

it('drops fields that the reply schema lacks, and never sends a reply that violates it', async () => {
  const answers: object[] = [
    { said: 'yes', secret: 's3cret' },
    { said: null, secret: 's3cret' },
  ]
  answered(async () => answers.shift() as { said: string })
  expect((await post()).json()).toEqual({ said: 'yes' })
  const broken = await post()
  expect([broken.statusCode, broken.json().code]).toEqual([500, 'internal'])
  expect(broken.body).not.toContain('s3cret')
})

it('a streamed answer ends once, and logs nothing', async () => {
  answered(async ({ reply }) => reply.type('text/event-stream').send(Readable.from(['data: 1\n\n', 'data: 2\n\n'])))
  expect((await post()).body).toBe('data: 1\n\ndata: 2\n\n')
  expect(log).toEqual([])
})

it('a streamed answer whose client disconnects logs nothing', async () => {
  const events = new Readable({ read() {} })
  answered(async ({ reply }) => reply.type('text/event-stream').send(events))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  events.push('data: 1\n\n')
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Alex' })
  const answer = await fetch(`${address}/api/ask/7`, { method: 'POST', headers, body, signal: leaving.signal })
  expect(answer.status).toBe(200)
  const responded = new Promise(resolve => events.once('close', resolve))
  leaving.abort()
  await responded
  await app.close()
  expect(log).toEqual([])
})

async function* half() {
  yield 'data: 1\n\n'
  await Promise.resolve()
  throw new Error('the source broke')
}

it('a broken stream is cut off, so the client sees that it is incomplete', async () => {
  answered(async ({ reply }) => {
    return reply.type('text/event-stream').send(Readable.from(half()))
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const read = fetch(`${address}/api/ask/7`, {
    method: 'POST',
    body: '{"name":"x"}',
    headers: { 'content-type': 'application/json' },
  })
  await expect(read.then(answer => answer.text())).rejects.toThrow()
})

it('signals to the handler that the client disconnected or the server stops', async () => {
  const reasons: unknown[] = []
  const calls: (() => void)[] = []
  answered(async ({ signal }) => {
    calls.shift()?.()
    await new Promise(resolve => signal.addEventListener('abort', resolve))
    reasons.push(signal.reason instanceof Error ? signal.reason.message : signal.reason)
    return { said: 'too late' }
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const call = (signal?: AbortSignal) => {
    const inside = new Promise<void>(resolve => {
      calls.push(resolve)
    })
    const headers = { 'content-type': 'application/json' }
    const answer = fetch(`${address}/api/ask/7`, {
      method: 'POST',
      body: '{"name":"x"}',
      headers,
      signal: signal ?? null,
    })
    return {
      inside,
      ended: answer.then(
        ({ status }) => status,
        () => 'gone',
      ),
    }
  }
  const leaving = new AbortController()
  const first = call(leaving.signal)
  await first.inside
  leaving.abort()
  expect(await first.ended).toBe('gone')
  const second = call()
  await second.inside
  await app.close()
  expect(await second.ended).toBe(201)
  expect(reasons).toEqual(['the client has gone', 'the server is stopping'])
})
