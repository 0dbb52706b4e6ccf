import type { TcpQuestion } from './tcp-question.ts'
import type { UdpSocket, Waiting } from './udp-socket.ts'
import type { Upstream } from './upstream.ts'

/** The progress of our query at one server. */
export interface Leg {
  readonly upstream: Upstream
  state: 'unasked' | 'waiting' | 'asked' | 'tcp' | 'failed'
  packets: number
  askedAt: number
  /** While `waiting` for politeness: the earliest time to send. */
  notBefore: number
  edns: boolean
  mixCase: boolean
  tcp: TcpQuestion | null
}

/** The owner that an attempt reports to. */
export interface AttemptOwner {
  received(attempt: Attempt, bytes: Buffer): void
  unreachable(attempt: Attempt): void
}

/** One packet in flight. A later packet never cancels an earlier one: the first valid answer counts. */
export class Attempt implements Waiting {
  readonly owner: AttemptOwner
  readonly leg: Leg
  readonly packet: Buffer
  readonly id: number
  /** null over TCP. */
  readonly socket: UdpSocket | null
  readonly mixedCase: boolean
  readonly sentAt: number
  /** The previous packet: a linked list, because nearly every query needs one packet only. */
  readonly before: Attempt | null
  next: Waiting | null = null

  constructor(
    owner: AttemptOwner,
    leg: Leg,
    packet: Buffer,
    id: number,
    socket: UdpSocket | null,
    mixedCase: boolean,
    sentAt: number,
    before: Attempt | null,
  ) {
    this.owner = owner
    this.leg = leg
    this.packet = packet
    this.id = id
    this.socket = socket
    this.mixedCase = mixedCase
    this.sentAt = sentAt
    this.before = before
  }

  received(bytes: Buffer): void {
    this.owner.received(this, bytes)
  }

  unreachable(): void {
    this.owner.unreachable(this)
  }
}

/** A server that was not asked yet. */
export function newLeg(upstream: Upstream): Leg {
  return { upstream, state: 'unasked', packets: 0, askedAt: 0, notBefore: 0, edns: true, mixCase: true, tcp: null }
}
