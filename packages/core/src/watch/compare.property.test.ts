import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DnsChange } from './change.ts'
import { compareSnapshot } from './compare.ts'
import type { WatchMemory } from './memory.ts'
import type { Part, Snapshot } from './snapshot.ts'
import { failedPart, hours, noon, partOf, snapshotAt, unconfirmed } from './watched.fixture.ts'

const records: Readonly<Record<string, readonly string[]>> = {
  mx: ['10 mx1.example.com', '20 mx2.example.com', '0 .'],
  ns: ['ns1.example.com', 'ns2.example.com', 'ns3.example.net'],
  spf: ['v=spf1 -all', 'v=spf1 mx ~all', 'v=spf1 +all'],
  dmarc: ['v=DMARC1; p=reject', 'v=DMARC1; p=none', 'v=DMARC1 p=none'],
  'dkim google': ['v=DKIM1; p=', 'v=DKIM1; p=MIIB'],
  a: ['192.0.2.1', '192.0.2.2', '198.51.100.1'],
  www: ['CNAME shop.example.net', '192.0.2.1'],
  'mx-address mx1.example.com': ['192.0.2.9', '2001:db8::9'],
}
const keys = Object.keys(records)

/** A part of this name in any state. */
function somePart(key: string): fc.Arbitrary<Part> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.subarray([...(records[key] ?? [])]).map(values => partOf(key, ...values)) },
    { weight: 2, arbitrary: fc.subarray([...(records[key] ?? [])]).map(values => unconfirmed(partOf(key, ...values))) },
    { weight: 1, arbitrary: fc.constant(failedPart(key)) },
  )
}

const someParts = fc.tuple(...keys.map(somePart))
/** Checks at rising times, from minutes to days apart. */
const someChecks = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60 * 24 * 3 }), someParts), { minLength: 1, maxLength: 12 })
  .map(checks => {
    let time = noon
    return checks.map(([minutes, parts]): Snapshot => {
      time += minutes * 60_000
      return snapshotAt(time, ...parts)
    })
  })

/** Compares one snapshot after the other. */
function replay(snapshots: readonly Snapshot[]): { memory: WatchMemory | null; changes: readonly DnsChange[] } {
  let memory: WatchMemory | null = null
  const changes: DnsChange[] = []
  for (const snapshot of snapshots) {
    const compared = compareSnapshot(memory, snapshot)
    memory = compared.memory
    changes.push(...compared.changes)
  }
  return { memory, changes }
}

it('reports nothing of a snapshot that it has compared already', () => {
  fc.assert(
    fc.property(someChecks, snapshots => {
      const { memory } = replay(snapshots)
      const last = snapshots.at(-1)
      if (last === undefined) return
      const again = compareSnapshot(memory, last)
      expect(again.changes).toEqual([])
      expect(again.memory).toEqual(memory)
    }),
  )
})

it('does not depend on the order of the parts', () => {
  fc.assert(
    fc.property(someChecks, snapshots => {
      const reversed = snapshots.map(snapshot => ({ ...snapshot, parts: snapshot.parts.toReversed() }))
      const [one, other] = [replay(snapshots), replay(reversed)]
      expect(other.memory).toEqual(one.memory)
      expect(new Set(other.changes.map(({ fingerprint }) => fingerprint))).toEqual(
        new Set(one.changes.map(({ fingerprint }) => fingerprint)),
      )
    }),
  )
})

it('never reports from a failed part, and failed checks in between change no report', () => {
  const failing = keys.map(failedPart)
  fc.assert(
    fc.property(someChecks, snapshots => {
      const { memory } = replay(snapshots)
      const at = Date.parse(snapshots.at(-1)?.takenAt ?? '')
      const failed = compareSnapshot(memory, snapshotAt(at + 60_000, ...failing))
      expect(failed.changes).toEqual([])
      expect(failed.doubtful).toEqual([])
      expect(failed.memory.parts).toEqual(memory?.parts)
      const between = snapshots.flatMap(snapshot => [
        snapshot,
        snapshotAt(Date.parse(snapshot.takenAt) + 1000, ...failing),
      ])
      expect(replay(between).changes).toEqual(replay(snapshots).changes)
    }),
  )
})

it('reports each change once: what two reports of a part say is never the same step', () => {
  fc.assert(
    fc.property(someChecks, snapshots => {
      const { changes } = replay(snapshots)
      expect(new Set(changes.map(({ fingerprint }) => fingerprint)).size).toBe(changes.length)
      // A record set is reported where it left off: the new value of one report is the old value of the next.
      for (const key of ['mx', 'ns', 'spf', 'dmarc', 'dkim google']) {
        const own = changes.filter(({ part }) => part === key)
        for (const [at, change] of own.entries()) {
          expect(change.new_value).not.toEqual(change.old_value)
          const next = own[at + 1]
          if (next !== undefined) expect(next.old_value).toEqual(change.new_value)
        }
      }
    }),
  )
})

it('never reports a subset of an address set', () => {
  const pool = Array.from({ length: 12 }, (_, at) => `192.0.${at}.1`)
  const subsets = fc.array(fc.subarray(pool, { minLength: 1 }), { maxLength: 12 })
  fc.assert(
    fc.property(subsets, answers => {
      const looks = answers.map((values, at) => snapshotAt(hours(at + 1), partOf('a', ...values)))
      expect(replay([snapshotAt(noon, partOf('a', ...pool)), ...looks]).changes).toEqual([])
    }),
  )
})
