import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CheckId, Section } from '../check/index.ts'
import { blacklistOf, threatOf } from '../health/healthy-checks.fixture.ts'
import type { Basis, ScanReply } from '../health/index.ts'
import type { AlertMemory } from './candidate.ts'
import { decideAlerts } from './memory.ts'
import { alertsOfScan } from './scan-rules.ts'
import { listing, scanWith, unanswered } from './scans.fixture.ts'

const whole = await scanWith()
const checks = ['dmarc', 'blacklist', 'threat'] as const

/** Every state of the three checks that alerts rest on: good, bad or without an answer. */
const states = ['good', 'bad', 'failed'] as const
type State = (typeof states)[number]

const scans = new Map<string, ScanReply>()
for (const dmarc of states)
  for (const blacklist of states)
    for (const threat of states) {
      const of = <T>(state: State, bad: Section<T>): { section?: Section<T> } =>
        state === 'good' ? {} : { section: state === 'bad' ? bad : unanswered }
      const [lists, threats] = [of(blacklist, blacklistOf(listing)), of(threat, threatOf('hit'))]
      const scan = await scanWith({
        ...(dmarc === 'bad' ? { record: null } : dmarc === 'failed' ? { dmarc: unanswered } : {}),
        ...(lists.section && { blacklist: lists.section }),
        ...(threats.section && { threat: threats.section }),
      })
      scans.set([dmarc, blacklist, threat].join(), scan)
    }

const someStates = fc.tuple(fc.constantFrom(...states), fc.constantFrom(...states), fc.constantFrom(...states))
const someScan = fc
  .record({
    states: someStates,
    score: fc.option(fc.integer({ min: 0, max: 100 })),
    model: fc.constantFrom(1, 1, 1, 2),
  })
  .map(({ states, score, model }): ScanReply => {
    const scan = scans.get(states.join()) ?? whole
    return { ...scan, health_score: score, basis: { ...scan.basis, model } }
  })
const someScans = fc.array(fc.tuple(someScan, fc.integer({ min: 1, max: 30 })), { minLength: 2, maxLength: 12 })

/** What one scan after another leads to. */
function run(given: readonly (readonly [scan: ScanReply, hours: number])[]) {
  let memory: readonly AlertMemory[] = []
  let before: ScanReply | null = null
  let hours = 0
  return given.map(([after, later]) => {
    hours += later
    const now = new Date(Date.UTC(2026, 10, 1, hours))
    const candidates = alertsOfScan({ before, after, memory })
    const decision = decideAlerts(memory, candidates, now)
    const keys = new Set(decision.memory.map(({ candidate }) => candidate.key))
    memory = [...memory.filter(({ candidate }) => !keys.has(candidate.key)), ...decision.memory]
    const step = { before, after, hours, now, memory, alerts: decision.alerts }
    before = after
    return step
  })
}

const checkOf = (key: string): CheckId => (key.startsWith('bl ') ? 'blacklist' : key === 'dmarc' ? 'dmarc' : 'threat')

it('a check without an answer neither raises nor resolves', () => {
  fc.assert(
    fc.property(someScans, given => {
      for (const { after, alerts } of run(given))
        for (const { key } of alerts) if (key !== 'score') expect(after.sections[checkOf(key)].state).toBe('checked')
    }),
  )
})

it('scans on different models raise nothing', () => {
  fc.assert(
    fc.property(someScan, someScan, (before, after) => {
      const other: Basis = { ...before.basis, model: 3 }
      expect(alertsOfScan({ before: { ...before, basis: other }, after, memory: [] })).toEqual([])
    }),
  )
})

it('a score is compared only with one on an equal basis', () => {
  fc.assert(
    fc.property(someScans, given => {
      let waiting: AlertMemory | undefined
      for (const { before, after, alerts, memory } of run(given)) {
        for (const { key, state, cause, basis } of alerts)
          if (key === 'score' && cause.kind === 'score') {
            // What waited for its day is about an earlier drop: the scan has to be on the basis of that one.
            const other = state === 'raised' && waiting ? basis : before?.basis
            expect([other?.model, other?.unchecked]).toEqual([after.basis.model, after.basis.unchecked])
          }
        waiting = memory.find(({ candidate, state }) => candidate.key === 'score' && state === 'waiting')
      }
    }),
  )
})

it('the same scan again sends nothing', () => {
  fc.assert(
    fc.property(someScans, given => {
      for (const { before, after, now, memory } of run(given)) {
        const again = decideAlerts(memory, alertsOfScan({ before, after, memory }), now)
        expect(again.alerts).toEqual([])
        const next = decideAlerts(memory, alertsOfScan({ before: after, after, memory }), now)
        // On a new basis the second scan may be the first whose score can be compared.
        expect(next.alerts.filter(({ key, state }) => key !== 'score' || state === 'raised')).toEqual([])
      }
    }),
  )
})

it('a problem is raised at most once a day and resolved at most once each time', () => {
  fc.assert(
    fc.property(someScans, given => {
      const last = new Map<string, { state: string; hours: number }>()
      for (const { alerts, hours } of run(given))
        for (const { key, state } of alerts) {
          const before = last.get(key)
          if (state === 'resolved') expect(before?.state).toBe('raised')
          else {
            expect(hours - (before?.hours ?? -24)).toBeGreaterThanOrEqual(24)
          }
          last.set(key, { state, hours: state === 'raised' ? hours : (before?.hours ?? hours) })
        }
    }),
  )
})

it('what is bad, then good, then bad again is not forgotten: the last state is sent when a day is over', () => {
  fc.assert(
    fc.property(
      someStates.filter(one => one.includes('bad')),
      fc.integer({ min: 1, max: 20 }),
      (bad, hours) => {
        const scan = scans.get(bad.join()) ?? whole
        const steps = run([
          [whole, 1],
          [scan, 1],
          [whole, 1],
          [scan, hours],
          [scan, 24],
        ])
        const last = new Map(steps.flatMap(({ alerts }) => alerts.map(({ key, state }) => [key, state] as const)))
        for (const [index, check] of checks.entries())
          if (bad[index] === 'bad') {
            expect(
              [...last].filter(([key]) => key !== 'score' && checkOf(key) === check).map(([, state]) => state),
            ).toEqual(['raised'])
          }
      },
    ),
  )
})
