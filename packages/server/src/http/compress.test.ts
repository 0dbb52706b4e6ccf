import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { endpoints } from '@waxseal/contract'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compressReplies, encodingFor, secretReplies } from './compress.ts'

const long = { list: Array.from({ length: 200 }, (_, at) => `customer-${at}.example`) }

async function answers(headers: Record<string, string>, url = '/long', method: 'GET' | 'HEAD' = 'GET') {
  const app = fastify()
  compressReplies(app)
  app.get('/long', { config: { compressed: true } }, () => long)
  app.get('/short', { config: { compressed: true } }, () => ({ ok: true }))
  app.get('/secret', () => long)
  app.get('/events', { config: { compressed: true } }, (_request, reply) =>
    reply.type('text/event-stream').send(`data: ${'x'.repeat(4_000)}\n\n`),
  )
  const answer = await app.inject({ url, method, headers })
  await app.close()
  return answer
}

describe('a reply above 1 KB', () => {
  it('is sent with Brotli to a browser', async () => {
    const answer = await answers({ 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['content-length']).toBeUndefined()
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual(long)
    expect(answer.rawPayload.length).toBeLessThan(1_000)
  })

  it('is sent with gzip where that is all a client knows', async () => {
    const answer = await answers({ 'accept-encoding': 'gzip' })
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(long)
  })

  it('is sent as it is to a client that accepts neither, and says that it varies', async () => {
    const answer = await answers({})
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers['vary']).toBe('accept-encoding')
    expect(answer.json()).toEqual(long)
  })

  it('answers HEAD without a body', async () => {
    const answer = await answers({ 'accept-encoding': 'br' }, '/long', 'HEAD')
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })
})

describe('these stay as they are', () => {
  const browser = { 'accept-encoding': 'gzip, br' }

  it('a short reply', async () => {
    expect((await answers(browser, '/short')).headers['content-encoding']).toBeUndefined()
  })

  it('a route that is not marked, such as those of the sign-in', async () => {
    const answer = await answers(browser, '/secret')
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.json()).toEqual(long)
  })

  it('a stream of events', async () => {
    expect((await answers(browser, '/events')).headers['content-encoding']).toBeUndefined()
  })
})

it.each([
  ['gzip, deflate, br', 'br'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=1.0, br;q=1.0', 'br'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['identity, gzip;q=0.5', null],
  ['br;q=0, gzip;q=0', null],
  ['identity', null],
  ['deflate', null],
  ['br;q=nonsense', null],
  ['', null],
  [undefined, null],
])('Accept-Encoding %j chooses %j', (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding)
})

describe('replies that are never compressed', () => {
  it('are those of endpoints that exist', () => {
    const ids = new Set(endpoints.map(({ route }) => route.id))
    expect([...secretReplies].filter(id => !ids.has(id))).toEqual([])
  })

  it('include every reply with a link, a token or another secret', () => {
    const holding = endpoints.filter(({ reply }) => {
      const schema = JSON.stringify(z.toJSONSchema(reply, { io: 'input', unrepresentable: 'any' }))
      return /"(?:\w*_)?(?:link|token|secret|password|webhook\w*|api_key)":/.test(schema)
    })
    expect(holding.map(({ route }) => route.id)).toEqual([
      'workspace.invite',
      'api-keys.create',
      'alerts.settings',
      'alerts.save-settings',
      'alerts.resume',
      'alerts.new-webhook-secret',
    ])
    expect(holding.filter(({ route }) => !secretReplies.has(route.id))).toEqual([])
  })
})
