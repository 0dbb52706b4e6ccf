import { createConnection } from 'node:net'
import { errorReply } from '@waxseal/contract'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refuseConnection } from './refuse.ts'

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
