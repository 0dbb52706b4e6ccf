/*
 * The set of queries in flight changes with every packet. A Map or a Set allocates a new table every few dozen changes.
 * V8 links each old table to the next, so one old table in the old generation keeps all later ones alive, with their
 * queries, until the next full collection. Half of all objects survived that way, and copying them cost more than
 * reading the packets. Plain arrays hold only what is in flight.
 */

/** An entry of a `NumberedTable`. */
export interface Numbered<E> {
  readonly id: number
  /** The next entry of the same chain. Only the table uses it. */
  next: E | null
}

const CHAINS = 128

/** Entries by number, in a fixed number of chains. Numbers are unique. */
export class NumberedTable<E extends Numbered<E>> {
  readonly #chains: (E | null)[] = Array<E | null>(CHAINS).fill(null)
  #size = 0

  get size(): number {
    return this.#size
  }

  get(id: number): E | null {
    let each = this.#chains[id % CHAINS] ?? null
    while (each !== null && each.id !== id) each = each.next
    return each
  }

  add(element: E): void {
    const chain = element.id % CHAINS
    element.next = this.#chains[chain] ?? null
    this.#chains[chain] = element
    this.#size++
  }

  delete(id: number): void {
    const chain = id % CHAINS
    let before: E | null = null
    for (let each = this.#chains[chain] ?? null; each !== null; before = each, each = each.next) {
      if (each.id !== id) continue
      if (before === null) this.#chains[chain] = each.next
      else before.next = each.next
      each.next = null
      this.#size--
      return
    }
  }

  /** Removes and returns all entries. */
  drain(): E[] {
    const all: E[] = []
    for (let each of this.#chains) {
      for (; each !== null; each = each.next) all.push(each)
    }
    this.#chains.fill(null)
    for (const each of all) each.next = null
    this.#size = 0
    return all
  }
}

/** An element that knows its index in a `Crowd`; -1 outside. */
export interface Placed {
  place: number
}

/** An unordered set. Each element is in at most one crowd. */
export class Crowd<E extends Placed> {
  readonly #all: E[] = []

  get size(): number {
    return this.#all.length
  }

  add(element: E): void {
    element.place = this.#all.push(element) - 1
  }

  /** False when the element was not in the set. */
  delete(element: E): boolean {
    const { place } = element
    if (place < 0) return false
    const last = this.#all.pop()
    if (last !== undefined && last !== element) {
      this.#all[place] = last
      last.place = place
    }
    element.place = -1
    return true
  }

  /** A copy of the current elements, so that the set may change during iteration. */
  snapshot(): E[] {
    return [...this.#all]
  }
}
