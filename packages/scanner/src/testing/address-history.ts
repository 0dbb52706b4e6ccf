import { type Answer, type RecordType, type Resolver, unasked, type Zone, zoneResolver } from '@waxseal/core/dns'
import { nextLookAt, type WatchMemory } from '@waxseal/core/watch'
import { watchDomain } from '../snapshot.ts'

const minute = 60_000
const hour = 60 * minute
const name = 'history.example'

/** From `at` on, each server of the zone gives these addresses; the last one `spreadMs` after the first. */
export interface Step {
  at: number
  addresses: readonly string[]
  spreadMs: number
}

/** A domain whose addresses have a history, watched through servers that lie and fail. */
export interface AddressHistory {
  seed: number
  /** The first step is what the first check finds. */
  steps: readonly Step[]
  /** The number of the zone's own servers. */
  servers: number
  /** How many addresses an answer has, taken by chance; all by default. */
  given?: number
  periodMs: number
  until: number
}

/** The changes that monitoring reports of it, as `before → after`. */
export async function changesOf({ seed, steps, servers, given, periodMs, until }: AddressHistory): Promise<string[]> {
  const chance = chances(seed)
  const addressesAt = (time: number, server: number): readonly string[] => {
    const late = (spread: number) => (servers === 1 ? 0 : (spread * server) / (servers - 1))
    return steps.findLast(({ at, spreadMs }) => at + late(spreadMs) <= time)?.addresses ?? steps[0]?.addresses ?? []
  }
  const answerOf = async <T extends RecordType>(asked: string, type: T, time: number, server: number, own: boolean) => {
    // A first check without an answer would only be a later first check.
    if (time > (steps[0]?.at ?? 0) && chance() < 0.05) return unasked('timeout', time)
    const all = [...addressesAt(time, server)]
    const some = given === undefined ? all : shuffled(all, chance).slice(0, given)
    // One answer in a hundred of a resolver has lost the records.
    const zone: Zone = { [name]: { A: !own && chance() < 0.01 ? [] : some } }
    const answer: Answer<T> = await zoneResolver(zone).query(asked, type)
    return { ...answer, via: { ...answer.via, authoritative: own } }
  }
  const found: string[] = []
  let memory: WatchMemory | null = null
  for (let time = steps[0]?.at ?? 0; time < until; ) {
    const now = time
    const start = Math.floor(chance() * servers)
    const resolver: Resolver = {
      query: (asked, type) => {
        // A resolver keeps an answer of one of the servers for up to an hour.
        return answerOf(asked, type, now - chance() * hour, Math.floor(chance() * servers), false)
      },
    }
    const inTurn = [0, 1, 2].map(
      (turn): Resolver => ({
        query: (asked, type) => answerOf(asked, type, now, (start + turn) % servers, true),
      }),
    )
    const dns = { resolver, authoritative: inTurn[0] ?? null, inTurn }
    const watched = await watchDomain({ name, memory, dns, now: () => new Date(now) })
    memory = watched.memory
    found.push(...watched.changes.map(({ old_value, new_value }) => `${textOf(old_value)} → ${textOf(new_value)}`))
    time = Math.min(now + periodMs, nextLookAt(memory) ?? Number.POSITIVE_INFINITY)
  }
  return found
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(' ') : 'none'
}

function shuffled<E>(items: readonly E[], chance: () => number): E[] {
  return items
    .map(item => [chance(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item)
}

/** Numbers from 0 up to 1, always the same for a seed (mulberry32). */
function chances(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
