import { gzipSync } from 'node:zlib'
import { type Resolver, type Zone, zoneResolver } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { createHttpsGet, type HttpsOptions, type HttpsReply } from './index.ts'
import { selfSigned, testAuthority } from './testing/certificates.ts'
import { httpsWorld } from './testing/https-world.ts'

const authority = testAuthority()
const name = 'mta-sts.example.com'
const url = `https://${name}/.well-known/mta-sts.txt`
const issued = authority.issue([name])
const { serverThat } = httpsWorld()

const here: Zone = { [name]: { A: ['127.0.0.1'] } }
const limits: HttpsOptions = { maxBytes: 1000, timeoutMs: 5000, redirects: 0 }

interface Setup extends Partial<HttpsOptions> {
  port?: number
  zone?: Zone
  resolver?: Resolver
  allow?: (address: string) => boolean
}

/** Sends the requests of a scan, except that the loopback is allowed and the test's authority is trusted. */
function get(asked: string, setup: Setup = {}): Promise<HttpsReply> {
  const { port = 1, zone = here, resolver = zoneResolver(zone), allow = () => true, ...rest } = setup
  const https = createHttpsGet({ resolver, allowAddress: allow, ca: authority.ca, port })
  return https(asked, { ...limits, ...rest })
}

describe('a response', () => {
  it('has status, media type, body and evidence', async () => {
    const seen: (string | undefined)[] = []
    const port = await serverThat(issued, (request, response) => {
      seen.push(request.url, request.headers.host, request.headers['accept-encoding'])
      response.writeHead(200, { 'content-type': 'Text/Plain; charset=utf-8' }).end('version: STSv1\r\nmode: none\r\n')
    })
    const reply = await get(url, { port })
    expect(reply).toMatchObject({ status: 200, contentType: 'text/plain', whole: true, failure: null })
    expect(reply.body.toString()).toBe('version: STSv1\r\nmode: none\r\n')
    expect(seen).toEqual(['/.well-known/mta-sts.txt', name, 'identity'])
    expect(reply.evidence).toMatchObject({
      id: `HTTP ${url}`,
      kind: 'http',
      question: { name: url, type: 'HTTP' },
      outcome: 'response',
      status: 200,
      lines: [`GET ${url} at 127.0.0.1`, 'status 200, text/plain', 'version: STSv1', 'mode: none', ''],
    })
  })

  it('is read up to the size limit, and marked as incomplete', async () => {
    const port = await serverThat(issued, (_, response) => {
      const flood = (): void => {
        while (response.write('x'.repeat(16_384)));
        response.once('drain', flood)
      }
      flood()
    })
    const reply = await get(url, { port, maxBytes: 100 })
    expect(reply).toMatchObject({ status: 200, whole: false, failure: null })
    expect(reply.body).toHaveLength(100)
    expect(reply.evidence.lines.at(-1)).toBe('… the response is too long and was cut')
  })

  it('of exactly the size limit is complete', async () => {
    const port = await serverThat(issued, (_, response) => void response.end('x'.repeat(100)))
    const reply = await get(url, { port, maxBytes: 100 })
    expect([reply.whole, reply.body.length]).toEqual([true, 100])
  })

  it('escapes control characters, and hides the query of the URL', async () => {
    const port = await serverThat(issued, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('\u001B[2J')
    })
    const { evidence } = await get(`${url}?key=secret`, { port })
    expect(evidence.lines).toEqual([`GET ${url}?… at 127.0.0.1`, 'status 200, text/plain', '\\027[2J'])
    expect(JSON.stringify(evidence)).not.toContain('secret')
  })
})

describe('a redirect', () => {
  it('is returned as the response when none is allowed', async () => {
    const port = await serverThat(issued, (_, response) => {
      response.writeHead(301, { location: 'https://elsewhere.example/' }).end()
    })
    expect(await get(url, { port })).toMatchObject({
      status: 301,
      location: 'https://elsewhere.example/',
      failure: null,
    })
  })

  it('is followed as often as allowed', async () => {
    let asked = 0
    const port = await serverThat(issued, (_, response) => {
      asked++
      response.writeHead(302, { location: `/${asked}` }).end()
    })
    expect(await get(url, { port, redirects: 3 })).toMatchObject({ status: 302, location: '/4' })
    expect(asked).toBe(4)
  })

  it.each([
    'http://mta-sts.example.com/',
    'https://127.0.0.1/',
    'https://mta-sts.example.com:22/',
    'file:///etc/passwd',
    'https://user@mta-sts.example.com/',
    'http://[',
  ])('to %s is not followed', async location => {
    let asked = 0
    const port = await serverThat(issued, (_, response) => {
      asked++
      response.writeHead(302, { location }).end()
    })
    expect((await get(url, { port, redirects: 5 })).status).toBe(302)
    expect(asked).toBe(1)
  })

  it('to a name with a non-public address is refused', async () => {
    const port = await serverThat(issued, (_, response) => {
      response.writeHead(302, { location: 'https://inside.example.com/' }).end()
    })
    const zone = { ...here, 'inside.example.com': { A: ['10.0.0.1'] } }
    const reply = await get(url, { port, zone, redirects: 5, allow: address => address === '127.0.0.1' })
    expect(reply.failure).toMatchObject({ kind: 'not-public' })
  })
})

describe('a certificate', () => {
  it.each([
    ['for another name', authority.issue(['other.example.com']), 'the certificate is for a different host name'],
    ['that has expired', authority.issue([name], { notAfter: '2025-01-01T00:00:00Z' }), 'the certificate has expired'],
    [
      'that is not valid yet',
      authority.issue([name], { notBefore: '2048-01-01T00:00:00Z' }),
      'the certificate is not valid yet',
    ],
    ['that is self-signed', selfSigned(name), 'the certificate is self-signed'],
    [
      'of an unknown authority',
      testAuthority('Somebody').issue([name]),
      'the certificate comes from an unknown authority, or its chain is incomplete',
    ],
  ])('%s does not hold', async (_, wrong, text) => {
    const port = await serverThat(wrong, (_request, response) => void response.end('never sent'))
    const reply = await get(url, { port })
    expect(reply).toMatchObject({ status: null, failure: { kind: 'certificate', text } })
    expect(reply.evidence).toMatchObject({ outcome: 'failed', reason: 'malformed', status: null })
    expect(reply.evidence.lines.at(-1)).toBe(text)
  })

  it('must match the name, not the connected address', async () => {
    const port = await serverThat(authority.issue(['127.0.0.1']), (_, response) => void response.end())
    expect((await get(url, { port })).failure?.text).toBe('the certificate is for a different host name')
  })
})

describe('addresses', () => {
  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1', '64:ff9b::7f00:1'])(
    'such as %s are refused: only public ones are allowed',
    async address => {
      const zone: Zone = { [name]: address.includes(':') ? { AAAA: [address] } : { A: [address] } }
      const https = createHttpsGet({ resolver: zoneResolver(zone) })
      expect((await https(url, limits)).failure).toMatchObject({ kind: 'not-public', reason: 'refused' })
    },
  )

  it.each(['64:ff9b::808:808', '2002:808:808::1', '::ffff:8.8.8.8'])(
    'such as %s are refused too, because they embed an IPv4 address, which is no fact about the name',
    async address => {
      for (const zone of [{ [name]: { AAAA: [address] } }, { [name]: { A: ['8.8.4.4'], AAAA: [address] } }]) {
        const https = createHttpsGet({ resolver: zoneResolver(zone), dial: () => expect.unreachable('a connection') })
        const text = `${name} has an address that Waxseal does not connect to`
        expect((await https(url, limits)).failure).toEqual({ kind: 'not-allowed', reason: 'unreachable', text })
      }
    },
  )

  it('that are partly private are all refused', async () => {
    const zone: Zone = { [name]: { A: ['8.8.8.8'], AAAA: ['::1'] } }
    const https = createHttpsGet({ resolver: zoneResolver(zone) })
    expect((await https(url, limits)).failure).toMatchObject({ kind: 'not-public' })
  })

  it('are looked up once, so a name that changes its address gains nothing', async () => {
    const port = await serverThat(issued, (_, response) => void response.end('here'))
    const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3']
    const rebinding = zoneResolver(here)
    const resolver: Resolver = {
      query: (asked, type, signal) => {
        if (type !== 'A') return rebinding.query(asked, type, signal)
        return zoneResolver({ [name]: { A: [addresses.shift() ?? '127.0.0.9'] } }).query(asked, type, signal)
      },
    }
    const reply = await get(url, { port, resolver, allow: address => address === '127.0.0.1' })
    expect(reply.evidence.lines[0]).toBe(`GET ${url} at 127.0.0.1`)
    expect(reply.body.toString()).toBe('here')
    expect(addresses).toEqual(['127.0.0.2', '127.0.0.3'])
  })

  it('are tried in order while connections are refused', async () => {
    const port = await serverThat(issued, (_, response) => void response.end('second'))
    const reply = await get(url, { port, zone: { [name]: { A: ['127.0.0.1', '127.0.0.0'] } } })
    expect(reply.evidence.lines.filter(line => line.startsWith('GET'))).toHaveLength(2)
    expect(reply.body.toString()).toBe('second')
  })

  it.each([
    'http://mta-sts.example.com/',
    'https://mta-sts.example.com:8443/',
    'https://user:password@mta-sts.example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'ftp://mta-sts.example.com/',
    'https://',
    'not a url',
    `https://${name}/${'x'.repeat(3000)}`,
  ])('exclude the URL %s', async asked => {
    const resolver = zoneResolver(here)
    const reply = await get(asked, { resolver })
    expect(reply.failure).toMatchObject({ kind: 'bad-url' })
    expect(reply.evidence.outcome).toBe('failed')
    expect(resolver.calls).toEqual([])
  })
})

describe('no conclusion about the name follows from', () => {
  it('a failed lookup, unlike a name without an address', async () => {
    expect((await get(url, { zone: {} })).failure).toMatchObject({ kind: 'no-address' })
    expect((await get(url, { zone: { [name]: { fail: 'timeout' } } })).failure).toMatchObject({
      kind: 'unanswered',
      reason: 'timeout',
    })
    expect((await get(url, { zone: { [name]: { fail: { A: 'servfail' } } } })).failure).toMatchObject({
      kind: 'unanswered',
      reason: 'servfail',
    })
  })

  it('a closed port', async () => {
    const reply = await get(url, { port: 1 })
    expect(reply.failure).toMatchObject({ kind: 'unanswered', reason: 'unreachable' })
    expect(reply.evidence).toMatchObject({ outcome: 'failed', reason: 'unreachable' })
  })

  it('an endless answer', async () => {
    const port = await serverThat(issued, (_, response) => {
      response.write('begun')
    })
    expect((await get(url, { port, timeoutMs: 150 })).failure).toMatchObject({ kind: 'unanswered', reason: 'timeout' })
  })

  it('the end of the scan', async () => {
    const ended = new AbortController()
    const port = await serverThat(issued, () => ended.abort())
    expect((await get(url, { port, signal: ended.signal })).failure).toMatchObject({
      kind: 'unanswered',
      reason: 'cancelled',
    })
  })

  it.each([
    ['a connection closed in the middle of the answer', 'HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf', true],
    ['what is no HTTP', 'SSH-2.0-OpenSSH_10.0\r\n\r\n\r\n', true],
    ['header lines without end', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`, false],
  ])('%s', async (_, octets, ends) => {
    const port = await serverThat(issued, request => {
      request.socket.write(octets)
      if (ends) request.socket.end()
    })
    expect((await get(url, { port })).failure).toMatchObject({ kind: 'unanswered' })
  })

  it('endless interim responses', async () => {
    const port = await serverThat(issued, request => {
      request.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(11))
    })
    expect((await get(url, { port })).failure).toMatchObject({
      kind: 'unanswered',
      reason: 'malformed',
      text: 'the server sent too many interim responses',
    })
    const polite = await serverThat(issued, (request, response) => {
      request.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10))
      response.end()
    })
    expect((await get(url, { port: polite })).status).toBe(200)
  })

  it('a compressed answer, which stays packed because it may be a bomb', async () => {
    const port = await serverThat(issued, (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000)))
    })
    expect((await get(url, { port })).failure).toMatchObject({ kind: 'unanswered', reason: 'malformed' })
  })
})
