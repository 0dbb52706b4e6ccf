import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerEvents } from '../../testing/answer-stream.ts'
import type { Answering } from './answering.ts'
import { started } from './answering.ts'
import { streamAnswer } from './stream-answer.ts'

let app: FastifyInstance
beforeEach(() => {
  app = fastify({ forceCloseConnections: true })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** Serves this answer. */
function serving(answering: Answering, options: { pingEvery?: number } = {}): void {
  app.get('/', async (_request, reply) =>
    streamAnswer(reply, await started(answering), { failure: 'It failed.', ...options }),
  )
}

/** The reply to a client that has read nothing of its body. */
async function unread(): Promise<IncomingMessage> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const [reply] = (await once(request({ host: '127.0.0.1', port }).end(), 'response')) as [IncomingMessage]
  return reply
}

async function* anAnswer(): Answering {
  yield null
  yield { content: 'It is\n\nfine.' }
  yield { tool: 'get_scan' }
  return { html: '<p>It is</p>', id: '7' }
}

it('sends each piece, then the whole, then the end', async () => {
  serving(anAnswer())
  expect((await app.inject('/')).body).toBe(
    [
      ': the answer follows',
      String.raw`data: {"content":"It is\n\nfine."}`,
      'data: {"tool":"get_scan"}',
      'data: {"done":true,"html":"<p>It is</p>","id":"7"}',
      'data: [DONE]',
      '',
    ].join('\n\n'),
  )
})

it('sends comments while no piece comes', async () => {
  const pinged = Promise.withResolvers<void>()
  async function* answering(): Answering {
    yield null
    await pinged.promise
    yield { content: 'At last.' }
    return { html: '' }
  }
  serving(answering(), { pingEvery: 1 })
  const reply = await unread()
  let text = ''
  for await (const chunk of reply.setEncoding('utf8')) {
    text += chunk
    if (text.split(': ping\n\n').length > 3) pinged.resolve()
  }
  expect(text).toMatch(/: ping\n\n: ping\n\n/)
  expect(answerEvents(text)).toEqual([{ content: 'At last.' }, { done: true, html: '' }])
})

it('leaves no timer behind, whether the answer ends or fails', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const fails of [false, true]) {
    async function* answering(): Answering {
      yield null
      yield { content: 'One word' }
      if (fails) throw new Error('a bug')
      return { html: '' }
    }
    const other = fastify()
    other.get('/', async (_request, reply) =>
      streamAnswer(reply, await started(answering()), { failure: 'It failed.' }),
    )
    const { body } = await other.inject('/')
    expect(answerEvents(body).at(-1)).toEqual(fails ? { error: 'It failed.' } : { done: true, html: '' })
    await other.close()
    expect(vi.getTimerCount()).toBe(0)
  }
})

it('does not read an answer faster than its client, and ends it when the client disconnects', async () => {
  const ended = Promise.withResolvers<void>()
  let pieces = 0
  async function* answering(): Answering {
    yield null
    try {
      for (; pieces < 2_000; pieces++) yield { content: 'x'.repeat(64 * 1024) }
      return { html: '' }
    } finally {
      ended.resolve()
    }
  }
  serving(answering())
  const reply = await unread()
  await once(reply, 'readable')
  reply.destroy()
  await ended.promise
  expect(pieces).toBeGreaterThan(0)
  expect(pieces).toBeLessThan(500)
})

it('ends an answer whose client has gone before the first frame', async () => {
  const ended = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  async function* answering(): Answering {
    try {
      asked.resolve()
      await gone.promise
      yield null
      return { html: '' }
    } finally {
      ended.resolve()
    }
  }
  app.addHook('onRequest', async (_request, reply) => void reply.raw.once('close', () => gone.resolve()))
  serving(answering())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const call = request({ host: '127.0.0.1', port }).on('error', () => {})
  call.end()
  await asked.promise
  call.destroy()
  await expect(ended.promise).resolves.toBeUndefined()
})
