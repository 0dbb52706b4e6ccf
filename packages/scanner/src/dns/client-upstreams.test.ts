import type { Answer } from 'dns-packet'
import { describe, expect, it } from 'vitest'
import { type Arrived, loopbackServer, response, soa } from './testing/loopback-server.ts'
import { loopbackWorld } from './testing/loopback-world.ts'

const { serverThat, clientOf, clock } = loopbackWorld()

/** A port without a listener. */
async function closedPort(): Promise<string> {
  const server = await loopbackServer(() => {})
  await server.close()
  return server.name
}

const record: Answer = { type: 'TXT', name: 'example.com', ttl: 300, data: ['x'] }
const good = (question: Arrived): void => question.send(response(question, { answers: [record] }))
const withRcode =
  (rcode: number, ede: { code: number; text?: string }[] = []) =>
  (question: Arrived): void =>
    question.send(response(question, { rcode, ede }))

const alias = (question: Arrived): void =>
  question.send(response(question, { answers: [{ type: 'CNAME', name: question.name, ttl: 60, data: 'example.com' }] }))

/** Data only when the query does not ask for validation. */
const bogus =
  (ede: { code: number; text?: string }[], parts: Parameters<typeof response>[1] = { answers: [record] }) =>
  (question: Arrived): void =>
    question.send(question.checkingDisabled ? response(question, parts) : response(question, { rcode: 2, ede }))

describe('several upstreams', () => {
  it.each([
    ['SERVFAIL', 2],
    ['REFUSED', 5],
  ])('the next one is asked when the first says %s', async (_, rcode) => {
    const first = await serverThat(withRcode(rcode))
    const second = await serverThat(good)
    const answer = await clientOf([first, second]).query('example.com', 'TXT')
    expect(answer).toMatchObject({ kind: 'records', via: { server: second.name } })
    expect(first.arrived).toHaveLength(1)
  })

  it('the next one is asked at once when the first port is closed', async () => {
    const second = await serverThat(good)
    const client = clientOf([await closedPort(), second])
    // The clock does not advance, so no resend becomes due.
    expect(await client.query('example.com', 'TXT')).toMatchObject({ kind: 'records', via: { server: second.name } })
    expect(client.stats.resends).toBe(0)
  })

  it('the next one is asked when the first sends garbage', async () => {
    const first = await serverThat(question => {
      const bytes = response(question, { answers: [record] })
      question.send(bytes.subarray(0, bytes.length - 3))
    })
    const second = await serverThat(good)
    expect(await clientOf([first, second]).query('example.com', 'TXT')).toMatchObject({ via: { server: second.name } })
  })

  it('only closed ports are unreachable, and known at once', async () => {
    const answer = await clientOf([await closedPort(), await closedPort()]).query('example.com', 'TXT')
    expect(answer).toMatchObject({ kind: 'failed', reason: 'unreachable', via: { server: null, ms: 0 } })
  })

  it('no server at all is unreachable', async () => {
    expect(await clientOf([]).query('example.com', 'TXT')).toMatchObject({ kind: 'failed', reason: 'unreachable' })
  })

  it('of different failures the most informative one is returned', async () => {
    const servfail = await serverThat(withRcode(2, [{ code: 22, text: 'no server reached' }]))
    const refused = await serverThat(withRcode(5))
    const answer = await clientOf([refused, servfail, await closedPort()]).query('example.com', 'TXT')
    expect(answer).toMatchObject({
      kind: 'failed',
      reason: 'servfail',
      via: { server: servfail.name, rcode: 'SERVFAIL', ede: [{ code: 22, text: 'no server reached' }] },
    })
  })

  it('a silent one is asked after the others, and no longer delays every query', async () => {
    const silent = await serverThat(() => {})
    const second = await serverThat(good)
    const client = clientOf([silent, second])
    for (let i = 1; i <= 3; i++) {
      const answer = client.query('example.com', 'TXT')
      await silent.reached(i)
      clock.advance(110)
      expect((await answer).kind).toBe('records')
    }
    expect(silent.arrived).toHaveLength(3)
    await client.query('example.com', 'TXT')
    expect(silent.arrived).toHaveLength(3)
  })
})

describe('SERVFAIL everywhere', () => {
  it('with data under CD=1 is broken DNSSEC: the data, marked bogus, with what the server said about it', async () => {
    const server = await serverThat(bogus([{ code: 9, text: 'no DNSKEY matches DS' }]))
    expect(await clientOf([server]).query('example.com', 'TXT')).toMatchObject({
      kind: 'records',
      via: { authentic: 'bogus', rcode: 'NOERROR', ede: [{ code: 9, text: 'no DNSKEY matches DS' }] },
    })
    expect(server.arrived.map(each => each.checkingDisabled)).toEqual([false, true])
  })

  it('with a negative answer under CD=1 is a bogus negative answer', async () => {
    const server = await serverThat(bogus([{ code: 6 }], { rcode: 3, authorities: [soa('example.com')] }))
    expect(await clientOf([server]).query('no.example.com', 'TXT')).toMatchObject({
      kind: 'no-such-name',
      via: { authentic: 'bogus' },
    })
  })

  it('is retried once before DNSSEC is blamed if the server gives no reason', async () => {
    const server = await serverThat(bogus([]))
    expect(await clientOf([server]).query('example.com', 'TXT')).toMatchObject({ via: { authentic: 'bogus' } })
    expect(server.arrived.map(each => each.checkingDisabled)).toEqual([false, true, false])
  })

  it('that is temporary is not broken DNSSEC', async () => {
    const server = await serverThat(question => (server.arrived.length === 1 ? withRcode(2)(question) : good(question)))
    expect(await clientOf([server]).query('example.com', 'TXT')).toMatchObject({
      kind: 'records',
      via: { authentic: 'no' },
    })
  })

  it('from a broken server with and without CD=1 is a failure', async () => {
    const server = await serverThat(withRcode(2))
    expect(await clientOf([server]).query('example.com', 'TXT')).toMatchObject({ kind: 'failed', reason: 'servfail' })
    expect(server.arrived.map(each => each.checkingDisabled)).toEqual([false, true])
  })
})

describe('a validating resolver before a non-validating one', () => {
  const broken = [{ code: 9, text: 'no DNSKEY matches DS' }]
  const one: Answer = { ...record, data: ['one'] }

  it('decides that DNSSEC is broken; the other one’s answer provides the data', async () => {
    const first = await serverThat(bogus(broken))
    const second = await serverThat(good)
    expect(await clientOf([first, second]).query('example.com', 'TXT')).toMatchObject({
      kind: 'records',
      via: { server: second.name, authentic: 'bogus', ede: broken },
    })
    expect(first.arrived).toHaveLength(1)
    expect(second.arrived).toHaveLength(1)
  })

  it('decides also for a nonexistent name, and along a CNAME chain', async () => {
    const first = await serverThat(question =>
      question.name.toLowerCase() === 'www.example.com' ? alias(question) : bogus(broken)(question),
    )
    const second = await serverThat(question => question.send(response(question, { rcode: 3 })))
    expect(await clientOf([first, second]).query('example.com', 'TXT')).toMatchObject({
      kind: 'no-such-name',
      via: { authentic: 'bogus', ede: broken },
    })
    expect(await clientOf([first, second]).query('www.example.com', 'TXT')).toMatchObject({
      kind: 'no-such-name',
      via: { authentic: 'bogus', ede: broken, cnames: ['example.com'] },
    })
  })

  it('is overruled when the other validates too and finds the answer authentic', async () => {
    const first = await serverThat(bogus(broken))
    const second = await serverThat(question => question.send(response(question, { ad: true, answers: [one] })))
    expect(await clientOf([first, second]).query('example.com', 'TXT')).toMatchObject({
      kind: 'records',
      via: { authentic: 'yes', ede: [] },
    })
  })

  it.each([
    ['does not say why it failed', [], 2],
    ['could not reach the zone', [{ code: 22 }], 2],
    ['refuses, whatever it says beside', broken, 5],
  ])('does not report broken DNSSEC when it %s', async (_, ede, rcode) => {
    const first = await serverThat(withRcode(rcode, ede))
    const second = await serverThat(good)
    expect(await clientOf([first, second]).query('example.com', 'TXT')).toMatchObject({
      kind: 'records',
      via: { authentic: 'no', ede: [] },
    })
  })

  it('decides also after another server’s failure', async () => {
    const first = await serverThat(withRcode(2, [{ code: 22 }]))
    const second = await serverThat(bogus(broken))
    const third = await serverThat(good)
    expect(await clientOf([first, second, third]).query('example.com', 'TXT')).toMatchObject({
      kind: 'records',
      via: { authentic: 'bogus', ede: broken },
    })
  })
})

describe('truncation', () => {
  it('causes a retry over TCP, which gives the complete answer', async () => {
    const texts = Array.from({ length: 200 }, (_, i) => `${i} ${'x'.repeat(200)}`)
    const answers = texts.map((text): Answer => ({ type: 'TXT', name: 'example.com', ttl: 60, data: [text] }))
    const server = await serverThat(question =>
      question.send(response(question, question.transport === 'udp' ? { tc: true } : { answers })),
    )
    const client = clientOf([server])
    const answer = await client.query('example.com', 'TXT')
    expect(answer.kind === 'records' && answer.records.length).toBe(200)
    expect(server.arrived.map(each => each.transport)).toEqual(['udp', 'tcp'])
    expect(client.stats.tcp).toBe(1)
  })

  it('reads an answer that arrives byte by byte', async () => {
    const server = await serverThat(question => {
      if (question.transport === 'udp') return question.send(response(question, { tc: true }))
      for (const octet of framed(response(question, { answers: [record] }))) question.sendRaw(Buffer.from([octet]))
    })
    expect((await clientOf([server]).query('example.com', 'TXT')).kind).toBe('records')
  })

  it.each([
    ['nobody listens on TCP', false, () => {}, 'unreachable'],
    ['the connection is closed', true, (question: Arrived) => question.hangUp(), 'unreachable'],
    ['the answer is another one', true, (question: Arrived) => question.send(Buffer.alloc(40, 7)), 'malformed'],
    ['the answer is empty', true, (question: Arrived) => question.sendRaw(Buffer.from([0, 0])), 'malformed'],
    [
      'the answer is truncated again',
      true,
      (question: Arrived) => question.send(response(question, { tc: true })),
      'malformed',
    ],
    ['nothing comes', true, () => {}, 'timeout'],
  ])('%s: failed, within the time limit', async (_, tcp, overTcp, reason) => {
    const server = await serverThat(
      question => (question.transport === 'udp' ? question.send(response(question, { tc: true })) : overTcp(question)),
      { tcp },
    )
    const answer = clientOf([server], { timeoutMs: 90 }).query('example.com', 'TXT')
    if (reason === 'timeout') {
      await server.reached(2)
      clock.advance(100)
    }
    expect(await answer).toMatchObject({ kind: 'failed', reason, via: { ms: reason === 'timeout' ? 95 : 0 } })
  })
})

function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}
