/** The names that one step of the serial changed, each with its earlier TXT record (null: it had none). */
export type Step = ReadonlyMap<string, string | null>

/**
 * The latest changes of a zone, so that a secondary gets the difference and not the whole zone (RFC 1995). It keeps a
 * bounded number of bytes and forgets the oldest steps first.
 */
export class Journal {
  readonly #capacity: number
  /** The serial before the first step that is kept. */
  #first: number
  #steps: Step[] = []
  #size = 0

  /** @param capacity the maximum number of bytes that are kept */
  constructor(serial: number, capacity: number) {
    this.#first = serial
    this.#capacity = capacity
  }

  /** Adds the step that led to the next serial. */
  add(step: Step): void {
    this.#steps.push(step)
    this.#size += sizeOf(step)
    while (this.#size > this.#capacity) {
      const oldest = this.#steps.shift()
      if (oldest === undefined) break
      this.#size -= sizeOf(oldest)
      this.#first = (this.#first + 1) >>> 0
    }
  }

  /**
   * Every name that changed since this serial, with its TXT record of that time. Null when the journal no longer
   * reaches back to it, or never knew it.
   */
  since(serial: number): Step | null {
    // Serials wrap around at 2^32 (RFC 1982), so this counts the steps from the first one.
    const skipped = (serial - this.#first) >>> 0
    if (skipped > this.#steps.length) return null
    const before = new Map<string, string | null>()
    for (const step of this.#steps.slice(skipped)) {
      for (const [key, text] of step) if (!before.has(key)) before.set(key, text)
    }
    return before
  }
}

/** About what a step takes beside its texts, and each of its names. */
const overhead = 200

function sizeOf(step: Step): number {
  let size = overhead
  for (const [key, text] of step) size += key.length + (text?.length ?? 0) + overhead
  return size
}

/** Whether a serial is older than another one (RFC 1982 section 3.2). */
export function isOlder(serial: number, than: number): boolean {
  const ahead = (than - serial) >>> 0
  return ahead > 0 && ahead < 0x8000_0000
}
