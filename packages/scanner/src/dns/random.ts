import { randomFillSync } from 'node:crypto'

/** Fills an array with random bytes. The default is the platform's cryptographic source. */
export type FillRandom = (octets: Uint8Array) => void

/** Unpredictable small numbers, from random bytes that are drawn a few kilobytes at a time. */
export class RandomPool {
  readonly #octets = new Uint8Array(4096)
  readonly #fill: FillRandom
  #at = 4096

  constructor(fill: FillRandom = randomFillSync) {
    this.#fill = fill
  }

  octet(): number {
    if (this.#at === this.#octets.length) {
      this.#fill(this.#octets)
      this.#at = 0
    }
    return this.#octets[this.#at++] ?? 0
  }

  short(): number {
    return (this.octet() << 8) | this.octet()
  }

  /** An integer from 0 to `limit` - 1. `limit` is at most 256; the small bias does not matter to the callers. */
  below(limit: number): number {
    return this.octet() % limit
  }

  /**
   * Sets each letter of a wire-format name to a random case (draft-vixie-dnsext-dns0x20): a spoofed answer would have
   * to guess all of them. Length bytes are below 64, so they never look like letters.
   */
  mixCase(message: Uint8Array, start: number, end: number): void {
    let bits = 0
    let left = 0
    for (let i = start; i < end; i++) {
      const octet = message[i] ?? 0
      if (octet < 0x61 || octet > 0x7a) continue
      if (left === 0) {
        bits = this.octet()
        left = 8
      }
      if (bits & 1) message[i] = octet - 32
      bits >>= 1
      left--
    }
  }
}
