import type { Answer, RecordType, Resolver, Signal, Via } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { cachingResolver } from './caching-resolver.ts'

const via = (over: Partial<Via> = {}): Via => ({
  server: '192.0.2.53:53',
  authoritative: false,
  rcode: 'NOERROR',
  ede: [],
  authentic: 'yes',
  cnames: [],
  ttl: 300,
  ms: 12,
  askedAt: 1_000_000,
  cached: false,
  ...over,
})

const txt = (over: Partial<Via> = {}): Answer<'TXT'> => ({
  kind: 'records',
  records: [{ type: 'TXT', name: 'example.com', ttl: 400, strings: ['x'] }],
  via: via(over),
})

interface Asked {
  key: string
  signal: Signal | undefined
  answer: (answer: Answer) => void
}

/** A resolver whose answers the test provides, and a clock that the test moves. */
function world(options: { entries?: number } = {}) {
  const asked: Asked[] = []
  const below: Resolver = {
    query: <T extends RecordType>(name: string, type: T, signal?: Signal) =>
      new Promise<Answer<T>>(resolve => {
        const answer = (given: Answer): void => resolve(given as Answer<T>)
        asked.push({ key: `${type} ${name}`, signal, answer })
      }),
  }
  const clock = { ms: 1_000_000 }
  const resolver = cachingResolver(below, { now: () => new Date(clock.ms), ...options })
  /** Sends a query and lets the resolver below answer it, if it is asked. */
  const ask = async (name: string, given: Answer = txt()): Promise<Answer> => {
    const before = asked.length
    const answer = resolver.query(name, 'TXT')
    asked[before]?.answer(given)
    return answer
  }
  return { asked, clock, resolver, ask }
}

describe('the cache', () => {
  it('keeps an answer for its TTL, marked as cached, with the remaining TTL', async () => {
    const { asked, clock, ask } = world()
    const first = await ask('example.com')
    expect(first).toEqual(txt())
    clock.ms += 100_500
    expect(await ask('Example.COM.')).toEqual({
      kind: 'records',
      records: [{ type: 'TXT', name: 'example.com', ttl: 300, strings: ['x'] }],
      via: via({ cached: true, ms: 0, ttl: 199 }),
    })
    clock.ms += 199_500
    await ask('example.com')
    expect(asked).toHaveLength(2)
  })

  it('keeps a negative answer for at most a minute', async () => {
    const { asked, clock, ask } = world()
    const none: Answer = { kind: 'no-such-name', via: via({ ttl: 3600 }) }
    await ask('no.example.com', none)
    clock.ms += 59_999
    expect(await ask('no.example.com', none)).toMatchObject({ kind: 'no-such-name', via: { cached: true, ttl: 0 } })
    clock.ms += 1
    await ask('no.example.com', none)
    expect(asked).toHaveLength(2)
  })

  it('never keeps a failure or an answer with TTL 0', async () => {
    const { asked, ask } = world()
    for (const given of [
      { kind: 'failed', reason: 'timeout', via: via() } as const,
      { kind: 'no-data', via: via({ ttl: 0 }) } as const,
    ]) {
      const before = asked.length
      await ask('example.com', given)
      await ask('example.com', given)
      expect(asked).toHaveLength(before + 2)
    }
  })

  it('drops the least recently used answer when it is full', async () => {
    const { asked, ask } = world({ entries: 2 })
    await ask('a')
    await ask('b')
    await ask('a')
    await ask('c')
    expect(asked.map(each => each.key)).toEqual(['TXT a', 'TXT b', 'TXT c'])
    await ask('a')
    expect(asked).toHaveLength(3)
    await ask('b')
    expect(asked).toHaveLength(4)
  })

  it('keeps answers of different types separate', async () => {
    const { asked, ask, resolver } = world()
    await ask('example.com')
    void resolver.query('example.com', 'MX')
    expect(asked.map(each => each.key)).toEqual(['TXT example.com', 'MX example.com'])
  })
})

describe('equal concurrent queries', () => {
  it('are sent once, and none of a hundred is marked as cached', async () => {
    const { asked, resolver } = world()
    const answers = Array.from({ length: 100 }, () => resolver.query('example.com', 'TXT'))
    expect(asked).toHaveLength(1)
    asked[0]?.answer(txt())
    for (const answer of await Promise.all(answers)) expect(answer.via.cached).toBe(false)
  })

  it('still answer the others when one caller gives up', async () => {
    const { asked, resolver } = world()
    const abort = new AbortController()
    const given = resolver.query('example.com', 'TXT', abort.signal)
    const kept = resolver.query('example.com', 'TXT', new AbortController().signal)
    abort.abort()
    expect(await given).toMatchObject({ kind: 'failed', reason: 'cancelled' })
    expect(asked[0]?.signal?.aborted).toBe(false)
    asked[0]?.answer(txt())
    expect((await kept).kind).toBe('records')
  })

  it('are canceled with the last caller, and sent again for a new one', async () => {
    const { asked, resolver } = world()
    const [one, two] = [new AbortController(), new AbortController()]
    const answers = [one, two].map(({ signal }) => resolver.query('example.com', 'TXT', signal))
    one.abort()
    two.abort()
    expect((await Promise.all(answers)).map(answer => answer.kind)).toEqual(['failed', 'failed'])
    expect(asked[0]?.signal?.aborted).toBe(true)
    const again = resolver.query('example.com', 'TXT')
    expect(asked).toHaveLength(2)
    asked[0]?.answer({ kind: 'failed', reason: 'cancelled', via: via() })
    asked[1]?.answer(txt())
    expect((await again).kind).toBe('records')
  })

  it('continue while a caller without a signal waits', async () => {
    const { asked, resolver } = world()
    const abort = new AbortController()
    const kept = resolver.query('example.com', 'TXT')
    void resolver.query('example.com', 'TXT', abort.signal)
    abort.abort()
    expect(asked[0]?.signal?.aborted).toBe(false)
    asked[0]?.answer(txt())
    expect((await kept).kind).toBe('records')
  })

  it('send nothing for an aborted signal', async () => {
    const { asked, resolver } = world()
    expect(await resolver.query('example.com', 'TXT', AbortSignal.abort())).toMatchObject({ reason: 'cancelled' })
    expect(asked).toHaveLength(0)
  })
})
