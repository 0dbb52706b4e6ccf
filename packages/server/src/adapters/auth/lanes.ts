/**
 * Who waits in which lane: an address that signed in rightly in the last 30 days, an account that did, or the network of
 * a stranger. Each lane waits for itself alone.
 */
export interface Lane {
  kind: 'address' | 'account' | 'stranger'
  key: string
}

/** Kinds of lanes in the order of their turns, and how much may wait in one of their lanes. */
const kinds = { address: 4, account: 4, stranger: 16 } as const
const kindNames = ['address', 'account', 'stranger'] as const

/** How much may wait in all lanes of a kind together. */
const kindMax = 40

/** Too many wait already. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting'
}

/** What waits for its turn. */
export interface Lanes<T> {
  /**
   * Lets something wait at the end of its lane.
   *
   * @returns what finds no place; null: everything has one. Where a kind is full, the longest lane loses its last.
   */
  enter(lane: Lane, item: T): T | null
  /** Whether one more would have a place in this lane. */
  hasPlace(lane: Lane): boolean
  /** Takes what is next: kinds take turns, and so do the lanes of a kind. Undefined: nothing waits. */
  next(): T | undefined
  /** Takes everything that waits. */
  clear(): T[]
}

/** Opens lanes without anything in them. */
export function openLanes<T>(): Lanes<T> {
  const waiting = new Map(kindNames.map(kind => [kind, new Map<string, T[]>()]))
  const lanesOf = (kind: Lane['kind']): Map<string, T[]> => {
    const lanes = waiting.get(kind)
    if (lanes === undefined) throw new Error(`there is no kind of lane ${kind}`)
    return lanes
  }
  let last: Lane['kind'] = 'stranger'

  function takeLast(lanes: Map<string, T[]>, key: string): T | null {
    const lane = lanes.get(key) ?? []
    const item = lane.pop() ?? null
    if (lane.length === 0) lanes.delete(key)
    return item
  }

  const lengths = (lanes: Map<string, T[]>) => [...lanes.values()].map(({ length }) => length)
  const total = (lanes: Map<string, T[]>) => lengths(lanes).reduce((sum, length) => sum + length, 0)

  return {
    hasPlace({ kind, key }) {
      const lanes = lanesOf(kind)
      const own = lanes.get(key)?.length ?? 0
      if (own >= kinds[kind]) return false
      return total(lanes) < kindMax || own + 1 < Math.max(...lengths(lanes))
    },
    enter({ kind, key }, item) {
      const lanes = lanesOf(kind)
      const lane = lanes.get(key) ?? []
      if (lane.length >= kinds[kind]) return item
      lane.push(item)
      lanes.set(key, lane)
      if (total(lanes) <= kindMax) return null
      // The newest of equally long lanes: who waits longer keeps the place.
      const [longest] = [...lanes].reduce((a, b) => (b[1].length >= a[1].length ? b : a))
      return takeLast(lanes, longest)
    },
    next() {
      const at = kindNames.indexOf(last)
      for (let step = 1; step <= kindNames.length; step++) {
        const kind = kindNames[(at + step) % kindNames.length] ?? last
        const lanes = lanesOf(kind)
        const [first] = lanes
        if (first === undefined) continue
        const [key, lane] = first
        const item = lane.shift()
        // The lane goes behind the others of its kind.
        lanes.delete(key)
        if (lane.length > 0) lanes.set(key, lane)
        last = kind
        return item
      }
      return undefined
    },
    clear() {
      const items = kindNames.flatMap(kind => [...lanesOf(kind).values()].flat())
      for (const kind of kindNames) lanesOf(kind).clear()
      return items
    },
  }
}
