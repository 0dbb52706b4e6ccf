import { labelOf } from '@waxseal/core/dns'

/** Thrown by the codec for an invalid DNS message. It never leaves `decodeMessage`. */
export class MalformedMessage extends Error {}

const malformed = new MalformedMessage('malformed DNS message')

/** Aborts the decoding of the message. One shared error object: hostile input must not cost us stack traces. */
export function giveUp(): never {
  throw malformed
}

/** A name has at most 127 labels, and each needs at most one pointer before it. */
const JUMPS = 127

/** Bytes before the question (RFC 1035 section 4.1.1). */
export const HEADER = 12
const DOT = 0x2e
const BACKSLASH = 0x5c

/** Reads a DNS message from front to back. Each step checks its bounds and aborts when they do not hold. */
export class Reader {
  readonly bytes: Buffer
  at: number
  /** The name after the header, the target of most compression pointers of an answer. */
  #first: string | null = null

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.at = 0
  }

  /** Reads the name after the header, or takes it from `known`. */
  firstName(known: { name: string; end: number } | null): string {
    if (known !== null) this.at = known.end
    this.#first = known?.name ?? this.name()
    return this.#first
  }

  /** Skips `count` bytes and returns the offset of the first. */
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

  /** Bytes as characters U+0000 to U+00FF. */
  latin1(count: number): string {
    const start = this.skip(count)
    return this.bytes.toString('latin1', start, start + count)
  }

  /**
   * Reads a name in core's form (RFC 1035 section 4.1.4). A compression pointer must point before the part of the name
   * that contains it, so each jump goes backwards and no loop is possible; 255 bytes end any name. Chains of pointers,
   * which no server writes, are followed only so far that a message full of them costs nothing.
   */
  name(): string {
    if (this.#first !== null && this.#skipsFirst()) return this.#first
    const used = this.#spell()
    if (used === 0) return '.'
    return isPlain ? scratch.toString('latin1', 1, used) : escapedName(used)
  }

  /** Skips a name that is not needed, with the checks of `name`. Returns whether it is the root. */
  skipName(): boolean {
    return this.#first !== null && this.#skipsFirst() ? this.#first === '.' : this.#spell() === 0
  }

  /** Skips a pointer to the name after the header; false when there is none. */
  #skipsFirst(): boolean {
    const { bytes, at } = this
    if (bytes[at] !== 0xc0 || bytes[at + 1] !== HEADER) return false
    this.at = at + 2
    return true
  }

  /** Writes a name into `scratch` and returns its length, 0 for the root. */
  #spell(): number {
    const { bytes } = this
    let position = this.at
    let floor = position
    let after = -1
    let octets = 1
    let jumps = 0
    let used = 0
    isPlain = true
    // The name goes into one buffer first, its labels after dots: this makes one string, not one for each label.
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

/** The name being read: each label with one byte before it for its length. */
const scratch = Buffer.alloc(256)
const lengths = new Uint8Array(256)
/** True while no character needs an escape. */
let isPlain = true

function escapedName(used: number): string {
  const labels: string[] = []
  for (let at = 0; at < used; at += (lengths[at] ?? 0) + 1) {
    labels.push(labelOf(scratch.subarray(at + 1, at + 1 + (lengths[at] ?? 0))))
  }
  return labels.join('.')
}
