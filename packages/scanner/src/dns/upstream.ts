import { isIP } from 'node:net'
import type { Dial } from '../dial.ts'
import type { RandomPool } from './random.ts'
import { RoundTrip } from './round-trip.ts'
import { parseServer, type ServerAddress, serverName } from './server-address.ts'
import { UdpSocket } from './udp-socket.ts'
import type { Window } from './window.ts'

const SOCKETS = 4
const USES_PER_SOCKET = 20_000
const SOCKET_AGE_MS = 60_000
const SILENCE_LIMIT = 3
const DEMOTION_MS = 10_000

/** One server with its state: sockets, round-trip times, features. */
export class Upstream {
  readonly name: string
  /** The destination of its packets. */
  readonly address: ServerAddress
  readonly roundTrip = new RoundTrip()
  /** Whether it echoes a question in the letter case that was sent. True until it does not. */
  keepsCase = true
  /** Limits the queries in flight, for a resolver. */
  window: Window | null = null
  readonly #sockets: (UdpSocket | null)[] = [null, null, null, null]
  /** Retired sockets that still wait for an answer. */
  readonly #open = new Set<UdpSocket>()
  #silences = 0
  #demotedUntil = 0

  constructor(address: ServerAddress, dial?: Dial) {
    const to = dial?.(address.address, address.port)
    this.address = to === undefined ? address : { ...to, family: isIP(to.address) === 6 ? 6 : 4 }
    this.name = serverName(address)
  }

  get openSockets(): number {
    return this.#open.size
  }

  /** Whether a query waits for it. */
  get busy(): boolean {
    return [...this.#open].some(socket => !socket.idle)
  }

  /** One of its sockets, at random, so that the source port of a query cannot be guessed. */
  socket(random: RandomPool, nowMs: number, onStray: () => void): UdpSocket {
    const slot = random.below(SOCKETS)
    const present = this.#sockets[slot] ?? null
    if (present !== null) {
      if (present.uses < USES_PER_SOCKET && nowMs - present.openedAt < SOCKET_AGE_MS) return present
      this.#sockets[slot] = null
      present.retire()
    }
    const socket = new UdpSocket(this.address, nowMs, onStray, ended => {
      this.#open.delete(ended)
      if (this.#sockets[slot] === ended) this.#sockets[slot] = null
    })
    this.#open.add(socket)
    this.#sockets[slot] = socket
    return socket
  }

  /** Closes sockets that are too old, so that an idle client holds none. */
  retireOld(nowMs: number): void {
    for (const [slot, socket] of this.#sockets.entries()) {
      if (socket === null || nowMs - socket.openedAt < SOCKET_AGE_MS) continue
      this.#sockets[slot] = null
      socket.retire()
    }
  }

  /** Whether to ask it after the others, because it recently left queries unanswered. */
  demoted(nowMs: number): boolean {
    return nowMs < this.#demotedUntil
  }

  answered(): void {
    this.#silences = 0
    this.#demotedUntil = 0
  }

  /** A query got no reply. After its time at the end of the order, one more silence puts it there again. */
  stayedSilent(nowMs: number): void {
    this.#silences++
    if (this.#silences >= SILENCE_LIMIT) this.#demotedUntil = nowMs + DEMOTION_MS
  }

  close(): void {
    for (const socket of this.#open) socket.close()
  }
}

/** The server of a text `address:port`. Throws a TypeError when the text is no address: a configuration mistake. */
export function upstreamOf(text: string, dial?: Dial): Upstream {
  const address = parseServer(text)
  if (address === null) throw new TypeError(`not a DNS server address: ${text.slice(0, 80)}`)
  return new Upstream(address, dial)
}

/** Recently silent servers go to the end. */
export function inOrder(servers: readonly Upstream[], nowMs: number): readonly Upstream[] {
  return servers.length < 2 ? servers : servers.toSorted((a, b) => later(a, nowMs) - later(b, nowMs))
}

/** The first of them in this order. */
export function firstOf(servers: readonly Upstream[], nowMs: number): Upstream | undefined {
  return servers.find(each => !each.demoted(nowMs)) ?? servers[0]
}

function later(upstream: Upstream, nowMs: number): number {
  return upstream.demoted(nowMs) ? 1 : 0
}
