import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confirmed, isKept, type RelayRecord } from './confirm.ts'
import type { MailHostReport, RelayState } from './probe.ts'
import { aReport } from './report.fixture.ts'

const at = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * 3_600_000).toISOString()

/** The reported states after tests with these outcomes, at these hours. */
function told(...tests: readonly (readonly [hours: number, outcome: RelayState])[]): RelayState[] {
  let record: RelayRecord | null = null
  return tests.map(([hours, relay]) => {
    record = confirmed(record, aReport({ relay, testedAt: at(hours) }))
    return record.report.relay
  })
}

/** The report of a test, with a transcript of its own. */
function tested(hours: number, relay: RelayState): MailHostReport {
  const report = aReport({ relay, testedAt: at(hours) })
  return { ...report, transcript: { ...report.transcript, lines: [`S: 250 at hour ${hours}`] } }
}

describe('an open relay is reported in two steps', () => {
  it('suspected first, open when it accepts again six hours later', () => {
    expect(told([0, 'suspected'], [6, 'suspected'], [12, 'suspected'])).toEqual(['suspected', 'open', 'open'])
  })

  it('not before six hours have passed', () => {
    expect(told([0, 'suspected'], [5.99, 'suspected'], [6, 'suspected'])).toEqual(['suspected', 'suspected', 'open'])
  })

  it('an inconclusive test neither confirms nor clears it', () => {
    expect(told([0, 'suspected'], [6, 'unknown'], [12, 'suspected'])).toEqual(['suspected', 'unknown', 'open'])
  })

  it('a refusal clears it: the next acceptance is a first one', () => {
    expect(told([0, 'suspected'], [6, 'closed'], [12, 'suspected'], [18, 'suspected'])).toEqual([
      'suspected',
      'closed',
      'suspected',
      'open',
    ])
  })

  it('includes the time of the earlier acceptance', () => {
    const first = confirmed(null, aReport({ relay: 'suspected', reason: 'It accepted the external recipient: 250 Ok' }))
    const second = confirmed(first, { ...first.report, testedAt: '2026-11-20T18:30:00.000Z' })
    expect(second.report.reason).toBe(
      'It accepted the external recipient: 250 Ok (first accepted on 2026-11-20 12:00 UTC)',
    )
  })

  it('keeps the first transcript, and an open relay shows both tests', () => {
    let record: RelayRecord | null = null
    const after = [
      tested(0, 'suspected'),
      tested(1, 'suspected'),
      tested(7, 'unknown'),
      tested(8, 'suspected'),
      tested(14, 'suspected'),
      tested(20, 'closed'),
      tested(26, 'suspected'),
    ].map(report => {
      record = confirmed(record, report)
      return record.report.earlier
    })
    const first = {
      ...tested(0, 'suspected').transcript,
      id: 'SMTP mx1.example.com [8.26.56.25]:25 of 2026-11-20T00:00:00.000Z',
    }
    expect(after).toEqual([undefined, undefined, undefined, first, first, undefined, undefined])
  })

  it('takes the first transcript from records of older versions, and works without one', () => {
    const first = aReport({ relay: 'suspected' })
    const again = aReport({ relay: 'suspected', testedAt: '2026-11-20T18:00:00.000Z' })
    const older: RelayRecord = { report: first, acceptedAt: first.testedAt }
    expect(confirmed(older, again).report.earlier?.askedAt).toBe(Date.parse(first.testedAt))
    const overwritten = { ...older, report: aReport({ relay: 'unknown', testedAt: '2026-11-20T13:00:00.000Z' }) }
    expect(confirmed(overwritten, again).report).toMatchObject({ relay: 'open' })
    expect(confirmed(overwritten, again).report).not.toHaveProperty('earlier')
  })

  it('is never open without two acceptances six hours apart and no refusal in between', () => {
    const outcome = fc.constantFrom<RelayState>('suspected', 'closed', 'unknown')
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), outcome), { maxLength: 12 }), steps => {
        let hours = 0
        const tests = steps.map(([gap, relay]) => [(hours += gap), relay] as const)
        for (const [index, state] of told(...tests).entries()) {
          const [now, relay] = tests[index] ?? [0, 'unknown']
          const sinceRefusal = tests.slice(tests.slice(0, index).findLastIndex(test => test[1] === 'closed') + 1, index)
          const earlier = sinceRefusal.some(([then, was]) => was === 'suspected' && now - then >= 6)
          expect(state).toBe(relay === 'suspected' && earlier ? 'open' : relay)
        }
      }),
    )
  })
})

describe('a report is valid for six hours', () => {
  const record: RelayRecord = { report: aReport({ testedAt: at(0) }), acceptedAt: null }

  it('and not longer', () => {
    expect(isKept(record, new Date(at(5.99)))).toBe(true)
    expect(isKept(record, new Date(at(6)))).toBe(false)
  })

  it('also when the clock was set back', () => {
    expect(isKept(record, new Date(at(-48)))).toBe(false)
  })
})
