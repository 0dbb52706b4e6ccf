import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import { TYPE } from './record-set.ts'
import { HEADER, tsigPlace } from './request.ts'
import type { Secondary } from './secondaries.ts'
import { checkTsig, readTsig, Signer, TSIG_ERROR } from './tsig.ts'
import type { Zone } from './zone.ts'

export interface NotifierOptions {
  zone: Zone
  secondaries: readonly Secondary[]
  /** Sends a datagram from a socket of the name server, so that secondaries see the address that they know. */
  send: (message: Buffer, to: Secondary) => void
  now: () => Date
  log: Pick<Logger, 'warn'>
  times?: NotifyTimes
}

/** All in milliseconds. */
export interface NotifyTimes {
  /** Changes within this time after the first one are notified together. */
  settle: number
  /** The minimum time between two rounds. */
  rest: number
  /** How long each attempt waits for its answer; after the last one the secondary finds the change by its own refresh. */
  retries: readonly number[]
}

const usualTimes: NotifyTimes = { settle: 50, rest: 500, retries: [1000, 2000, 4000, 8000, 16_000, 32_000] }

/** A notification that has no answer yet. */
interface Open {
  id: number
  mac: Buffer | null
  timer: NodeJS.Timeout
}

/** Notifies the secondaries of changes (RFC 1996): all changes of a moment together, repeated until they answer. */
export class Notifier {
  readonly #options: NotifierOptions
  readonly #times: NotifyTimes
  readonly #open = new Map<Secondary, Open>()
  #timer: NodeJS.Timeout | null = null
  #isDue = false

  constructor(options: NotifierOptions) {
    this.#options = options
    this.#times = options.times ?? usualTimes
  }

  /** The zone has a new serial. */
  changed(): void {
    this.#isDue = true
    if (this.#timer === null) this.#wait(this.#times.settle)
  }

  /** A response that arrived at a socket of the name server: ends the notification that it answers, if it is one. */
  received(bytes: Buffer, address: string, port: number): void {
    // QR and the opcode NOTIFY.
    if (bytes.length < HEADER || ((bytes[2] ?? 0) & 0xf8) !== 0xa0) return
    for (const [secondary, open] of this.#open) {
      if (secondary.address !== address || secondary.port !== port || open.id !== bytes.readUInt16BE(0)) continue
      if (!this.#isAuthentic(bytes, secondary, open)) continue
      clearTimeout(open.timer)
      this.#open.delete(secondary)
      const rcode = (bytes[3] ?? 0) & 15
      if (rcode !== 0) this.#options.log.warn({ secondary: address, rcode }, 'a secondary refuses notifications')
    }
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    for (const { timer } of this.#open.values()) clearTimeout(timer)
    this.#open.clear()
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => this.#next(), ms)
  }

  #next(): void {
    this.#timer = null
    if (this.#isDue) {
      this.#isDue = false
      for (const secondary of this.#options.secondaries) this.#notify(secondary, 0)
      this.#wait(this.#times.rest)
    }
  }

  #notify(secondary: Secondary, attempt: number): void {
    const { send, log, now } = this.#options
    clearTimeout(this.#open.get(secondary)?.timer)
    const patience = this.#times.retries[attempt]
    if (patience === undefined) {
      this.#open.delete(secondary)
      log.warn({ secondary: secondary.address }, 'a secondary does not answer notifications')
      return
    }
    const id = randomInt(65_536)
    const signer = secondary.key === null ? null : new Signer(secondary.key, null)
    const plain = this.#message(id)
    const message = signer?.sign(plain, Math.floor(now().getTime() / 1000)) ?? plain
    const timer = setTimeout(() => this.#notify(secondary, attempt + 1), patience)
    this.#open.set(secondary, { id, mac: signer?.mac ?? null, timer })
    send(message, secondary)
  }

  /** The question and the new SOA record (RFC 1996 section 3.7). */
  #message(id: number): Buffer {
    const { zone } = this.#options
    const header = Buffer.alloc(HEADER)
    header.writeUInt16BE(id, 0)
    // Opcode NOTIFY and AA.
    header.writeUInt16BE(0x2400, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(1, 6)
    return Buffer.concat([header, zone.apex, Buffer.of(0, TYPE.SOA, 0, 1), zone.soa(zone.serial).octets])
  }

  /** With a key, only a signed response counts: any host could send another one in the secondary's name. */
  #isAuthentic(bytes: Buffer, { key }: Secondary, { mac }: Open): boolean {
    if (key === null) return true
    const start = tsigPlace(bytes)
    const tsig = start < 0 ? null : readTsig(bytes, start)
    if (tsig === null) return false
    const seconds = Math.floor(this.#options.now().getTime() / 1000)
    return checkTsig(bytes, start, tsig, [key], seconds, mac).error === TSIG_ERROR.NONE
  }
}
