import type { Leg } from './leg.ts'
import type { UdpSocket, Waiting } from './udp-socket.ts'

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
  /** The server replied to it, whatever it said. */
  isHeard = false
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
