import { type Reply, statesReason } from './reply.ts'
import type { TcpQuestion } from './tcp-question.ts'
import type { Upstream } from './upstream.ts'
import type { Window } from './window.ts'

/** The progress of our query at one server. */
export class Leg {
  readonly upstream: Upstream
  /** The server's limit on queries in flight; null where there is none. */
  readonly window: Window | null
  state: 'unasked' | 'waiting' | 'asked' | 'tcp' | 'failed' = 'unasked'
  packets = 0
  askedAt = 0
  /** While `waiting` for politeness: the earliest time to send. */
  notBefore = 0
  edns = true
  mixCase = true
  tcp: TcpQuestion | null = null
  /** The resolver refused the query because it has too many now. */
  isPushedBack = false
  /** Its number in the window; 0 before the first packet. */
  number = 0
  /** Its place in the window. */
  #place: 'none' | 'fresh' | 'slow' = 'none'

  constructor(upstream: Upstream, window: Window | null) {
    this.upstream = upstream
    this.window = window
  }

  /** A packet is sent. */
  enter(nowMs: number): void {
    if (this.packets === 0) this.askedAt = nowMs
    this.packets++
    this.state = 'asked'
    if (this.window === null || this.#place !== 'none') return
    this.number = this.window.begin()
    this.#place = 'fresh'
  }

  /** The query is no longer in flight to this server. */
  leave(): void {
    if (this.#place === 'none') return
    this.window?.end(this.#place === 'slow')
    this.#place = 'none'
  }

  becameSlow(): void {
    if (this.#place !== 'fresh') return
    this.window?.becameSlow()
    this.#place = 'slow'
  }

  /** Whether the server should have replied by now. */
  isOverdue(nowMs: number): boolean {
    return this.state === 'asked' && nowMs - this.askedAt >= this.upstream.roundTrip.patience
  }

  /** The server replied: the window learns how it bears the load. */
  replied({ verdict, rcode, ede }: Reply, name: string, nowMs: number): void {
    this.leave()
    if (this.window === null) return
    if (verdict.kind !== 'failed') return this.window.answered(this.number, name)
    if (rcode === 'REFUSED') {
      this.isPushedBack = !statesReason(ede) && this.window.refused(this.number, name, nowMs)
      return
    }
    this.window.took(name)
    if (rcode === 'SERVFAIL' && !statesReason(ede)) this.window.failed(this.number, zoneOf(name))
  }

  /** The server did not reply in time. */
  gaveUp(name: string): void {
    this.leave()
    this.window?.failed(this.number, zoneOf(name))
  }
}

/** About the zone of a name; names of different zones are rarely taken for one, which only errs on the safe side. */
function zoneOf(name: string): string {
  const parent = name.lastIndexOf('.', name.lastIndexOf('.') - 1)
  return name.slice(parent + 1)
}

/** Another server if there is one, then one that was busy, then the one that got the fewest packets. */
export function legToAskAgain(legs: readonly Leg[]): Leg | null {
  const other = legs.find(each => each.state === 'unasked') ?? legs.find(each => each.isPushedBack)
  if (other !== undefined) return other
  let best: Leg | null = null
  for (const each of legs) {
    if (each.state === 'asked' && (best === null || each.packets < best.packets)) best = each
  }
  return best
}

/** Whether it is asked instead of servers that are known to be silent. This costs no packet beyond the first. */
export function isInstead(leg: Leg, legs: readonly Leg[], nowMs: number): boolean {
  return leg.packets === 0 && legs.every(each => each.state !== 'asked' || each.upstream.demoted(nowMs))
}
