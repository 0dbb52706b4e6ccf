import type { Answer } from 'dns-packet'
import { afterEach, describe, expect, it } from 'vitest'
import { weightBudget } from './budget.ts'
import { createDnsClient } from './client.ts'
import { serverAsker } from './server-asker.ts'
import { type Arrived, type LoopbackServer, loopbackServer, response } from './testing/loopback-server.ts'

let server: LoopbackServer
afterEach(() => server.close())

/** Asks a server that replies in this way for the NS records of `www.example.com`, as a server of `com`. */
async function asked(reply: (question: Arrived) => void, total = 5, times = 1) {
  server = await loopbackServer(reply)
  const [address = '', port = ''] = server.name.split(':')
  const dns = createDnsClient({ servers: [] })
  const client = dns.within(300)
  const signal = new AbortController().signal
  const asker = serverAsker({ client, signal, total, weight: weightBudget(), allow: () => true, port: Number(port) })
  const question = { name: 'www.example.com', type: 'NS', zone: 'com' } as const
  let said = await asker.ask(address, question)
  for (let again = 1; again < times; again++) said = await asker.ask(address, question)
  dns.close()
  return said
}

const ns: Answer = { type: 'NS', name: 'example.com', ttl: 60, data: 'ns1.example.com' }
const glue: Answer[] = [
  { type: 'A', name: 'ns1.example.com', ttl: 60, data: '192.0.2.1' },
  { type: 'AAAA', name: 'ns1.example.com', ttl: 60, data: '2001:db8::1' },
  { type: 'A', name: 'elsewhere.example.com', ttl: 60, data: '192.0.2.2' },
]

describe('one name server, asked alone', () => {
  it('refers a question to the servers of a zone below its own, with their addresses', async () => {
    const { answer, referral, fromResolver } = await asked(question =>
      question.send(
        response(question, {
          ede: null,
          authorities: [ns],
          change: packet => ({ ...packet, flags: 0, additionals: glue }),
        }),
      ),
    )
    expect(answer).toMatchObject({ kind: 'failed', reason: 'lame', via: { server: server.name, authoritative: true } })
    expect(referral).toMatchObject({
      zone: 'example.com',
      nameServers: [{ target: 'ns1.example.com' }],
      glue: [{ address: '192.0.2.1' }, { address: '2001:db8::1' }],
    })
    expect(fromResolver).toBe(false)
  })

  it.each(['com', 'example.net', 'other.com', '.'])('is not believed about %s', async name => {
    const { referral } = await asked(question => question.send(response(question, { authorities: [{ ...ns, name }] })))
    expect(referral).toBeNull()
  })

  it('names the server that was silent', async () => {
    const { answer, referral } = await asked(() => {})
    expect(answer).toMatchObject({ kind: 'failed', reason: 'timeout', via: { server: server.name } })
    expect(referral).toBeNull()
  })

  it('is asked no more than the budget allows', async () => {
    const { answer } = await asked(question => question.send(response(question, { authorities: [ns] })), 1, 2)
    expect(answer).toMatchObject({ kind: 'failed', reason: 'over-budget' })
    expect(server.arrived).toHaveLength(1)
  })
})
