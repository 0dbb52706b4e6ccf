import type { Answer as CoreAnswer } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import type { DnsClient } from './client.ts'
import { type Arrived, response } from './testing/loopback-server.ts'
import { loopbackWorld } from './testing/loopback-world.ts'

const { serverThat, clientOf, clock } = loopbackWorld()
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** Answers, but refuses names that end like one of these without giving a reason. */
function refusing(...policy: string[]): (question: Arrived) => void {
  return question => {
    const name = question.name.toLowerCase()
    if (policy.some(each => name.endsWith(each))) question.send(response(question, { rcode: 5 }))
    else question.send(response(question, { answers: [{ type: 'TXT', name, ttl: 300, data: ['x'] }] }))
  }
}

/** Lets time pass, in steps of 5 ms, until all queries have ended; returns their kinds. */
async function ended(pending: readonly Promise<CoreAnswer>[]): Promise<Set<string>> {
  const open = new Set(pending)
  for (const each of pending) void each.then(() => open.delete(each))
  for (let steps = 0; open.size > 0 && steps < 4000; steps++) {
    await turn()
    await turn()
    clock.advance(5)
  }
  const answers = await Promise.all(pending)
  return new Set(answers.map(answer => (answer.kind === 'failed' ? answer.reason : answer.kind)))
}

const below = (zone: string, count: number, client: DnsClient): Promise<CoreAnswer>[] =>
  Array.from({ length: count }, (_, i) => client.query(`n${i}.${zone}`, 'TXT'))

/** Asks 2,000 queries at once. Returns the size of the window, which is then full, and ends them. */
async function windowOf(client: DnsClient): Promise<number> {
  const pending = below('measure.example', 2000, client)
  const { inFlight } = client.stats
  expect(await ended(pending)).toEqual(new Set(['records']))
  return inFlight
}

describe('a zone that a resolver always refuses, without giving a reason', () => {
  it('halves the window once, and no longer when that is known', async () => {
    const server = await serverThat(refusing('policy.example'))
    const client = clientOf([server])
    expect(await windowOf(client)).toBe(32)
    const wide = await windowOf(client)
    expect(wide).toBe(512)
    const refused = below('policy.example', 160, client)
    await server.reached(4000 + 160)
    for (let i = 0; i < 4; i++) await turn()
    expect(await windowOf(client)).toBe(256)
    expect(await ended(refused)).toEqual(new Set(['refused']))
    await windowOf(client)
    expect(await windowOf(client)).toBe(512)
    await ended(below('policy.example', 160, client))
    expect(await windowOf(client)).toBe(512)
  })

  it('is asked again for some time, then with one packet for each query', async () => {
    const client = clientOf([await serverThat(refusing('policy.example'))])
    await ended(below('good.example', 10, client))
    const refused = below('policy.example', 160, client)
    await ended([...below('good.example', 100, client), ...refused])
    expect(client.stats.packets).toBeLessThan(110 + 160 * 6)
    const before = client.stats
    expect(await ended(below('policy.example', 160, client))).toEqual(new Set(['refused']))
    expect(client.stats.packets - before.packets).toBe(160)
    expect(client.stats.postponed).toBe(before.postponed)
  })

  it('costs others nothing, although there are ever more of them: the window keeps half its first size', async () => {
    const zones = Array.from({ length: 50 }, (_, i) => `policy${i}.example`)
    const client = clientOf([await serverThat(refusing(...zones))])
    await ended(below('good.example', 10, client))
    for (const zone of zones) await ended([...below(zone, 3, client), ...below('good.example', 20, client)])
    expect(await windowOf(client)).toBeGreaterThanOrEqual(16)
  })

  it('is asked again as soon as it answers', async () => {
    let isRefused = true
    const policy = refusing('policy.example')
    const client = clientOf([await serverThat(question => (isRefused ? policy : refusing())(question))])
    await ended(below('good.example', 10, client))
    await ended([...below('policy.example', 20, client), ...below('good.example', 20, client)])
    isRefused = false
    expect(await ended(below('policy.example', 20, client))).toEqual(new Set(['records']))
  })
})

describe('a single host that a resolver always refuses', () => {
  it('is known by itself: its neighbors are asked as before', async () => {
    const client = clientOf([await serverThat(refusing('ads.company.example'))])
    await ended(below('company.example', 10, client))
    const types = ['A', 'AAAA', 'TXT', 'CAA'] as const
    const ask = (): Promise<CoreAnswer>[] => types.map(type => client.query('ads.company.example', type))
    expect(await ended([...ask(), ...below('company.example', 20, client)])).toEqual(new Set(['refused', 'records']))
    const before = client.stats.packets
    expect(await ended([...ask(), ...below('company.example', 20, client)])).toEqual(new Set(['refused', 'records']))
    expect(client.stats.packets - before).toBe(4 + 20)
  })
})
