import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { createHttpsPost, type PostReply, type PostRequest } from './index.ts'
import { testAuthority } from './testing/certificates.ts'
import { httpsWorld } from './testing/https-world.ts'

const authority = testAuthority()
const name = 'hooks.example.com'
const url = `https://${name}/services/T0/B0/secret?x=1`
const issued = authority.issue([name])
const { serverThat } = httpsWorld()
const here: Zone = { [name]: { A: ['127.0.0.1'] } }

function post(port: number, request: Partial<PostRequest> = {}, zone = here): Promise<PostReply> {
  const send = createHttpsPost({
    resolver: zoneResolver(zone),
    allowAddress: address => address.startsWith('127.'),
    ca: authority.ca,
    port,
    now: () => new Date('2026-11-20T10:00:00Z'),
  })
  return send(url, { body: '{"text":"Grüße"}', ...request })
}

describe('a message', () => {
  it('arrives as POST with its headers and its body', async () => {
    const seen: unknown[] = []
    const port = await serverThat(issued, (request, response) => {
      const { host, 'content-type': type, 'content-length': length, 'waxseal-delivery': delivery } = request.headers
      seen.push(request.method, request.url, host, type, length, delivery)
      request.setEncoding('utf8').once('data', body => seen.push(body))
      request.once('end', () => response.end('ok'))
    })
    const headers = { 'waxseal-delivery': 'd1' }
    expect(await post(port, { headers })).toEqual({ status: 200, retryAfterSeconds: null, text: 'ok' })
    const path = '/services/T0/B0/secret?x=1'
    expect(seen).toEqual(['POST', path, name, 'application/json', '18', 'd1', '{"text":"Grüße"}'])
  })

  it.each([301, 302, 303, 307, 308])('is not sent on to the target of a redirect (%s)', async status => {
    let asked = 0
    const port = await serverThat(issued, (_, response) => {
      asked++
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
    expect(await post(port)).toMatchObject({ status })
    expect(asked).toBe(1)
  })

  it.each([
    ['120', 120],
    ['0', 0],
    ['Fri, 20 Nov 2026 10:01:30 GMT', 90],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['999999999', 86_400],
    ['soon', null],
    ['-5', 0],
    ['', null],
  ])('that a busy server refuses says when to try again: Retry-After %j', async (header, retryAfterSeconds) => {
    const port = await serverThat(issued, (_, response) => {
      response.writeHead(429, { 'retry-after': header }).end('slow down')
    })
    expect(await post(port)).toEqual({ status: 429, retryAfterSeconds, text: 'slow down' })
  })

  it('is answered with 64 KB at most', async () => {
    const port = await serverThat(issued, (_, response) => {
      const flood = (): void => {
        while (response.write('x'.repeat(16_384)));
        response.once('drain', flood)
      }
      flood()
    })
    const reply = await post(port)
    expect('text' in reply && reply.text.length).toBe(65_536)
  })

  it('goes to the next address when the first one does not answer', async () => {
    const port = await serverThat(issued, (_, response) => void response.end('second'))
    const zone = { [name]: { A: ['127.0.0.9', '127.0.0.1'] } }
    expect(await post(port, {}, zone)).toMatchObject({ status: 200, text: 'second' })
  })

  it('goes to no second address once a server may have it', async () => {
    let asked = 0
    const port = await serverThat(issued, request => {
      asked++
      request.socket.destroy()
    })
    const zone = { [name]: { A: ['127.0.0.1', '127.0.0.1'] } }
    expect(await post(port, {}, zone)).toMatchObject({ failure: { kind: 'unanswered' } })
    expect(asked).toBe(1)
  })

  it('is not sent to a server with a certificate for another name', async () => {
    let asked = 0
    const port = await serverThat(authority.issue(['other.example.com']), () => asked++)
    expect(await post(port)).toMatchObject({ failure: { kind: 'certificate' } })
    expect(asked).toBe(0)
  })

  it('fails after its time limit, and when it is stopped', async () => {
    const port = await serverThat(issued, () => {})
    expect(await post(port, { timeoutMs: 100 })).toEqual({
      failure: { kind: 'unanswered', reason: 'timeout', text: 'the server did not answer in time' },
    })
    const stop = new AbortController()
    const stopping = await serverThat(issued, () => stop.abort())
    expect(await post(stopping, { signal: stop.signal })).toEqual({
      failure: { kind: 'unanswered', reason: 'cancelled', text: 'the delivery was stopped' },
    })
  })
})
