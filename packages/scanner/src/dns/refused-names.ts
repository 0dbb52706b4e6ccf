/** The most names kept. The one that was refused least recently is forgotten first. */
const KEPT = 512
/** Of a long name, the names above it count up to this number of labels. */
const LABELS = 6
/** A refusal by policy has been seen this often, … */
const SIGNS = 6
/** … each time at least so long after the time before. */
const APART_MS = 200

interface Refusal {
  /** How often it was refused, counted once in `APART_MS`. */
  signs: number
  /** The query that was refused first. */
  readonly first: number
  /** The last query sent before the last refusal that counts. */
  last: number
  lastMs: number
}

/**
 * The names that a resolver refused, each with the names above it, as long as it has answered nothing at or below them.
 *
 * A resolver that is too busy refuses whatever comes. One with a policy (a response policy zone, Unbound's `local-zone
 * … refuse`, the lists of a home filter) refuses certain names always, and answers the others.
 */
export class RefusedNames {
  readonly #names = new Map<string, Refusal>()

  /** How many names it keeps. */
  get size(): number {
    return this.#names.size
  }

  /**
   * The resolver refuses this name, or all names below one above it, by policy: it refused it again and again for a
   * second, and answered others meanwhile.
   */
  hasVerdictOn(name: string): boolean {
    if (this.#names.size === 0) return false
    return withThoseAbove(name).some(each => (this.#names.get(each)?.signs ?? 0) >= SIGNS)
  }

  /**
   * Notes a refusal. False when the name, or one above it, was refused before and nothing there was answered since: such
   * a refusal says nothing new about the resolver.
   *
   * @param number of the query
   * @param sent number of the last query sent
   * @param answered highest number of a query that was answered
   */
  add(name: string, number: number, sent: number, answered: number, nowMs: number): boolean {
    let isNew = true
    for (const each of withThoseAbove(name)) {
      const known = this.#names.get(each)
      if (known !== undefined) {
        isNew = false
        this.#names.delete(each)
        const isLater = number > known.last && nowMs - known.lastMs >= APART_MS
        if (isLater && answered > known.first) {
          known.signs++
          known.last = sent
          known.lastMs = nowMs
        }
      }
      this.#names.set(each, known ?? { signs: 1, first: number, last: sent, lastMs: nowMs })
    }
    for (const oldest of this.#names.keys()) {
      if (this.#names.size <= KEPT) break
      this.#names.delete(oldest)
    }
    return isNew
  }

  /** The resolver took a query about this name. True when it had refused the same name before. */
  took(name: string): boolean {
    if (this.#names.size === 0) return false
    let wasRefused = false
    for (const each of withThoseAbove(name)) wasRefused = this.#names.delete(each)
    return wasRefused
  }
}

/** The top-level domain first, the name itself last. */
function withThoseAbove(name: string): string[] {
  const names: string[] = []
  for (let dot = name.length; dot > 0; ) {
    dot = names.length < LABELS ? name.lastIndexOf('.', dot - 1) : -1
    names.push(name.slice(dot + 1))
  }
  return names
}
