import { labelOf } from '@waxseal/core/dns'

/** Thrown inside the codec for anything that is no valid DNS message; it never leaves `decodeMessage`. */
export class MalformedMessage extends Error {}

const malformed = new MalformedMessage('malformed DNS message')

/** Ends the decoding of the present message. One object for all: hostile input must not buy us stack traces. */
export function giveUp(): never {
  throw malformed
}

/** A name has at most 127 labels, and each needs one pointer before it at the most. */
const JUMPS = 127

/** Octets before the question (RFC 1035 section 4.1.1). */
export const HEADER = 12
const DOT = 0x2e
const BACKSLASH = 0x5c

/** Reads a DNS message from front to back. Every step checks its bounds and gives up where they do not hold. */
export class Reader {
  readonly bytes: Buffer
  at: number
  /** The name behind the header, which most names of an answer point at. */
  #first: string | null = null

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.at = 0
  }

  /** The name behind the header: read, or taken over where it is known to be there already. */
  firstName(known: { name: string; end: number } | null): string {
    if (known !== null) this.at = known.end
    this.#first = known?.name ?? this.name()
    return this.#first
  }

  /** Moves on by `count` octets; the offset they began at. */
  skip(count: number): number {
    const start = this.at
    if (start + count > this.bytes.length) giveUp()
    this.at = start + count
    return start
  }

  octet(): number {
    return this.bytes[this.skip(1)] ?? giveUp()
  }

  short(): number {
    const { bytes } = this
    const start = this.skip(2)
    return ((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0)
  }

  long(): number {
    return this.short() * 0x1_0000 + this.short()
  }

  hex(end: number): string {
    const start = this.skip(Math.max(0, end - this.at))
    return this.bytes.toString('hex', start, end)
  }

  /** Octets as characters U+0000 to U+00FF. */
  latin1(count: number): string {
    const start = this.skip(count)
    return this.bytes.toString('latin1', start, start + count)
  }

  /**
   * A name in core's form (RFC 1035 section 4.1.4). A compression pointer must point before the part of the name
   * it stands in, so every jump goes backwards and no loop is possible; 255 octets are the end of any name. Pointers to
   * pointers, which no server writes, are followed so far that a message full of them costs nothing.
   */
  name(): string {
    if (this.#first !== null && this.#skipsFirst()) return this.#first
    const used = this.#spell()
    if (used === 0) return '.'
    return isPlain ? scratch.toString('latin1', 1, used) : escapedName(used)
  }

  /** Goes past a name that nobody will read, as strict as `name`. Is it the root? */
  skipName(): boolean {
    return this.#first !== null && this.#skipsFirst() ? this.#first === '.' : this.#spell() === 0
  }

  /** Goes past a pointer to the name behind the header, false where none stands. */
  #skipsFirst(): boolean {
    const { bytes, at } = this
    if (bytes[at] !== 0xc0 || bytes[at + 1] !== HEADER) return false
    this.at = at + 2
    return true
  }

  /** Lays a name out in `scratch`; how many octets of it, 0 for the root. */
  #spell(): number {
    const { bytes } = this
    let position = this.at
    let floor = position
    let after = -1
    let octets = 1
    let jumps = 0
    let used = 0
    isPlain = true
    // The name goes into one buffer first, its labels behind dots: one string is made, not one for each label.
    for (;;) {
      const length = bytes[position]
      if (length === undefined) giveUp()
      if (length === 0) break
      if (length >= 0xc0) {
        const low = bytes[position + 1]
        if (low === undefined) giveUp()
        if (after < 0) after = position + 2
        position = ((length & 0x3f) << 8) | low
        if (position >= floor || ++jumps > JUMPS) giveUp()
        floor = position
        continue
      }
      if (length > 63) giveUp()
      octets += length + 1
      const end = position + 1 + length
      if (octets > 255 || end > bytes.length) giveUp()
      lengths[used] = length
      scratch[used++] = DOT
      for (position++; position < end; position++) {
        const octet = bytes[position] ?? 0
        if (octet <= 0x20 || octet >= 0x7f || octet === DOT || octet === BACKSLASH) isPlain = false
        scratch[used++] = octet >= 0x41 && octet <= 0x5a ? octet + 32 : octet
      }
    }
    this.at = after < 0 ? position + 1 : after
    return used
  }
}

/** The name being read: each label with one octet before it, and at that place its length. */
const scratch = Buffer.alloc(256)
const lengths = new Uint8Array(256)
/** Nothing in it needs an escape. */
let isPlain = true

function escapedName(used: number): string {
  const labels: string[] = []
  for (let at = 0; at < used; at += (lengths[at] ?? 0) + 1) {
    labels.push(labelOf(scratch.subarray(at + 1, at + 1 + (lengths[at] ?? 0))))
  }
  return labels.join('.')
}
