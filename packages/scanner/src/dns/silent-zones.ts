import {
  type Answer,
  type FailureReason,
  normalName,
  type RecordType,
  type Resolver,
  type Signal,
  unasked,
} from '@waxseal/core/dns'

/** The queries in flight about a zone before the first reply. A small forwarder handles 150 for all its clients. */
const UNPROVED = 24
/** So many queries ran into their time limit, and none was answered: the zone is silent. */
const TIMEOUTS = 12

interface Zone {
  /** The resolver replied to a query about it, with an answer or a failure, so it does not just hold them open. */
  hasReplied: boolean
  /** At least one of the replies was an answer. */
  hasAnswered: boolean
  /** The queries that the resolver holds open, as far as we know. */
  inFlight: number
  timeouts: number
  /** The queries that wait, oldest first. A call ends the wait. */
  readonly waiting: (() => void)[]
}

/**
 * A resolver for one scan that asks a zone with silent name servers little. A resolver keeps each query about such a
 * zone open for seconds, and a small one (dnsmasq) then refuses the queries about all other zones.
 *
 * - Until the first reply about a zone, at most 24 queries about it are in flight. Others wait.
 * - After 12 timeouts and no answer, every further query about it is `failed timeout` at once.
 *
 * @param zoneOf the zone under which a name counts
 */
export function sparingSilentZones(
  resolver: Resolver,
  { zoneOf, now = () => new Date() }: { zoneOf: (name: string) => string; now?: () => Date },
): Resolver {
  const zones = new Map<string, Zone>()

  function zoneAt(name: string): Zone {
    const key = zoneOf(normalName(name) ?? name)
    const known = zones.get(key)
    if (known !== undefined) return known
    const zone: Zone = { hasReplied: false, hasAnswered: false, inFlight: 0, timeouts: 0, waiting: [] }
    zones.set(key, zone)
    return zone
  }

  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const zone = zoneAt(name)
      const wait = isSilent(zone) ? undefined : place(zone)
      if (wait !== undefined) await wait
      if (isSilent(zone)) return unasked('timeout', now().getTime())
      const answer = await resolver.query(name, type, signal)
      learn(zone, type, answer)
      // The resolver goes on with a query that we gave up: dnsmasq for ten seconds. It keeps its place.
      if (reasonOf(answer) !== 'timeout') zone.inFlight--
      admit(zone)
      return answer
    },
  }
}

/** Takes a place in flight, after a wait for one if there is none. */
function place(zone: Zone): Promise<void> | undefined {
  if (isFull(zone)) return new Promise(resolve => zone.waiting.push(resolve))
  zone.inFlight++
  return undefined
}

/** Gives free places to those that wait; all of them end their wait when the zone proves to be silent. */
function admit(zone: Zone): void {
  while (zone.waiting.length > 0 && (isSilent(zone) || !isFull(zone))) {
    zone.inFlight++
    zone.waiting.shift()?.()
  }
}

function isSilent(zone: Zone): boolean {
  return zone.timeouts >= TIMEOUTS && !zone.hasAnswered
}

function isFull(zone: Zone): boolean {
  return zone.inFlight >= UNPROVED && !zone.hasReplied
}

function learn(zone: Zone, type: RecordType, answer: Answer): void {
  const reason = reasonOf(answer)
  if (reason === 'timeout') zone.timeouts++
  else if (reason !== null) zone.hasReplied ||= reason !== 'cancelled'
  // The parent's servers answer for the DS records of a zone.
  else if (type !== 'DS') {
    zone.hasReplied = true
    zone.hasAnswered = true
  }
}

function reasonOf(answer: Answer): FailureReason | null {
  return answer.kind === 'failed' ? answer.reason : null
}
