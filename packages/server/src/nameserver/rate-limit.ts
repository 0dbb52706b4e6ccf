import { ipv6Groups } from '@waxseal/core/dns'

/**
 * What becomes of an answer over UDP: sent; cut to its question and marked TC, so that a real client asks over TCP; or
 * dropped.
 */
export type Fate = 'send' | 'slip' | 'drop'

export interface RateLimitOptions {
  /** Answers of one kind to one network in a second. */
  perSecond: number
  /** How many counters are held; a power of two. Each takes 17 bytes. */
  counters: number
  /** Makes it hard to find two networks that share a counter. */
  seed: number
}

/**
 * Limits the answers to one network: /24 of IPv4, /56 of IPv6 (RFC 5358 explains the attack: queries with the address of
 * the victim, who gets the answers). Records, "no data", "no such name" and errors are counted apart, so that a flood of
 * random names leaves real questions alone.
 *
 * A table of fixed size: a network may take the counter of another one, which then starts at zero.
 */
export class RateLimit {
  readonly #perSecond: number
  readonly #seed: number
  readonly #mask: number
  /** Which network and kind a counter belongs to. */
  readonly #owners: Uint32Array
  /** What it may still send, and when that was written, in milliseconds. */
  readonly #credits: Float32Array
  readonly #times: Float64Array
  /** One after an answer that was dropped: the next one slips. */
  readonly #turns: Uint8Array

  constructor({ perSecond, counters, seed }: RateLimitOptions) {
    this.#perSecond = perSecond
    this.#seed = seed | 1
    this.#mask = counters - 1
    this.#owners = new Uint32Array(counters)
    this.#credits = new Float32Array(counters)
    this.#times = new Float64Array(counters)
    this.#turns = new Uint8Array(counters)
  }

  /**
   * @param address of the client, as a socket reports it
   * @param reply the answer that is about to be sent
   * @param nowMs any clock that does not go back
   */
  decide(address: string, reply: Buffer, nowMs: number): Fate {
    const owner = Math.imul(networkOf(address) ^ Math.imul(kindOf(reply) + 1, 0x9e37_79b1), this.#seed) >>> 0
    const slot = (owner ^ (owner >>> 15)) & this.#mask
    let credit = this.#perSecond
    if (this.#owners[slot] === owner) {
      const seconds = (nowMs - (this.#times[slot] ?? 0)) / 1000
      credit = Math.min(credit, (this.#credits[slot] ?? 0) + seconds * this.#perSecond)
    } else this.#owners[slot] = owner
    this.#times[slot] = nowMs
    const isSent = credit >= 1
    this.#credits[slot] = isSent ? credit - 1 : credit
    if (isSent) return 'send'
    const turn = this.#turns[slot] ?? 0
    this.#turns[slot] = 1 - turn
    return turn === 1 ? 'slip' : 'drop'
  }
}

/** The kinds of answers: records, no data, no such name, and errors. */
function kindOf(reply: Buffer): number {
  const rcode = (reply[3] ?? 0) & 15
  if (rcode !== 0) return rcode === 3 ? 2 : 3
  return reply[6] === 0 && reply[7] === 0 ? 1 : 0
}

/** A number for the network of an address: the first 24 bits of IPv4, a mix of the first 56 of IPv6. */
function networkOf(address: string): number {
  if (address.includes(':')) {
    const [a = 0, b = 0, c = 0, d = 0] = ipv6Groups(address) ?? []
    return Math.imul((a << 16) | b, 0x85eb_ca6b) ^ Math.imul((c << 16) | (d >> 8), 0xc2b2_ae35)
  }
  let network = 0
  let octet = 0
  for (let i = 0, dots = 0; dots < 3 && i < address.length; i++) {
    const code = address.charCodeAt(i)
    if (code === 0x2e) {
      network = (network << 8) | octet
      octet = 0
      dots++
    } else octet = octet * 10 + code - 0x30
  }
  return network
}
