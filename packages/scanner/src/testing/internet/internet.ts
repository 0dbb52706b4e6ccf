/** The answers of a validating resolver and of a zone's own servers, in a small Internet made of plain zones. */
import {
  type Answer,
  type FailureReason,
  isSubdomain,
  labels,
  parentOf,
  type RecordType,
  type ResourceRecord,
  type Zone,
  type ZoneResolver,
  zoneResolver,
  zonesOf,
} from '@waxseal/core/dns'
import { nameservers, type WorldZone, zoneOf } from '@waxseal/core/fixtures'
import type { ReadQuestion, Reply } from './wire-answer.ts'

/** The reply to a question; null: no reply at all. */
export type Internet = (question: ReadQuestion) => Promise<Reply | null>

const SERVFAIL = 2
const NXDOMAIN = 3
const NOTIMP = 4
const REFUSED = 5

/** RFC 8914 section 4. */
const ede = {
  wrongDs: { code: 9, text: 'no DNSKEY matches the DS record' },
  unreachable: { code: 22, text: 'no authority could be reached' },
} as const

/** @throws Error for zones that are invalid DNS, as `zoneResolver` does */
export function internet(zones: readonly WorldZone[]): Internet {
  const all = [...topLevels(zones), ...zones]
  const byName = new Map(all.map(zone => [zone.name, zone]))
  const resolver: ZoneResolver = zoneResolver(zonesOf(...all.map(withSoa)))

  const placeOf = (name: string, type: RecordType): WorldZone => {
    // DS belongs to the parent side of the zone cut (RFC 4035 section 2.4).
    let at = type === 'DS' ? (parentOf(name) ?? '.') : name
    for (; ; at = parentOf(at) ?? '.') {
      const found = byName.get(at)
      if (found !== undefined) return found
    }
  }

  /** Resolvers follow aliases and check signatures. */
  function asResolver(question: ReadQuestion, type: RecordType, answer: Answer): Reply | null {
    const passed = [question.name, ...answer.via.cnames].map(name => placeOf(name, type))
    if (answer.kind === 'failed') return failure(answer.reason)
    const isBogus = passed.some(zone => zone.dnssec === 'wrong-ds')
    if (isBogus && !question.checkingDisabled) return { rcode: SERVFAIL, ede: ede.wrongDs }
    return { ...said(question, type, answer), authentic: passed.every(zone => zone.dnssec === 'signed') }
  }

  /** A zone's own server answers for its zone, and follows aliases only up to the first one out of it. */
  function asServer(question: ReadQuestion, type: RecordType, answer: Answer): Reply | null {
    const zone = placeOf(question.name, type)
    // Nobody asks a server that never answered for NS records: this question is for the parent's.
    if (zone.servers !== undefined && type === 'NS') return { authority: delegationOf(zone.name) }
    if (zone.servers === 'silent') return null
    if (zone.servers === 'refusing') return { rcode: REFUSED }
    const out = answer.via.cnames.findIndex(name => !isSubdomain(name, zone.name) || placeOf(name, type) !== zone)
    if (out >= 0) return { answers: aliases(question.name, answer, out + 1), authoritative: true }
    if (answer.kind === 'failed') return failure(answer.reason)
    return { ...said(question, type, answer), authoritative: true }
  }

  function said(question: ReadQuestion, type: RecordType, answer: Exclude<Answer, { kind: 'failed' }>): Reply {
    const chain = aliases(question.name, answer, answer.via.cnames.length)
    if (answer.kind === 'records') {
      const name = answer.via.cnames.at(-1) ?? question.name
      return { answers: [...chain, ...answer.records.map(record => ({ ...record, name }))] }
    }
    const last = answer.via.cnames.at(-1) ?? question.name
    const rcode = answer.kind === 'no-such-name' ? NXDOMAIN : 0
    return { rcode, answers: chain, authority: [soaAt(placeOf(last, type).name)] }
  }

  return async question => {
    const { name, type, recursion } = question
    if (type === null) return { rcode: NOTIMP }
    const answer = await resolver.query(name, type)
    return recursion ? asResolver(question, type, answer) : asServer(question, type, answer)
  }
}

/** The form of a zone's failure on the wire; no reply when the server is down. */
function failure(reason: FailureReason): Reply | null {
  if (reason === 'timeout') return null
  if (reason === 'refused') return { rcode: REFUSED }
  return { rcode: SERVFAIL, ede: ede.unreachable }
}

function aliases(asked: string, { via }: Answer, count: number): ResourceRecord[] {
  const ttl = Math.min(via.ttl, 86_400)
  return via.cnames
    .slice(0, count)
    .map((target, at) => ({ type: 'CNAME', name: via.cnames[at - 1] ?? asked, ttl, target }))
}

/** The root and the top-level domains: signed, as in the real DNS. */
function topLevels(zones: readonly WorldZone[]): WorldZone[] {
  const names = new Set(['.', ...zones.flatMap(({ name }) => labels(name).slice(-1))])
  return [...names].map(name => ({ name, records: {}, dnssec: 'signed' }))
}

function delegationOf(zone: string): ResourceRecord<'NS'>[] {
  return [...nameservers.keys()].map(target => ({ type: 'NS', name: zone, ttl: 172_800, target }))
}

function withSoa(zone: WorldZone): Zone {
  const entries = zoneOf(zone)
  return { ...entries, [zone.name]: { SOA: [soa], ...entries[zone.name] } }
}

function soaAt(zone: string): ResourceRecord<'SOA'> {
  return { type: 'SOA', name: zone, ttl: 900, ...soa }
}

const soa = {
  mname: [...nameservers.keys()][0] ?? '.',
  rname: 'hostmaster.namehost.example',
  serial: 2_026_112_101,
  refresh: 7200,
  retry: 3600,
  expire: 1_209_600,
  minimum: 300,
}
