import fastify from 'fastify'
import { expect, it } from 'vitest'
import { download } from './download.ts'

const sent = async (name: string) => {
  const app = fastify()
  const content = new Uint8Array([0, 1, 255, 2]).subarray(1, 3)
  app.get('/file', (_request, reply) => download(reply, { name, type: 'application/pdf', content }))
  const answer = await app.inject('/file')
  await app.close()
  return answer
}

it('a file is sent byte for byte, to be saved under its name and kept by no cache', async () => {
  const { statusCode, headers, rawPayload } = await sent('a_b.pdf')
  expect([statusCode, [...rawPayload]]).toEqual([200, [1, 255]])
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="a_b.pdf"',
    'cache-control': 'private, no-store',
  })
})

it.each(['a"; x="b.pdf', 'a\r\nb.pdf', '', 'é.pdf', '../a.pdf'])(
  'a name that could be misread is a bug: %j',
  async name => {
    expect((await sent(name)).statusCode).toBe(500)
  },
)
