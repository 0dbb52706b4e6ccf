import type { VirusTotalMemory, VirusTotalSubject } from '@waxseal/scanner'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { threatCache, threatQuota } from '../db/schema/index.ts'
import type { Store } from '../db/store.ts'
import { aVirusTotalAnswer } from '../testing/neighbor-threat.ts'
import { worldOn } from '../testing/neighbors.ts'
import { onTheStore, openTestStore } from '../testing/store.ts'
import { storedVirusTotalMemory } from './threat-memory.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const start = new Date('2026-11-20T09:00:00Z')

const domain = (name: string): VirusTotalSubject => ({ kind: 'domain', name })

onTheStore('the stored memory of VirusTotal', kind => {
  let store: Store
  let clock = start
  const at = (ms: number) => {
    clock = new Date(start.getTime() + ms)
  }
  /** As another process opens it. */
  const open = ({ perMinute = 4, perDay = 500 } = {}): VirusTotalMemory =>
    storedVirusTotalMemory(store, { now: () => clock, perMinute, perDay })
  /** How many of 40 requests at once, half of them of another process, are granted. */
  const granted = async (quota: { perMinute: number; perDay: number }): Promise<number> => {
    const processes = [open(quota), open(quota)]
    const asked = processes.flatMap(memory => Array.from({ length: 20 }, () => memory.take()))
    return (await Promise.all(asked)).filter(Boolean).length
  }
  /** Whether a request is granted so many milliseconds after the start. */
  const isOpen = async (ms: number): Promise<boolean> => {
    at(ms)
    return open().take()
  }
  beforeAll(async () => {
    store = await openTestStore(kind, { connections: 5 })
  })
  beforeEach(async () => {
    clock = start
    await store.db.delete(threatQuota)
    await store.db.delete(threatCache)
  })
  afterAll(() => store.close())

  describe('an answer', () => {
    it('is recalled by every process, complete, and only about its subject', async () => {
      const answer = aVirusTotalAnswer(clock)
      await open().keep(domain('example.com'), answer)
      expect(await open().recall(domain('example.com'))).toEqual(answer)
      expect(await open().recall(domain('example.org'))).toBeNull()
      expect(await open().recall({ kind: 'address', name: 'example.com' })).toBeNull()
    })

    it('is replaced by a later one', async () => {
      await open().keep(domain('example.com'), aVirusTotalAnswer(clock))
      at(hour)
      const later = aVirusTotalAnswer(clock, { isKnown: false })
      await open().keep(domain('example.com'), later)
      expect(await open().recall(domain('example.com'))).toEqual(later)
    })

    it('is recalled for 24 hours after the request that brought it', async () => {
      await open().keep(domain('example.com'), aVirusTotalAnswer(clock))
      at(day - 1)
      expect(await open().recall(domain('example.com'))).not.toBeNull()
      at(day)
      expect(await open().recall(domain('example.com'))).toBeNull()
    })

    it('that a wrong clock dated into the future is not recalled', async () => {
      await open().keep(domain('example.com'), aVirusTotalAnswer(new Date(start.getTime() + hour)))
      expect(await open().recall(domain('example.com'))).toBeNull()
    })

    it('with NUL and lone surrogates is kept with U+FFFD in their place', async () => {
      const engines = [{ vendor: 'A\0B', category: 'malicious', tier: 3, detail: '\uD800' }] as const
      await open().keep(domain('example.com'), aVirusTotalAnswer(clock, { engines }))
      const recalled = await open().recall(domain('example.com'))
      expect(recalled?.report.engines).toEqual([{ ...engines[0], vendor: 'A\uFFFDB', detail: '\uFFFD' }])
    })

    it('of more than 256 KB is kept without the text of its response, or not at all', async () => {
      const { report, evidence } = aVirusTotalAnswer(clock)
      await open().keep(domain('long.example'), { report, evidence: { ...evidence, lines: ['x'.repeat(300_000)] } })
      expect(await open().recall(domain('long.example'))).toEqual({
        report,
        evidence: { ...evidence, lines: ['(too long to be stored)'] },
      })
      await open().keep(domain('huge.example'), aVirusTotalAnswer(clock, { categories: ['x'.repeat(300_000)] }))
      expect(await open().recall(domain('huge.example'))).toBeNull()
    })
  })

  describe('the quota of the key', () => {
    it('grants so many requests a minute and a UTC day, however many ask at once', async () => {
      const quota = { perMinute: 4, perDay: 10 }
      const counts: number[] = []
      for (const ms of [0, 59_999, minute, 2 * minute, 3 * minute, 15 * hour - 1, 15 * hour, 15 * hour + minute]) {
        at(ms)
        counts.push(await granted(quota))
      }
      expect(counts).toEqual([4, 0, 4, 2, 0, 0, 4, 4])
    })

    it('grants nothing where it is 0', async () => {
      expect([await open({ perMinute: 0 }).take(), await open({ perDay: 0 }).take()]).toEqual([false, false])
    })

    it('counts the request of a process whose clock is seconds behind into the newer minute and the newer day', async () => {
      const quota = { perMinute: 2, perDay: 3 }
      at(15 * hour)
      expect(await granted(quota)).toBe(2)
      at(15 * hour - second)
      expect(await granted(quota)).toBe(0)
      at(15 * hour + minute)
      expect(await granted(quota)).toBe(1)
    })

    it('keeps the count of the day, not that of the minute, when the clock is set back by half an hour', async () => {
      const quota = { perMinute: 4, perDay: 6 }
      expect(await granted(quota)).toBe(4)
      at(-30 * minute)
      expect(await granted(quota)).toBe(2)
    })

    it('starts again when the clock is set back by a year', async () => {
      const quota = { perMinute: 4, perDay: 4 }
      at(365 * day)
      await open(quota).pause(new Date(start.getTime() + 366 * day))
      expect(await granted(quota)).toBe(0)
      at(0)
      expect(await granted(quota)).toBe(4)
    })
  })

  describe('a pause', () => {
    it('holds back all processes until its end', async () => {
      await open().pause(new Date(start.getTime() + 5 * minute))
      expect([await isOpen(0), await isOpen(5 * minute - 1), await isOpen(5 * minute)]).toEqual([false, false, true])
    })

    it('is never shortened by another one', async () => {
      await open().pause(new Date(start.getTime() + 5 * minute))
      await open().pause(new Date(start.getTime() + 2 * minute))
      expect([await isOpen(2 * minute), await isOpen(5 * minute)]).toEqual([false, true])
    })

    it('lasts 24 hours at most', async () => {
      await open().pause(new Date(start.getTime() + 30 * day))
      expect([await isOpen(day - 1), await isOpen(day)]).toEqual([false, true])
    })

    it('changes no count', async () => {
      const quota = { perMinute: 2, perDay: 500 }
      await open(quota).take()
      await open(quota).pause(new Date(start.getTime() + second))
      at(2 * second)
      expect([await open(quota).take(), await open(quota).take()]).toEqual([true, false])
    })
  })

  /** What happens after so many milliseconds. */
  const forward = fc.oneof(fc.integer({ min: 0, max: minute }), fc.integer({ min: 0, max: day }))
  const steps = (passing: fc.Arbitrary<number>) =>
    fc.array(fc.record({ passing, pause: fc.option(fc.integer({ min: -minute, max: 2 * day }), { freq: 6 }) }), {
      maxLength: 40,
    })
  const quotas = fc.record({ perMinute: fc.integer({ min: 1, max: 3 }), perDay: fc.integer({ min: 1, max: 6 }) })

  it('grants what a list of all granted requests and the end of the longest pause allow', async () => {
    await fc.assert(
      fc.asyncProperty(quotas, steps(forward), async (quota, walk) => {
        await store.db.delete(threatQuota)
        let ms = 0
        let pausedUntil = 0
        const grants: number[] = []
        for (const { passing, pause } of walk) {
          ms += passing
          at(ms)
          if (pause === null) {
            const now = clock.getTime()
            const within = (length: number) =>
              grants.filter(each => Math.floor(each / length) === Math.floor(now / length)).length
            const allowed = within(minute) < quota.perMinute && within(day) < quota.perDay && now >= pausedUntil
            expect(await open(quota).take()).toBe(allowed)
            if (allowed) grants.push(now)
          } else {
            pausedUntil = Math.max(pausedUntil, clock.getTime() + Math.min(pause, day))
            await open(quota).pause(new Date(clock.getTime() + pause))
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it('is open again within two days after any walk of the clock', async () => {
    const anywhere = fc.oneof(forward, forward, fc.integer({ min: -400 * day, max: 400 * day }))
    await fc.assert(
      fc.asyncProperty(quotas, steps(anywhere), fc.integer({ min: -day, max: day }), async (quota, walk, last) => {
        await store.db.delete(threatQuota)
        let ms = 0
        for (const { passing, pause } of walk) {
          ms += passing
          at(ms)
          if (pause === null) await open(quota).take()
          else await open(quota).pause(new Date(clock.getTime() + pause))
        }
        // A pause of a clock that ran ahead may hold at the first of these moments, and has ended at the second.
        at(ms + last + day + 5 * minute)
        const first = await open(quota).take()
        at(ms + last + 2 * (day + 5 * minute))
        expect(first || (await open(quota).take())).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})

onTheStore('the stored memory of one subject', kind => {
  const aWorld = worldOn(kind)

  it('changes no other subject’s row', async () => {
    const { store, touched, now } = await aWorld()
    const memory = storedVirusTotalMemory(store, { now: () => now, perMinute: 4, perDay: 500 })
    const keep = (name: string) => touched(() => memory.keep(domain(name), aVirusTotalAnswer(now)))
    expect(await keep('own.example')).toEqual(['threat_cache virustotal domain own.example: answer, asked_at'])
    expect(await keep('new.example')).toEqual(['+ threat_cache virustotal domain new.example'])
    expect(await touched(() => memory.recall(domain('own.example')))).toEqual([])
    expect(await touched(() => memory.take())).toEqual(['threat_quota virustotal: day_requests, minute_requests'])
    expect(await touched(() => memory.pause(new Date(now.getTime() + minute)))).toEqual([
      'threat_quota virustotal: paused_until',
    ])
    expect(await touched(() => memory.take())).toEqual([])
  })
})

onTheStore('a database that fails', kind => {
  it('rejects each call, so that the source can say that it could not ask', async () => {
    const store = await openTestStore(kind)
    await store.close()
    const memory = storedVirusTotalMemory(store, { now: () => start, perMinute: 4, perDay: 500 })
    const calls = [
      memory.recall(domain('example.com')),
      memory.keep(domain('example.com'), aVirusTotalAnswer(start)),
      memory.take(),
      memory.pause(start),
    ]
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  })
})
