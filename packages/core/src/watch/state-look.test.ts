import { describe, expect, it } from 'vitest'
import { compareSnapshot } from './compare.ts'
import { nextLookAt, setBack, unservedSight, type WatchMemory } from './memory.ts'
import type { Part } from './snapshot.ts'
import { failedPart, minutes, partOf, snapshotAt, unconfirmed } from './watched.fixture.ts'

const there = partOf('name', 'in DNS')
const gone = partOf('name')
const unserved = partOf('name', 'no name server serves it')
const broken = partOf('dnssec', 'does not validate')
const sound = partOf('dnssec')
const mx = partOf('mx', '10 mx1.example.com')
const noMx = partOf('mx')

/** What looks at these minutes report, and when the next look is wanted, in minutes. */
function story(
  looks: readonly (readonly [minute: number, ...parts: Part[]])[],
  mode: 'wait' | 'repeat' | 'report' = 'wait',
): [string, number | null][] {
  let memory: WatchMemory | null = null
  return looks.map(([minute, ...parts]) => {
    const compared = compareSnapshot(memory, snapshotAt(minutes(minute), ...parts), { unconfirmed: mode })
    // Memories are stored as JSON.
    memory = JSON.parse(JSON.stringify(compared.memory)) as WatchMemory
    const next = nextLookAt(compared.memory)
    const said = compared.changes.map(({ severity, change_description: text }) => `${severity}: ${text}`).join('; ')
    return [said, next === null ? null : (next - minutes(minute)) / 60_000]
  })
}

const goneWords = 'critical: The domain is no longer in DNS: its parent zone denies it'

describe('a domain that its parent zone denies', () => {
  it('is gone after two looks, at least five minutes apart, and is back at once', () => {
    expect(
      story([
        [0, there],
        [60, gone],
        [63, gone],
        [65, gone],
        [70, gone],
        [75, there],
      ]),
    ).toEqual([
      ['', null],
      ['', 5],
      ['', 5],
      [goneWords, null],
      ['', null],
      ['info: The domain is in DNS now', null],
    ])
  })

  it('takes no other record with it: that is one change, and the records are there when it is back', () => {
    const looks = story([
      [0, there, mx],
      [60, gone, noMx],
      [70, gone, noMx],
      [80, there, mx],
    ])
    expect(looks.map(([said]) => said)).toEqual(['', '', goneWords, 'info: The domain is in DNS now'])
  })

  it('that was not there at the first look brings its records as it comes', () => {
    const looks = story([
      [0, gone, noMx],
      [60, there, mx],
    ])
    expect(looks.map(([said]) => said)).toEqual([
      '',
      'info: The domain is in DNS now; info: Mail server added: mx1.example.com (priority 10)',
    ])
  })

  it('was only a moment away: nothing is reported', () => {
    expect(
      story([
        [0, there],
        [60, gone],
        [70, there],
        [130, gone],
        [140, there],
      ])
        .map(([said]) => said)
        .join(''),
    ).toBe('')
  })

  it('is not gone because the resolver says so, however often, while the parent can be asked', () => {
    const looks = Array.from({ length: 9 }, (_, at) => [60 * (at + 1), unconfirmed(gone)] as const)
    expect(
      story([[0, there], ...looks])
        .map(([said]) => said)
        .join(''),
    ).toBe('')
  })

  it('is gone after three looks over an hour where only the configured resolver is asked', () => {
    const looks = [60, 70, 90, 100, 120].map(minute => [minute, unconfirmed(gone)] as const)
    expect(story([[0, there], ...looks], 'repeat').map(([said]) => said)).toEqual(['', '', '', '', '', goneWords])
  })

  it('says nothing at the first look, and nothing when it could not be asked', () => {
    expect(
      story([
        [0, gone],
        [60, gone],
        [120, gone],
      ])
        .map(([said]) => said)
        .join(''),
    ).toBe('')
    expect(
      story([
        [0, there],
        [60, gone],
        [70, failedPart('name')],
        [80, gone],
      ]).at(-1)?.[0],
    ).toBe(goneWords)
  })
})

it('a zone that no delegated server serves is a change after three looks half an hour apart', () => {
  expect(
    story([
      [0, there],
      [60, unserved],
      [70, unserved],
      [90, unserved],
      [120, unserved],
      [150, there],
    ]),
  ).toEqual([
    ['', null],
    ['', 30],
    ['', 20],
    ['', 30],
    ['critical: No name server serves the zone of the domain', null],
    ['info: Name servers serve the zone of the domain again', null],
  ])
})

/** What monitoring knows after each of these looks, in minutes. */
function sights(looks: readonly (readonly [minute: number, ...parts: Part[]])[]) {
  let memory: WatchMemory | null = null
  return looks.map(([minute, ...parts]) => {
    memory = compareSnapshot(memory, snapshotAt(minutes(minute), ...parts)).memory
    const sight = unservedSight(memory, minutes(minute))
    return sight && [(Date.parse(sight.since) - minutes(0)) / 60_000, sight.looks, nextLookAt(memory)]
  })
}

describe('what a scan may say of a zone that no delegated server serves', () => {
  it('is nothing before the third look, and nothing any more at the first answer', () => {
    expect(
      sights([
        [0, there],
        [60, unserved],
        [90, unserved],
        [120, unserved],
        [180, unserved],
        [200, there],
      ]),
    ).toEqual([null, null, null, [60, 3, null], [60, 3, null], null])
  })

  it('needs three looks too where it was so at the first sight, which the monitor makes by itself', () => {
    const looks = [0, 10, 30, 60, 300].map(minute => [minute, unserved] as const)
    expect(sights(looks)).toEqual([null, null, null, [0, 3, null], [0, 3, null]])
    expect(story(looks)).toEqual([
      ['', 30],
      ['', 20],
      ['', 30],
      ['', null],
      ['', null],
    ])
  })

  it('is nothing two days after the last look, and nothing without a memory or in one that counted no looks', () => {
    const looks = [0, 30, 60].map(minute => snapshotAt(minutes(minute), unserved))
    const memory = looks.reduce<WatchMemory | null>((known, each) => compareSnapshot(known, each).memory, null)
    expect(unservedSight(memory, minutes(60 + 48 * 60))).not.toBeNull()
    expect(unservedSight(memory, minutes(61 + 48 * 60))).toBeNull()
    expect(unservedSight(null, minutes(60))).toBeNull()
    const { looks: _, ...older } = memory?.parts['name'] ?? { values: [], since: 0, seenAt: 0, changes: [] }
    expect(unservedSight({ version: 1, at: minutes(60), parts: { name: older } }, minutes(60))).toBeNull()
  })

  it('has no look in the future of a clock that was ahead', () => {
    const { memory } = compareSnapshot(null, snapshotAt(minutes(60), unserved))
    expect(setBack(memory, minutes(10)).parts['name']?.looks).toEqual([minutes(10)])
  })
})

describe('DNSSEC', () => {
  it('is broken after two looks that the parent confirms, and no longer at the first answer', () => {
    expect(
      story([
        [0, sound],
        [60, broken],
        [65, broken],
        [70, sound],
      ]).map(([said]) => said),
    ).toEqual([
      '',
      '',
      'critical: DNSSEC is broken: receivers that validate get no answer',
      'info: DNSSEC is no longer broken',
    ])
  })

  it('is not broken because one resolver says so', () => {
    const looks = Array.from({ length: 9 }, (_, at) => [60 * (at + 1), unconfirmed(broken)] as const)
    expect(
      story([[0, sound], ...looks])
        .map(([said]) => said)
        .join(''),
    ).toBe('')
  })
})

it('a clock that was ahead leaves no look in the future', () => {
  const first = compareSnapshot(null, snapshotAt(minutes(0), there)).memory
  const { memory } = compareSnapshot(first, snapshotAt(minutes(60), gone))
  expect(setBack(memory, minutes(10)).parts['name']?.pending).toMatchObject({ at: minutes(10), looks: [minutes(10)] })
})
