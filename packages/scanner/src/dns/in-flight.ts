/*
 * What is in flight changes with every packet. In a Map or a Set that means a new table every few dozen changes; V8
 * links each old table to the next, and one of them that has grown old keeps all later ones alive, with every question
 * in them, until the next full collection. Half of all that was made survived so, and copying it cost more than reading
 * the packets. Hence plain arrays, which hold nothing but what is in flight.
 */

/** Something kept under a number. */
export interface Numbered<E> {
  readonly id: number
  /** The next one of the same chain; the table's own affair. */
  next: E | null
}

const CHAINS = 128

/** Things by number: a table of chains that never grows. No two have the same number. */
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

  /** Takes everything out. */
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

/** Something that knows where it stands in a `Crowd`; -1 outside. */
export interface Placed {
  place: number
}

/** A set without an order, for things that are each in one crowd at the most. */
export class Crowd<E extends Placed> {
  readonly #all: E[] = []

  get size(): number {
    return this.#all.length
  }

  add(element: E): void {
    element.place = this.#all.push(element) - 1
  }

  /** False when it was not there. */
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

  /** Everything in it at this moment: what is added or taken out meanwhile changes nothing. */
  snapshot(): E[] {
    return [...this.#all]
  }
}
