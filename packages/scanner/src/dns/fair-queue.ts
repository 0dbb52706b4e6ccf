import type { Signal } from '@waxseal/core/dns'

/** A query that can wait in a `FairQueue`. */
export interface Queued<E> {
  /** In core's form. */
  readonly name: string
  /** The signal of its scan. Queries without a signal count as one scan. */
  readonly signal: Signal | undefined
  /** Its place, null while it does not wait. Only the queue uses these. */
  line: Line<E> | null
  ahead: E | null
  behind: E | null
}

/** Queries of one scan about the names below one parent, in order. */
export interface Line<E> {
  readonly scan: Scan<E>
  readonly parent: string
  first: E | null
  last: E | null
}

/** The queries of one scan. */
export interface Scan<E> {
  readonly signal: Signal | undefined
  inFlight: number
  /** Lines that are not empty, by parent name; the next one first. */
  readonly lines: Map<string, Line<E>>
}

/**
 * Queries that wait for a place in flight. The scan with the fewest queries in flight comes first, so none can hold up
 * the others. Within a scan, parent names take turns: the lookup of a mail host does not wait for two hundred DKIM
 * selectors, nor for a zone whose servers are silent. Queries below one parent keep their order.
 */
export class FairQueue<E extends Queued<E>> {
  readonly #scans = new Map<Signal | undefined, Scan<E>>()
  /** Those of the scans that have queries waiting. */
  readonly #waiting = new Set<Scan<E>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Counts a query as in flight for its scan. Pass the result to `landed`. */
  departed(signal: Signal | undefined): Scan<E> {
    const scan = this.#scanOf(signal)
    scan.inFlight++
    return scan
  }

  landed(scan: Scan<E>): void {
    scan.inFlight--
    this.#forgetIfIdle(scan)
  }

  /** @param inFront for a query that waited before */
  add(element: E, inFront = false): void {
    const scan = this.#scanOf(element.signal)
    const parent = element.name.slice(element.name.indexOf('.') + 1)
    let line = scan.lines.get(parent)
    if (line === undefined) {
      line = { scan, parent, first: null, last: null }
      scan.lines.set(parent, line)
      this.#waiting.add(scan)
    }
    element.line = line
    if (inFront) {
      element.behind = line.first
      if (line.first !== null) line.first.ahead = element
      line.first = element
      line.last ??= element
    } else {
      element.ahead = line.last
      if (line.last !== null) line.last.behind = element
      line.last = element
      line.first ??= element
    }
    this.#size++
  }

  /** False when it does not wait here. */
  delete(element: E): boolean {
    const { line, ahead, behind } = element
    if (line === null) return false
    if (ahead === null) line.first = behind
    else ahead.behind = behind
    if (behind === null) line.last = ahead
    else behind.ahead = ahead
    element.line = null
    element.ahead = null
    element.behind = null
    this.#size--
    const { scan } = line
    if (line.first === null) {
      scan.lines.delete(line.parent)
      if (scan.lines.size === 0) this.#waiting.delete(scan)
      this.#forgetIfIdle(scan)
    }
    return true
  }

  /** One of the queries that wait. */
  peek(): E | null {
    for (const { lines } of this.#waiting) for (const { first } of lines.values()) return first
    return null
  }

  /** Removes and returns the next query; null when none waits. */
  take(): E | null {
    let next: Scan<E> | null = null
    for (const scan of this.#waiting) {
      if (next === null || scan.inFlight < next.inFlight) next = scan
      if (scan.inFlight === 0) break
    }
    if (next === null) return null
    for (const line of next.lines.values()) {
      const { first } = line
      if (first === null) continue
      this.delete(first)
      // Its turn is over: it goes behind the other lines.
      if (line.first !== null) {
        next.lines.delete(line.parent)
        next.lines.set(line.parent, line)
      }
      return first
    }
    return null
  }

  /** The queries that wait, in no particular order. */
  waiting(): E[] {
    const all: E[] = []
    for (const { lines } of this.#waiting) {
      for (const { first } of lines.values()) for (let each = first; each !== null; each = each.behind) all.push(each)
    }
    return all
  }

  #scanOf(signal: Signal | undefined): Scan<E> {
    let scan = this.#scans.get(signal)
    if (scan === undefined) {
      scan = { signal, inFlight: 0, lines: new Map() }
      this.#scans.set(signal, scan)
    }
    return scan
  }

  #forgetIfIdle(scan: Scan<E>): void {
    if (scan.inFlight === 0 && scan.lines.size === 0 && scan.signal !== undefined) this.#scans.delete(scan.signal)
  }
}
