import type { Answer } from 'dns-packet'
import { describe, expect, it } from 'vitest'
import { politeness } from './politeness.ts'
import { response } from './testing/loopback-server.ts'
import { loopbackWorld } from './testing/loopback-world.ts'

const { serverThat, clientOf, clock } = loopbackWorld()

describe('one server gets', () => {
  it('400 queries at once, and 50 a second after that', () => {
    const bucket = politeness()
    for (let i = 0; i < 400; i++) expect(bucket.take('192.0.2.1:53', 0)).toBe(0)
    expect(bucket.take('192.0.2.1:53', 0)).toBe(20)
    expect(bucket.take('192.0.2.1:53', 0)).toBe(40)
    expect(bucket.take('192.0.2.2:53', 0)).toBe(0)
    expect(bucket.tryTake('192.0.2.1:53', 59)).toBe(false)
    expect(bucket.tryTake('192.0.2.1:53', 60)).toBe(true)
  })

  it('the rate that its operator publishes, if known', () => {
    const bucket = politeness({ overrides: new Map([['192.0.2.1:53', { burst: 1, perSecond: 10 }]]) })
    expect(bucket.take('192.0.2.1:53', 0)).toBe(0)
    expect(bucket.take('192.0.2.1:53', 0)).toBe(100)
    bucket.giveBack('192.0.2.1:53')
    expect(bucket.take('192.0.2.1:53', 0)).toBe(100)
  })

  it('20 queries a second when it is one of our own addresses, all of them together', () => {
    const bucket = politeness({ isOwn: server => server.startsWith('198.51.100.') })
    for (let i = 0; i < 20; i++) expect(bucket.take(`198.51.100.${i}:53`, 0)).toBe(0)
    expect(bucket.take('198.51.100.99:53', 0)).toBe(50)
    expect(bucket.tryTake('198.51.100.1:53', 99)).toBe(false)
    bucket.giveBack('198.51.100.99:53')
    expect(bucket.tryTake('198.51.100.1:53', 50)).toBe(true)
    expect(bucket.take('192.0.2.1:53', 0)).toBe(0)
  })

  it('a full bucket after any long pause', () => {
    const bucket = politeness({ rate: { burst: 2, perSecond: 1 } })
    for (let i = 0; i < 3; i++) bucket.take('s', 0)
    expect(bucket.take('s', 1_000_000)).toBe(0)
    expect(bucket.take('s', 1_000_000)).toBe(0)
    expect(bucket.take('s', 1_000_000)).toBe(1000)
  })
})

describe('a client that is polite', () => {
  it('may wait longer than its time limit for its turn without a timeout', async () => {
    const record: Answer = { type: 'A', name: 'example.com', ttl: 60, data: '192.0.2.1' }
    const server = await serverThat(question => question.send(response(question, { answers: [record] })))
    const client = clientOf([server], {
      timeoutMs: 100,
      politeness: politeness({ rate: { burst: 2, perSecond: 1 } }),
    })
    const answers = Array.from({ length: 4 }, () => client.query('example.com', 'A'))
    await server.reached(2)
    expect(client.stats.queued).toBe(2)
    await Promise.all(answers.slice(0, 2))
    clock.advance(1010)
    await server.reached(3)
    await answers[2]
    clock.advance(1000)
    const last = await answers[3]
    expect(last?.kind).toBe('records')
    expect(last?.via.ms).toBeGreaterThanOrEqual(2000)
    expect(server.arrived).toHaveLength(4)
  })

  it('returns the token of a query that is aborted while it waits', async () => {
    const bucket = politeness({ rate: { burst: 1, perSecond: 1 } })
    const server = await serverThat(() => {})
    const client = clientOf([server], { politeness: bucket })
    const abort = new AbortController()
    const sent = client.query('a.example', 'A', abort.signal)
    const waiting = client.query('b.example', 'A', abort.signal)
    await server.reached(1)
    abort.abort()
    expect((await Promise.all([sent, waiting])).map(answer => answer.kind)).toEqual(['failed', 'failed'])
    expect(bucket.take(server.name, performance.now())).toBeLessThanOrEqual(1000)
  })
})
