import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DnsChange } from '../watch/index.ts'
import type { JsonValue } from './alert.ts'
import type { AlertMemory } from './candidate.ts'
import { alertsOfChanges } from './change-rules.ts'
import {
  added,
  afterDecision,
  back,
  days,
  from,
  gone,
  none,
  reject,
  replaced,
  story,
  strengthened,
  weakened,
} from './changes.fixture.ts'
import { type AlertDecision, decideAlerts } from './memory.ts'
import { alertsOfScan } from './scan-rules.ts'
import { scanWith } from './scans.fixture.ts'

describe('a change of DNS', () => {
  it('that comes twice raises one alert, however late, and also after its end', () => {
    expect(
      story([
        [0, replaced, 'one'],
        [0, replaced, 'one'],
        [days(40), replaced, 'one'],
      ]),
    ).toHaveLength(1)
    expect(
      story([
        [0, replaced, 'one'],
        [1, back, 'two'],
        [2, replaced, 'one'],
        [2, back, 'two'],
      ]),
    ).toHaveLength(2)
  })

  it.each([
    ['mx', ['10 mx1.example'], ['10 mx.new.example']],
    ['spf', 'v=spf1 mx -all', 'v=spf1 a -all'],
    ['dkim s1', 'v=DKIM1; p=AAAA', 'v=DKIM1; p=BBBB'],
  ] satisfies [string, JsonValue, JsonValue][])(
    'that removes the records of %s again is another alert',
    (part, one, other) => {
      const of = (change: DnsChange): DnsChange => ({ ...change, part })
      const published = { ...added, severity: 'info' } as const
      expect(
        story([
          [0, of(from(one, gone))],
          [1, of(from(null, published, other))],
          [days(40), of(from(other, gone))],
          [days(40) + 1, of(from(null, published, other))],
          [days(80), of(from(other, gone))],
        ]),
      ).toEqual([
        '0 h dns_mx_change raised: All mail servers removed',
        '960 h dns_mx_change raised: All mail servers removed',
        // Back to the records before the second loss.
        '961 h dns_mx_change resolved: All mail servers removed',
        '1920 h dns_mx_change raised: All mail servers removed',
      ])
    },
  )

  it('that flaps is reported once within a day while its alert is open, and again the next day', () => {
    const [one, two] = [['10 a.example'], ['10 a.example', '20 b.example']]
    const lost = from(two, { ...replaced, severity: 'warning' }, one)
    const found = from(one, added, ['10 a.example', '20 b.example', '30 c.example'])
    expect(
      story([
        [0, lost],
        [1, found],
        [2, lost],
        [25, found],
        [26, lost],
      ]).map(line => line.slice(0, 26)),
    ).toEqual(['0 h dns_mx_change raised: ', '26 h dns_mx_change raised:'])
  })
})

describe('the last alert about a set of records', () => {
  it('names its present records after every change that matters, whatever the changes', () => {
    const states = ['a', 'b', 'c', null] as const
    const someStep = fc.tuple(
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(...states),
      fc.constantFrom('info', 'warning', 'critical'),
    )
    fc.assert(
      fc.property(fc.array(someStep, { minLength: 1, maxLength: 15 }), steps => {
        let memory: readonly AlertMemory[] = []
        let [hours, value, alerted]: [number, JsonValue, JsonValue] = [0, 'a', 'a']
        for (const [later, next, severity] of steps) {
          if (next === value) continue
          hours += later
          const change = { ...replaced, severity, old_value: value, new_value: next, fingerprint: String(hours) }
          const decide = (): AlertDecision =>
            decideAlerts(memory, alertsOfChanges([change], { memory }), new Date(Date.UTC(2026, 10, 1, hours)))
          const decision = decide()
          memory = afterDecision(memory, decision)
          for (const alert of decision.alerts) alerted = alert.new_value
          value = next
          if (severity !== 'info') expect(alerted).toBe(value)
          expect(decide().alerts).toEqual([])
        }
      }),
    )
  })
})

describe('a weaker DMARC policy', () => {
  it('that goes on to a worse state is another alert at once, and is resolved by the policy before the first', () => {
    expect(
      story([
        [0, weakened],
        [1, from(none, weakened, null)],
        [2, from(null, strengthened, none)],
        [3, strengthened],
      ]).filter(line => line.includes('dmarc_fail')),
    ).toEqual([
      '0 h dmarc_fail raised: DMARC policy weakened from reject to none',
      '1 h dmarc_fail raised: DMARC policy weakened from reject to none',
      '3 h dmarc_fail resolved: DMARC policy weakened from reject to none',
    ])
  })

  it('that is lost again a day later or more is another alert, resolved by the policy before it', () => {
    const published = { ...from(null, strengthened, none), severity: 'info' } as const
    expect(
      story([
        [0, from(reject, weakened, null)],
        [1, published],
        [2, from(none, weakened, null)],
        [3, published],
        [days(40), from(none, weakened, null)],
        [days(40) + 1, published],
      ]),
    ).toEqual([
      '0 h dmarc_fail raised: DMARC policy weakened from reject to none',
      '960 h dmarc_fail raised: DMARC policy weakened from reject to none',
      '961 h dmarc_fail resolved: DMARC policy weakened from reject to none',
    ])
  })

  it('that comes twice raises one alert, and so does its end', () => {
    expect(
      story([
        [0, weakened, 'one'],
        [6, strengthened, 'two'],
        [days(2), weakened, 'one'],
        [days(2), strengthened, 'two'],
      ]),
    ).toHaveLength(2)
  })

  it('that a scan and a check of the records find is one alert, in either order', async () => {
    const [strict, lax] = [`${reject}; rua=mailto:dmarc@example.com`, `${none}; rua=mailto:dmarc@example.com`]
    const [strong, weak] = [await scanWith({ record: strict }), await scanWith({ record: lax })]
    const change = from(strict, weakened, lax)
    const ofScan = (memory: readonly AlertMemory[]) =>
      alertsOfScan({ before: strong, after: weak, memory }).filter(({ type }) => type === 'dmarc_fail')
    const ofCheck = (memory: readonly AlertMemory[]) => alertsOfChanges([change], { memory })
    for (const [first, second] of [
      [ofScan, ofCheck],
      [ofCheck, ofScan],
    ] as const) {
      const decision = decideAlerts([], first([]), new Date(Date.UTC(2026, 10, 1)))
      expect(decision.alerts).toHaveLength(1)
      const memory = afterDecision([], decision)
      // The check of the next day: later than the pause between two alerts.
      expect(decideAlerts(memory, second(memory), new Date(Date.UTC(2026, 10, 2, 1))).alerts).toEqual([])
    }
  })

  it('that gets worse is another alert also where a scan finds it', async () => {
    const memory = afterDecision([], decideAlerts([], alertsOfChanges([weakened]), new Date(Date.UTC(2026, 10, 1))))
    const [weak, missing] = [await scanWith({ record: none }), await scanWith({ record: null })]
    const candidates = alertsOfScan({ before: weak, after: missing, memory })
    const { alerts } = decideAlerts(memory, candidates, new Date(Date.UTC(2026, 10, 1, 6)))
    expect(alerts).toContainEqual(expect.objectContaining({ type: 'dmarc_fail', description: 'DMARC record missing' }))
  })
})
