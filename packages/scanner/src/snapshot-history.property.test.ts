import { sortedValues } from '@waxseal/core/watch'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changesOf, type Step } from './testing/address-history.ts'

const hour = 3_600_000
const day = 24 * hour
const start = Date.parse('2026-11-20T12:00:00Z')
const someSeed = fc.integer({ min: 0, max: 2 ** 31 })
const somePeriod = fc.constantFrom(hour, 6 * hour, day)
/** The chances decide, so the same ones are tried each time. */
const settings = { seed: 41, numRuns: 40 }

type Kind = 'move' | 'back' | 'add' | 'replace-one' | 'leave' | 'remove'
const someKinds = fc.array(
  fc.tuple(
    fc.constantFrom<Kind>('move', 'back', 'add', 'replace-one', 'leave', 'remove'),
    fc.integer({ min: 0, max: 12 }),
  ),
  { minLength: 1, maxLength: 6 },
)

/** Each step comes after the one before had time to be reported: four days, or twelve where an address may have left. */
function historyOf(kinds: readonly (readonly [Kind, number])[]): Step[] {
  const steps: Step[] = [{ at: start, addresses: ['192.0.2.1', '192.0.2.2'], spreadMs: 0 }]
  let at = start + day
  for (const [index, [kind, spread]] of kinds.entries()) {
    const [now = [], before = []] = steps.toReversed().map(({ addresses }) => addresses)
    const fresh = `198.51.${index}.1`
    const addresses = {
      move: [fresh],
      back: steps.length === 1 ? [fresh] : before,
      add: [...now, fresh],
      'replace-one': [...now.slice(1), fresh],
      leave: now.length > 1 ? now.slice(1) : [fresh],
      remove: now.length === 0 ? [fresh] : [],
    }[kind]
    steps.push({ at, addresses: sortedValues(addresses), spreadMs: spread * hour })
    const isMove = !now.some(address => addresses.includes(address))
    at += isMove ? 4 * day : 12 * day
  }
  return steps
}

function transitions(steps: readonly Step[]): string[] {
  const texts = steps.map(({ addresses }) => addresses.join(' ') || 'none')
  return texts.slice(1).map((text, index) => `${texts[index]} → ${text}`)
}

it('every change of addresses is reported once and nothing else, however it reaches the servers', async () => {
  await fc.assert(
    fc.asyncProperty(
      someKinds,
      someSeed,
      somePeriod,
      fc.integer({ min: 1, max: 4 }),
      async (kinds, seed, periodMs, servers) => {
        const steps = historyOf(kinds)
        const until = (steps.at(-1)?.at ?? start) + 13 * day
        expect(await changesOf({ seed, steps, servers, periodMs, until })).toEqual(transitions(steps))
      },
    ),
    settings,
  )
}, 60_000)

it.each([
  { addresses: 8, given: 3 },
  { addresses: 2, given: 1 },
])(
  'a pool of $addresses that gives $given each time never changes',
  async ({ addresses, given }) => {
    const pool = Array.from({ length: addresses }, (_, at) => `192.0.${at}.1`)
    await fc.assert(
      fc.asyncProperty(someSeed, somePeriod, fc.integer({ min: 1, max: 4 }), async (seed, periodMs, servers) => {
        const steps = [{ at: start, addresses: pool, spreadMs: 0 }]
        expect(await changesOf({ seed, steps, servers, given, periodMs, until: start + 30 * day })).toEqual([])
      }),
      settings,
    )
  },
  60_000,
)
