import { checkHost } from '@waxseal/core/spf'
import { afterEach, describe, expect, it } from 'vitest'
import { scan } from '../scan.ts'
import { openDns } from '../scan-dns.ts'
import {
  type Arrived,
  type LoopbackServer,
  loopbackServer,
  type ResponseParts,
  response,
  soa,
} from './testing/loopback-server.ts'

const open: { close(): Promise<void> | void }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

async function serverThat(handle: (question: Arrived) => void): Promise<LoopbackServer> {
  const server = await loopbackServer(handle)
  open.push(server)
  return server
}

function sessionOf(server: LoopbackServer) {
  const dns = openDns({ servers: [server.name], direct: false })
  open.push(dns)
  return { dns, ...dns.session() }
}

it('a server that denies the root as well is not trusted, and the root is queried once', async () => {
  const server = await serverThat(question => question.send(response(question, { rcode: 3 })))
  const { resolver, confirming } = sessionOf(server)
  const answers = await Promise.all([
    resolver.query('example.org', 'MX'),
    resolver.query('example.net', 'A'),
    confirming.query('_dmarc.example.org', 'TXT'),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ kind: 'failed', reason: 'isolated' })
  expect(server.arrived.filter(({ name }) => name === '.' || name === '')).toHaveLength(1)
})

it('a server with empty answers to all queries but those for addresses is not trusted', async () => {
  const server = await serverThat(question =>
    question.send(
      response(question, {
        answers: question.type === 'A' ? [{ type: 'A', name: question.name, ttl: 300, data: '93.184.216.34' }] : [],
      }),
    ),
  )
  const { dns, resolver, confirming } = sessionOf(server)
  expect((await resolver.query('example.org', 'A')).kind).toBe('records')
  const denied = await Promise.all([
    resolver.query('example.org', 'MX'),
    confirming.query('example.org', 'MX'),
    confirming.query('_dmarc.example.org', 'TXT'),
  ])
  for (const answer of denied) expect(answer).toMatchObject({ kind: 'failed', reason: 'isolated' })
  expect(server.arrived.filter(({ type }) => type === 'NS')).toHaveLength(1)
  const { findings, score } = await scan({ name: 'example.org', tier: 'free', dns, now: () => new Date() })
  expect([findings, score]).toEqual([[], null])
})

it('a server without such a record that knows the root is trusted', async () => {
  const bare = await serverThat(question =>
    question.send(
      response(question, {
        answers: question.type === 'NS' ? [{ type: 'NS', name: question.name, ttl: 300, data: 'a.root.example' }] : [],
      }),
    ),
  )
  expect((await sessionOf(bare).resolver.query('example.org', 'MX')).kind).toBe('no-data')
  const usual = await serverThat(question => question.send(response(question, { authorities: [soa('example.org')] })))
  expect((await sessionOf(usual).resolver.query('example.org', 'MX')).kind).toBe('no-data')
  expect(usual.arrived).toHaveLength(1)
})

it('a server that denies a name and knows the root is trusted, with an SOA record or without', async () => {
  const bare = await serverThat(question =>
    question.send(
      question.type === 'NS'
        ? response(question, { answers: [{ type: 'NS', name: question.name, ttl: 300, data: 'a.root.example' }] })
        : response(question, { rcode: 3 }),
    ),
  )
  expect((await sessionOf(bare).resolver.query('gone.example', 'A')).kind).toBe('no-such-name')
  const usual = await serverThat(question =>
    question.send(response(question, { rcode: 3, authorities: [soa('example')] })),
  )
  expect((await sessionOf(usual).resolver.query('gone.example', 'A')).kind).toBe('no-such-name')
  expect(usual.arrived).toHaveLength(1)
})

describe('a denial with an SOA record is one of the zone, whatever its TTL, where the server denies the root', () => {
  it.each<[string, ResponseParts]>([
    ['the SOA record has a TTL of 0', { rcode: 3, authorities: [soa('example.org', { ttl: 0 })] }],
    [
      'the zone wants no negative caching (RFC 2308 section 4)',
      { rcode: 3, authorities: [soa('example.org', { minimum: 0 })] },
    ],
    ['the same, without data', { authorities: [soa('example.org', { minimum: 0 })] }],
    [
      'an alias with a TTL of 0, as of a DNAME record (RFC 6672 section 3.1), leads nowhere',
      {
        rcode: 3,
        answers: [{ type: 'CNAME', name: 'x.example.org', ttl: 0, data: 'gone.example.net' }],
        authorities: [soa('example.net')],
      },
    ],
    [
      'the same, and the target has no such record',
      {
        answers: [{ type: 'CNAME', name: 'x.example.org', ttl: 0, data: 'www.example.net' }],
        authorities: [soa('example.net')],
      },
    ],
  ])('%s', async (_, parts) => {
    const server = await serverThat(question =>
      question.send(response(question, question.name.toLowerCase() === 'x.example.org' ? parts : { rcode: 3 })),
    )
    const { resolver, confirming } = sessionOf(server)
    const kind = parts.rcode === 3 ? 'no-such-name' : 'no-data'
    expect(await resolver.query('x.example.org', 'TXT')).toMatchObject({ kind, via: { ttl: 0, soa: true } })
    expect((await confirming.query('x.example.org', 'TXT')).kind).toBe(kind)
    expect(server.arrived.filter(({ type }) => type === 'NS')).toEqual([])
  })

  it('the alias and the denial of its target come in two messages', async () => {
    const server = await serverThat(question => {
      if (question.name.toLowerCase() === 'x.example.org')
        question.send(
          response(question, { answers: [{ type: 'CNAME', name: question.name, ttl: 0, data: 'gone.example.net' }] }),
        )
      else
        question.send(
          response(question, {
            rcode: 3,
            authorities: question.name.toLowerCase() === 'gone.example.net' ? [soa('net')] : [],
          }),
        )
    })
    expect(await sessionOf(server).resolver.query('x.example.org', 'TXT')).toMatchObject({ kind: 'no-such-name' })
  })
})

it('SPF with an include whose alias has a TTL of 0 and leads nowhere is a permanent error, not a temporary one', async () => {
  const zone: Record<string, ResponseParts> = {
    'example.org': {
      answers: [{ type: 'TXT', name: 'example.org', ttl: 300, data: 'v=spf1 include:x.example.org -all' }],
    },
    'x.example.org': {
      rcode: 3,
      answers: [{ type: 'CNAME', name: 'x.example.org', ttl: 0, data: 'gone.example.net' }],
      authorities: [soa('example.net')],
    },
  }
  const server = await serverThat(question =>
    question.send(response(question, zone[question.name.toLowerCase()] ?? { rcode: 3 })),
  )
  const { resolver } = sessionOf(server)
  const checked = await checkHost(resolver, { ip: '203.0.114.1', sender: 'a@example.org', helo: 'example.org' })
  expect(checked.result).toBe('permerror')
})

it('without any answer for the root, a bare denial proves nothing; a server that refuses is trusted', async () => {
  const silent = await serverThat(question => {
    if (question.type !== 'NS') question.send(response(question, { rcode: 3 }))
  })
  const dns = openDns({ servers: [silent.name], direct: false, timeoutMs: 200 })
  open.push(dns)
  const answer = await dns.session().resolver.query('gone.example', 'A')
  expect(answer).toMatchObject({ kind: 'failed', reason: 'timeout' })
  const own = await serverThat(question => question.send(response(question, { rcode: question.type === 'NS' ? 5 : 3 })))
  expect((await sessionOf(own).resolver.query('gone.example', 'A')).kind).toBe('no-such-name')
})

it('a scan in an isolated network finds nothing missing, and says why', async () => {
  const server = await serverThat(question => question.send(response(question, { rcode: 3 })))
  const { dns } = sessionOf(server)
  const result = await scan({ name: 'example.org', tier: 'free', dns, now: () => new Date() })
  expect(result.findings).toEqual([])
  expect(result.score).toBeNull()
  expect(result.sections.dns).toMatchObject({ ran: false, reason: 'isolated' })
  expect(result.sections.mx).toMatchObject({ ran: false, reason: 'isolated' })
  expect(result.sections.spf).toMatchObject({ ran: false, reason: 'isolated' })
  expect(result.sections.dmarc).toMatchObject({ ran: false, reason: 'isolated' })
})
