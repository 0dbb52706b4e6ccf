import { type Answer, type RecordType, type Resolver, unasked } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { sparingSilentZones } from './silent-zones.ts'

const timeout = unasked('timeout', 0)
const servfail = unasked('servfail', 0)
const noData: Answer = { kind: 'no-data', via: timeout.via }

/** A resolver whose queries stay open until the test answers the oldest of them. */
function held() {
  const open: ((answer: Answer) => void)[] = []
  let asked = 0
  const resolver: Resolver = {
    query: <T extends RecordType>() => {
      asked++
      return new Promise<Answer<T>>(resolve => open.push(answer => resolve(answer as Answer<T>)))
    },
  }
  return {
    resolver: sparingSilentZones(resolver, { zoneOf: name => name.split('.').slice(-2).join('.') }),
    get asked() {
      return asked
    },
    /** Ends the oldest queries and waits until the callers know. */
    async end(count: number, answer: Answer): Promise<void> {
      for (const each of open.splice(0, count)) each(answer)
      for (let i = 0; i < 10; i++) await Promise.resolve()
    },
  }
}

function ask({ resolver }: { resolver: Resolver }, count: number, zone: string, type: RecordType = 'TXT') {
  return Array.from({ length: count }, (_, i) => resolver.query(`n${i}.${zone}`, type))
}

async function reasons(answers: Promise<Answer>[]): Promise<string[]> {
  return (await Promise.all(answers)).map(answer => (answer.kind === 'failed' ? answer.reason : answer.kind))
}

describe('a zone that has not answered yet', () => {
  it('gets 24 queries at once, while other zones get theirs', () => {
    const dns = held()
    void ask(dns, 200, 'silent.example')
    expect(dns.asked).toBe(24)
    void ask(dns, 10, 'other.example')
    expect(dns.asked).toBe(34)
  })

  it('gets all others with its first answer', async () => {
    const dns = held()
    void ask(dns, 200, 'healthy.example')
    await dns.end(1, noData)
    expect(dns.asked).toBe(200)
  })

  it('gets all others when the resolver reports a failure, which holds no query open', async () => {
    const dns = held()
    void ask(dns, 200, 'broken.example')
    await dns.end(1, servfail)
    expect(dns.asked).toBe(200)
  })

  it('gets no other query for one that timed out, because the resolver still holds that open', async () => {
    const dns = held()
    void ask(dns, 200, 'silent.example')
    await dns.end(3, timeout)
    expect(dns.asked).toBe(24)
  })

  it('is not proved by a DS record, which its parent answers', async () => {
    const dns = held()
    void ask(dns, 1, 'silent.example', 'DS')
    await dns.end(1, noData)
    void ask(dns, 200, 'silent.example')
    expect(dns.asked).toBe(25)
  })
})

describe('a zone with 12 timeouts and no answer', () => {
  it('is asked no more: what waits and what comes later is a timeout at once', async () => {
    const dns = held()
    const answers = ask(dns, 200, 'silent.example')
    await dns.end(24, timeout)
    const later = ask(dns, 10, 'silent.example')
    expect(new Set(await reasons([...answers, ...later]))).toEqual(new Set(['timeout']))
    expect(dns.asked).toBe(24)
  })

  it('is asked again when one of those in flight is answered after all', async () => {
    const dns = held()
    void ask(dns, 24, 'slow.example')
    await dns.end(12, timeout)
    const meanwhile = dns.resolver.query('a.slow.example', 'TXT')
    expect(await reasons([meanwhile])).toEqual(['timeout'])
    await dns.end(1, noData)
    void ask(dns, 5, 'slow.example')
    expect(dns.asked).toBe(29)
  })

  it('that answered once is asked on, however many timeouts follow', async () => {
    const dns = held()
    void ask(dns, 50, 'slow.example')
    await dns.end(1, noData)
    await dns.end(49, timeout)
    void ask(dns, 5, 'slow.example')
    expect(dns.asked).toBe(55)
  })
})

it('a cancelled query proves nothing and counts as no timeout', async () => {
  const dns = held()
  void ask(dns, 60, 'silent.example')
  await dns.end(20, unasked('cancelled', 0))
  expect(dns.asked).toBe(44)
})
