import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { aDomain, aScan } from '../../testing/factories.ts'
import type { ModelApi, ModelReply } from '../../testing/model-api.ts'
import { modelWorld } from '../../testing/model-world.ts'
import { openOpenAi } from '../../testing/openai.ts'
import { theStore } from '../../testing/store.ts'
import { dayOf } from '../usage/period.ts'
import { used } from '../usage/store.ts'

let api: ModelApi
let server: TestApp
let origin: string
let user: TestUser
let path: string
beforeAll(async () => {
  server = await openTestApp(theStore())
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(async () => {
  api = await openOpenAi()
  modelWith({})
  user = await server.aUser({ tier: 'pro' })
  const domain = await aDomain(server.deps.store, user.actor, { name: 'one.example' })
  await aScan(server.deps.store, domain)
  path = `/diagnostics/ai-analysis/${domain.id}`
})
afterEach(() => api.close())

/** The real adapter over HTTP, with timeouts of the test. */
function modelWith(timeouts: object): void {
  server.deps.assistant = modelWorld({ api, provider: 'openai', model: 'gpt-4.1-mini', timeouts }).model
}

const stream = (url: string, body?: object, signal?: AbortSignal) =>
  fetch(`${origin}/api${url}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${user.token}`,
      accept: 'text/event-stream',
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    ...(signal && { signal }),
  })

/** The data of each event, the last one the word that ends the stream. */
async function events(url: string, body?: object): Promise<unknown[]> {
  const text = await (await stream(url, body)).text()
  return text
    .split('\n')
    .flatMap(line => (line.startsWith('data: ') ? [line.slice(6)] : []))
    .map(data => (data === '[DONE]' ? data : JSON.parse(data)))
}

const asStarter = async () => {
  user = await server.aUser()
  await aScan(server.deps.store, await aDomain(server.deps.store, user.actor, { name: 'starter.example' }))
}
const counted = () => {
  const workspaceId = user.actor.workspace.id
  return used(server.deps.store.db, { workspaceId, kind: 'chat', period: dayOf(server.deps.now()) })
}
const question = { message: 'Is my domain secure?' }

describe('a language model in trouble', () => {
  it.each<[string, ModelReply, object]>([
    ['refuses for a while', { status: 429, code: 'rate_limit_exceeded', headers: { 'retry-after': '20' } }, {}],
    ['refuses the key', { status: 401, code: 'invalid_api_key' }, {}],
    ['fails', { status: 500, code: 'server_error' }, {}],
    ['never answers', 'silent', { firstChunkMs: 60 }],
    ['never says its first word', { pieces: [{ fault: 'stall' }] }, { firstChunkMs: 60 }],
    ['cuts the connection before its first word', { pieces: [{ fault: 'cut' }] }, {}],
    ['says nothing', { pieces: [] }, {}],
    // No one has seen that word.
    ['stalls after its first word', { pieces: ['Your score', { fault: 'stall' }] }, { chunkMs: 60 }],
    ['cuts the connection after its first word', { pieces: ['Your score', { fault: 'cut' }] }, {}],
    ['takes too long', { pieces: ['Your score', { fault: 'stall' }] }, { totalMs: 1_500 }],
    ['writes what no tool returned', { pieces: ['Your score is 97.'] }, {}],
  ])('that %s is replaced by the built-in analyst, which says so', async (_, reply, timeouts) => {
    modelWith(timeouts)
    api.reply = () => reply
    const all = await events(path)
    expect(all).toEqual([
      {
        content: expect.stringMatching(
          /The language model (?:did not answer|wrote something that your data do not say)/,
        ),
      },
      { done: true, html: expect.stringContaining('one.example scores 60 of 100') },
      '[DONE]',
    ])
    await api.whenQuiet()
  })

  it('counts a message that the built-in analyst answers in its place', async () => {
    await asStarter()
    api.reply = () => ({ status: 500, code: 'server_error' })
    const answer = await user.post('/chat/query', question)
    expect(answer).toMatchObject({ status: 200, body: { response: expect.stringContaining('starter.example scores') } })
    expect(await counted()).toBe(1)
  })
})

describe('a browser that is closed', () => {
  it.each([
    ['before the first word', 'silent' as const],
    ['within the answer', { pieces: ['Your score', { fault: 'stall' as const }] }],
  ])('%s ends the request to the provider, and its message does not count', async (_, reply) => {
    await asStarter()
    const asked = Promise.withResolvers<void>()
    api.reply = () => {
      asked.resolve()
      return reply
    }
    const closed = new AbortController()
    const response = await stream('/chat/query', question, closed.signal)
    await asked.promise
    expect(await counted()).toBe(1)
    closed.abort()
    await expect(response.text()).rejects.toThrow()
    await api.whenAbandoned(1)
    await expect.poll(counted).toBe(0)
    expect((await user.get('/chat/history')).body).toEqual({ messages: [] })
  })
})

it('a server that stops ends its answers, and their requests to the provider', async () => {
  const stopping = await openTestApp(theStore(), { assistant: server.deps.assistant })
  user = await stopping.aUser({ tier: 'pro' })
  await aScan(stopping.deps.store, await aDomain(stopping.deps.store, user.actor))
  await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const address = stopping.app.server.address() as AddressInfo
  const asked = Promise.withResolvers<void>()
  api.reply = () => {
    asked.resolve()
    return { pieces: ['Your score', { fault: 'stall' }] }
  }
  const response = await fetch(`http://127.0.0.1:${address.port}/api/chat/query`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${user.token}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify(question),
  })
  await asked.promise
  const ended = once(stopping.app.server, 'close')
  await stopping.close()
  await ended
  await response.text().catch(() => {})
  await api.whenAbandoned(1)
})
