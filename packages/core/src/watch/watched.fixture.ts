import { compareSnapshot } from './compare.ts'
import type { WatchMemory } from './memory.ts'
import type { Part, PartKind, Snapshot } from './snapshot.ts'

/** Noon of a day in UTC. */
export const noon = Date.parse('2026-11-20T12:00:00Z')

export const minutes = (count: number): number => noon + count * 60_000
export const hours = (count: number): number => minutes(count * 60)
export const days = (count: number): number => hours(count * 24)

/** A known part that the zone's own servers confirmed. */
export function partOf(key: string, ...values: string[]): Part {
  const kind = key.split(' ')[0] as PartKind
  return { key, kind, name: 'example.com', state: 'known', values: values.toSorted(), confirmed: true, reason: null }
}

/** The same as the resolver alone gives it. */
export function unconfirmed(part: Part): Part {
  return { ...part, confirmed: false }
}

export function failedPart(key: string): Part {
  return { ...partOf(key), state: 'failed', confirmed: false, reason: 'timeout' }
}

export function snapshotAt(time: number, ...parts: Part[]): Snapshot {
  return { version: 1, domain: 'example.com', takenAt: new Date(time).toISOString(), parts }
}

/** The descriptions that one part gives at these times. */
export function replay(...looks: (readonly [time: number, part: Part])[]): string[] {
  let memory: WatchMemory | null = null
  return looks.flatMap(([time, part]) => {
    const compared = compareSnapshot(memory, snapshotAt(time, part))
    memory = compared.memory
    return compared.changes.map(({ change_description }) => change_description)
  })
}
