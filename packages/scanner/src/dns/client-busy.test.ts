import type { Answer as CoreAnswer } from '@waxseal/core/dns'
import type { Answer } from 'dns-packet'
import { describe, expect, it } from 'vitest'
import { type Arrived, response } from './testing/loopback-server.ts'
import { loopbackWorld } from './testing/loopback-world.ts'

const { serverThat, clientOf, clock } = loopbackWorld()
const record = (name: string): Answer => ({ type: 'TXT', name, ttl: 300, data: ['x'] })
const good = (question: Arrived): void =>
  question.send(response(question, { answers: [record(question.name.toLowerCase())] }))
const refuse = (question: Arrived): void => question.send(response(question, { rcode: 5 }))
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** Lets time pass, in steps of 5 ms, until all queries have ended; returns their kinds. */
async function ended(pending: readonly Promise<CoreAnswer>[]): Promise<string[]> {
  const open = new Set(pending)
  for (const each of pending) void each.then(() => open.delete(each))
  for (let steps = 0; open.size > 0 && steps < 4000; steps++) {
    await turn()
    await turn()
    clock.advance(5)
  }
  return (await Promise.all(pending)).map(answer => (answer.kind === 'failed' ? answer.reason : answer.kind))
}

const questions = (count: number): string[] => Array.from({ length: count }, (_, i) => `n${i}.example.com`)

/** A forwarder that handles this many queries at once and refuses the others, as dnsmasq does. */
function forwarder(limit: number): (question: Arrived) => void {
  let handled = 0
  return question => {
    if (handled >= limit) return refuse(question)
    handled++
    setImmediate(() =>
      setImmediate(() => {
        handled--
        good(question)
      }),
    )
  }
}

describe('queries to a resolver', () => {
  it('are 32 at first, in order, and more as answers come', async () => {
    const held: Arrived[] = []
    const server = await serverThat(question => void held.push(question))
    const client = clientOf([server])
    const pending = questions(200).map(name => client.query(name, 'TXT'))
    await server.reached(32)
    expect(client.stats).toMatchObject({ inFlight: 32, queued: 168 })
    for (const each of held.splice(0)) good(each)
    await server.reached(32 + 64)
    expect(client.stats).toMatchObject({ inFlight: 64, queued: 104 })
    const order = server.arrived.map(({ name }) => Number(name.slice(1, name.indexOf('.'))))
    // Packets of one turn leave through four sockets, which the server reads in any order.
    expect(order.slice(0, 32).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, i) => i))
    client.close()
    await Promise.all(pending)
  })

  it('have their whole time limit from the moment they are sent', async () => {
    const held: Arrived[] = []
    let isAwake = false
    const server = await serverThat(question => (isAwake ? good(question) : void held.push(question)))
    const client = clientOf([server], { timeoutMs: 1000 })
    const pending = questions(33).map(name => client.query(name, 'TXT'))
    await server.reached(32)
    clock.advance(450)
    for (const each of held.splice(0)) good(each)
    await Promise.all(pending.slice(0, 32))
    clock.advance(900)
    expect(client.stats.inFlight).toBe(1)
    isAwake = true
    for (const each of held.splice(0)) good(each)
    expect(new Set(await ended(pending))).toEqual(new Set(['records']))
  })

  it('leave the queue when they are cancelled', async () => {
    const server = await serverThat(() => {})
    const client = clientOf([server])
    const abort = new AbortController()
    const kept = questions(32).map(name => client.query(name, 'TXT'))
    const given = questions(100).map(name => client.query(name, 'TXT', abort.signal))
    await server.reached(32)
    abort.abort()
    expect(new Set(await ended(given))).toEqual(new Set(['cancelled']))
    expect(client.stats).toMatchObject({ inFlight: 32, queued: 0 })
    client.close()
    await Promise.all(kept)
    expect(server.arrived).toHaveLength(32)
  })

  it('of a small scan do not wait for those of a large one', async () => {
    const held: Arrived[] = []
    const server = await serverThat(question => void held.push(question))
    const client = clientOf([server])
    const [large, small] = [new AbortController(), new AbortController()]
    const others = questions(500).map(name => client.query(name, 'TXT', large.signal))
    await server.reached(32)
    const mine = questions(10).map(name => client.query(`small.${name}`, 'TXT', small.signal))
    for (const each of held.splice(0, 10)) good(each)
    await server.reached(52)
    const arrived = server.arrived.filter(({ name }) => name.toLowerCase().startsWith('small.'))
    expect(arrived).toHaveLength(10)
    client.close()
    await Promise.all([...others, ...mine])
  })
})

describe('a resolver that bears few queries at once', () => {
  it.each([40, 20, 5])('%i: is asked again after a refusal, and every query is answered', async limit => {
    const server = await serverThat(forwarder(limit))
    const client = clientOf([server])
    const kinds = await ended(questions(600).map(name => client.query(name, 'TXT')))
    expect(new Set(kinds)).toEqual(new Set(['records']))
    expect(client.stats.postponed).toBeGreaterThan(0)
  })

  it('gets fewer queries afterwards: less than one in four is refused', async () => {
    const server = await serverThat(forwarder(40))
    const client = clientOf([server])
    await ended(questions(300).map(name => client.query(name, 'TXT')))
    const before = client.stats.postponed
    await ended(questions(400).map(name => client.query(name, 'TXT')))
    expect(client.stats.postponed - before).toBeLessThan(100)
  })

  it('is not waited for when another resolver answers', async () => {
    const first = await serverThat(question => (first.arrived.length === 1 ? good(question) : refuse(question)))
    const second = await serverThat(good)
    const client = clientOf([first, second])
    await client.query('example.com', 'TXT')
    // The clock does not advance.
    expect(await client.query('example.com', 'TXT')).toMatchObject({ kind: 'records', via: { server: second.name } })
    expect(client.stats.postponed).toBe(0)
  })

  it('is asked again when the other resolver fails', async () => {
    const busy = await serverThat(question => (busy.arrived.length === 2 ? refuse(question) : good(question)))
    const broken = await serverThat(question => question.send(response(question, { rcode: 2 })))
    const client = clientOf([busy, broken])
    expect(await ended([client.query('example.com', 'TXT'), client.query('example.com', 'TXT')])).toEqual([
      'records',
      'records',
    ])
    expect(await ended([client.query('example.com', 'TXT')])).toEqual(['records'])
  })
})

describe('a resolver that refuses', () => {
  it('everything from the start is found out with one packet for each query', async () => {
    const server = await serverThat(refuse)
    const client = clientOf([server])
    const pending = questions(100).map(name => client.query(name, 'TXT'))
    expect(new Set(await ended(pending))).toEqual(new Set(['refused']))
    expect(client.stats.packets).toBe(100)
  })

  it('one query again and again, but not others, has refused it: after six packets in three seconds', async () => {
    const server = await serverThat(question =>
      question.name.toLowerCase().startsWith('no') ? refuse(question) : good(question),
    )
    const client = clientOf([server], { random: octets => octets.fill(0x80) })
    await client.query('example.com', 'TXT')
    const startedAt = performance.now()
    expect(await ended([client.query('no.example.com', 'TXT')])).toEqual(['refused'])
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(3100)
    expect(performance.now() - startedAt).toBeLessThan(3300)
    expect(server.arrived).toHaveLength(7)
  })

  it('everything for five seconds is asked only once for each further query', async () => {
    const server = await serverThat(question => (server.arrived.length === 1 ? good(question) : refuse(question)))
    const client = clientOf([server])
    await client.query('example.com', 'TXT')
    expect(await ended([client.query('a.example.com', 'TXT')])).toEqual(['refused'])
    clock.advance(5000)
    const before = client.stats.packets
    expect(await client.query('b.example.com', 'TXT')).toMatchObject({ kind: 'failed', reason: 'refused' })
    expect(client.stats.packets - before).toBe(1)
  })

  it('by policy, and says so, is not asked again', async () => {
    const server = await serverThat(question =>
      server.arrived.length === 1
        ? good(question)
        : question.send(response(question, { rcode: 5, ede: [{ code: 15 }] })),
    )
    const client = clientOf([server])
    await client.query('example.com', 'TXT')
    expect(await client.query('blocked.example.com', 'TXT')).toMatchObject({ kind: 'failed', reason: 'refused' })
    expect(server.arrived).toHaveLength(2)
  })

  it('is not waited for by a query that is cancelled', async () => {
    const server = await serverThat(question => (server.arrived.length === 1 ? good(question) : refuse(question)))
    const client = clientOf([server])
    await client.query('example.com', 'TXT')
    const abort = new AbortController()
    const given = client.query('a.example.com', 'TXT', abort.signal)
    await server.reached(2)
    await turn()
    abort.abort()
    expect(await given).toMatchObject({ kind: 'failed', reason: 'cancelled' })
    expect(client.stats).toMatchObject({ inFlight: 0, queued: 0 })
  })

  it('as one of a zone’s own servers, refuses: it is not asked again', async () => {
    const server = await serverThat(question =>
      server.arrived.length === 1 ? question.send(response(question, { aa: true, answers: [] })) : refuse(question),
    )
    const client = clientOf([])
    const question = { name: 'example.com', type: 'TXT', checkingDisabled: false, zone: 'example.com' } as const
    expect((await client.ask(question, [server.name])).verdict.kind).toBe('no-data')
    expect((await client.ask(question, [server.name])).verdict).toMatchObject({ kind: 'failed', reason: 'refused' })
    expect(server.arrived).toHaveLength(2)
  })
})

describe('a zone with silent servers', () => {
  it('never blocks the queries of other scans, nor those about other zones', async () => {
    const server = await serverThat(question =>
      question.name.toLowerCase().endsWith('silent.test') ? undefined : good(question),
    )
    const client = clientOf([server])
    const [hostile, honest] = [new AbortController(), new AbortController()]
    const waiting = Array.from({ length: 300 }, (_, i) => client.query(`n${i}.silent.test`, 'TXT', hostile.signal))
    const beside = client.query('other.example', 'TXT', hostile.signal)
    await server.reached(32)
    const pending = questions(100).map(name => client.query(name, 'TXT', honest.signal))
    const startedAt = performance.now()
    expect(new Set(await ended([...pending, beside]))).toEqual(new Set(['records']))
    expect(performance.now() - startedAt).toBeLessThan(1500)
    client.close()
    await Promise.all(waiting)
  })
})

describe('a resolver that loses packets', () => {
  it('gets fewer queries at once; one that only answers late does not', async () => {
    const lossy = await serverThat(question => {
      if (lossy.arrived.length <= 32 && lossy.arrived.length % 4 === 0) return
      good(question)
    })
    const slow = await serverThat(question => {
      if (slow.arrived.length <= 32 && slow.arrived.length % 4 === 0) late.push(question)
      else good(question)
      for (const each of late.splice(0, slow.arrived.length > 32 ? 9 : 0)) good(each)
    })
    const late: Arrived[] = []
    const most = async (server: typeof lossy): Promise<number> => {
      const client = clientOf([server])
      await ended(questions(32).map(name => client.query(name, 'TXT')))
      for (let i = 0; i < 30; i++) clock.advance(5)
      const pending = questions(300).map(name => client.query(name, 'TXT'))
      const { inFlight } = client.stats
      await ended(pending)
      return inFlight
    }
    expect(await most(lossy)).toBe(32)
    expect(await most(slow)).toBe(64)
  })
})

describe('a first resolver that falls silent', () => {
  it('does not hold the queue: the rest goes to the second one', async () => {
    const dead = await serverThat(() => {})
    const second = await serverThat(good)
    const client = clientOf([dead, second])
    const pending = questions(300).map(name => client.query(name, 'TXT'))
    const startedAt = performance.now()
    expect(new Set(await ended(pending))).toEqual(new Set(['records']))
    expect(performance.now() - startedAt).toBeLessThan(1000)
    expect(dead.arrived.length).toBeLessThan(100)
  })
})
