import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { errorReply } from '@waxseal/contract'
import fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { refuseConnection, refuseErrors } from './refuse.ts'
import { headersWithoutPage } from './security.ts'

const app = fastify({ clientErrorHandler: refuseConnection })
let port = 0
beforeAll(async () => {
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => app.close())

/** Everything that the server sends in reply to these bytes until it closes the connection. */
function answerTo(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = createConnection(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    socket.once('error', reject).once('close', () => resolve(text))
  })
}

it('what is no request is refused with the security headers of every other reply', async () => {
  const [head = ''] = (await answerTo('GARBAGE\r\n\r\n')).split('\r\n\r\n')
  for (const name of Object.keys(headersWithoutPage)) expect(head).toContain(`\r\n${name}: `)
})

it('an address beyond all bounds is one that is too long', async () => {
  const [head = '', body = ''] = (await answerTo(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)).split(
    '\r\n\r\n',
  )
  expect(head).toMatch(/^HTTP\/1\.1 414 URI Too Long\r\n/)
  expect(errorReply.parse(JSON.parse(body))).toMatchObject({ code: 'address_too_long' })
})

it('a refused client that keeps its half of the connection open loses it all the same', async () => {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const client = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => null)
  client.write('GARBAGE\r\n\r\n')
  const [socket] = await accepted
  client.resume()
  await once(socket, 'close')
  client.destroy()
})

it.each([
  ['no HTTP at all', 'GARBAGE\r\n\r\n'],
  ['a header beyond all bounds', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  [
    'two lengths that contradict',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n',
  ],
])('%s is refused in the common error shape', async (_what, bytes) => {
  const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(errorReply.parse(JSON.parse(body))).toMatchObject({
    detail: 'The request is invalid',
    code: 'validation',
  })
})

it('a call without the body that it needs is told so in plain words', async () => {
  const calls = fastify()
  calls.setValidatorCompiler<z.ZodType>(validatorCompiler)
  refuseErrors(calls, { parts: { diskIsFull: () => undefined } })
  const name = z.object({ name: z.string() })
  for (const [url, body] of Object.entries({ '/one': name, '/either': z.union([name, z.object({ id: z.string() })]) }))
    calls.post(url, { schema: { body } }, () => null)
  const json = { 'content-type': 'application/json' }
  for (const url of ['/one', '/either'])
    for (const sent of [{}, ...['[]', '"text"', '5', 'null'].map(payload => ({ payload, headers: json }))]) {
      const { statusCode, body } = await calls.inject({ method: 'POST', url, ...sent })
      expect([statusCode, JSON.parse(body)]).toMatchObject([
        400,
        { code: 'validation', detail: 'The request needs a body that is a JSON object' },
      ])
    }
  expect((await calls.inject({ method: 'POST', url: '/one', payload: {} })).json().detail).toMatch(/^name: /)
  await calls.close()
})
