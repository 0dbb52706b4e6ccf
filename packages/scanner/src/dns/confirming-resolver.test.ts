import { type Answer, type RecordType, type Resolver, unasked, type Via } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { confirmingResolver } from './confirming-resolver.ts'

const via = (over: Partial<Via> = {}): Via => ({ ...unasked('timeout', 1000).via, rcode: 'NOERROR', ...over })

function saying(answer: Answer): Resolver & { asked: number } {
  const resolver = {
    asked: 0,
    query<T extends RecordType>(): Promise<Answer<T>> {
      resolver.asked++
      return Promise.resolve(answer as Answer<T>)
    },
  }
  return resolver
}

const records: Answer = {
  kind: 'records',
  records: [{ type: 'TXT', name: 'example.com', ttl: 60, strings: ['v=DMARC1'] }],
  via: via({ authoritative: true, server: '192.0.2.1:53', ttl: 60 }),
}
const now = () => new Date(50_000)
const none: Answer = { kind: 'no-such-name', via: via({ rcode: 'NXDOMAIN', server: '127.0.0.1:53', ttl: 120 }) }

describe('a negative answer', () => {
  it('that the zone contradicts becomes its records, with the time until which resolvers may cache the older answer', async () => {
    const answer = await confirmingResolver(saying(none), saying(records), { now }).query('example.com', 'TXT')
    expect(answer).toEqual({ ...records, via: { ...records.via, heldUntil: 50_000 + 120_000 } })
  })

  it('that the zone confirms becomes the zone’s answer', async () => {
    const own: Answer = { kind: 'no-data', via: via({ authoritative: true }) }
    expect(await confirmingResolver(saying(none), saying(own), { now }).query('example.com', 'TXT')).toEqual(own)
  })

  it('is used, marked with the reason, when the zone cannot be asked', async () => {
    const answer = await confirmingResolver(saying(none), saying(unasked('refused', 0))).query('example.com', 'TXT')
    expect(answer).toEqual({ ...none, via: { ...none.via, unconfirmed: 'refused' } })
  })

  it('is used unchanged when direct queries are off', async () => {
    expect(await confirmingResolver(saying(none), null).query('example.com', 'TXT')).toEqual(none)
  })

  it('obtained despite broken DNSSEC stays marked so, whatever the zone answers', async () => {
    const ede = [{ code: 9, text: '' }]
    const bogus: Answer = { kind: 'no-data', via: via({ authentic: 'bogus', ede }) }
    const answer = await confirmingResolver(saying(bogus), saying(records)).query('example.com', 'TXT')
    expect(answer).toMatchObject({ kind: 'records', via: { authentic: 'bogus', ede, authoritative: true } })
  })
})

describe('every other answer', () => {
  it.each([records, unasked('timeout', 0)])('is returned unchanged, without asking the zone', async given => {
    const authoritative = saying(none)
    expect(await confirmingResolver(saying(given), authoritative).query('example.com', 'TXT')).toEqual(given)
    expect(authoritative.asked).toBe(0)
  })
})
