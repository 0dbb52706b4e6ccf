import {
  type Answer,
  isNegative,
  parseAddress,
  type RecordType,
  type ResourceRecord,
  type Zone,
} from '@waxseal/core/dns'
import type { AskedQuestion, Difference } from './agreement.ts'
import type { PeerName, PeerQuery } from './peer.ts'

/** The cause of a difference: a peer violates RFC 7208, proved by a minimal example. */
export interface Cause {
  peer: PeerName
  /** The peer's behavior. */
  name: string
  /** The deciding clause, with its text. */
  clause: string
  /** Whether a difference matches this cause, as narrowly as the records and queries allow. */
  explains(difference: Difference, zone: Zone): boolean
  example: {
    zone: Zone
    query: PeerQuery
    /** The result, or the explanation when that differs. */
    ours: string
    theirs: string
    /** It depends on the order of the name server's records: one of several tries must show it. */
    chance?: true
  }
}

/** Everything that an evaluation had to read: every queried TXT record, and their explanations. */
export function textsRead({ questions, query }: Difference, zone: Zone): string[] {
  const domain = query.sender === '' ? query.helo : query.sender.slice(query.sender.lastIndexOf('@') + 1)
  const read = questions.flatMap(({ answer }) => (answer.kind === 'records' ? answer.records.flatMap(textsOf) : []))
  return [...read, ...read.flatMap(text => explanationsOf(text, domain, zone))]
}

function textsOf(record: ResourceRecord): string[] {
  return record.type === 'TXT' ? [record.strings.join('')] : []
}

/** The texts of `exp=` whose names have no macro except the domain: pyspf reads them even if they are not needed. */
function explanationsOf(text: string, domain: string, zone: Zone): string[] {
  return [...text.matchAll(/ exp=(\S+)/gi)].flatMap(([, name = '']) => {
    const texts = zone[name.toLowerCase().replace(/%\{[od]\}/, domain)]?.TXT ?? []
    return texts.map(strings => (typeof strings === 'string' ? strings : strings.join('')))
  })
}

export function mentions(difference: Difference, zone: Zone, pattern: RegExp): boolean {
  return textsRead(difference, zone).some(text => pattern.test(text))
}

/** The number of records in an evaluation that have a `redirect=`. */
export function redirectsRead(difference: Difference, zone: Zone): number {
  return textsRead(difference, zone).filter(text => /^v=spf1 .*\bredirect=/i.test(text)).length
}

export function isFailed({ answer }: AskedQuestion): boolean {
  return answer.kind === 'failed'
}

export function isVoid({ answer }: AskedQuestion): boolean {
  return isNegative(answer)
}

/** Queries for the addresses of a mail exchanger or of a client's name, in contrast to names of terms. */
export function isBehindTerm({ name, type }: AskedQuestion, { questions }: Difference): boolean {
  if (type !== 'A' && type !== 'AAAA') return false
  return questions.some(({ answer }) => answer.kind === 'records' && targetsOf(answer).includes(name))
}

/**
 * Whether an answer named hosts without an address query of ours, because an earlier one had decided, or they could not
 * decide.
 */
export function hasUnaskedHosts({ questions }: Difference, types: readonly RecordType[]): boolean {
  const asked = new Set(questions.map(({ name }) => name))
  return questions.some(
    ({ type, answer }) =>
      types.includes(type) &&
      answer.kind === 'records' &&
      targetsOf(answer).some(name => name !== '.' && !asked.has(name)),
  )
}

function targetsOf(answer: Answer & { kind: 'records' }): string[] {
  return answer.records.flatMap(record => {
    if (record.type === 'MX') return [record.exchange]
    return record.type === 'PTR' ? [record.target] : []
  })
}

/** The void lookups of an evaluation. */
export function voids({ questions }: Difference): AskedQuestion[] {
  return questions.filter(isVoid)
}

/** The client's address as IPv4, without `::ffff:`. */
export function isFour({ query }: Difference): boolean {
  const address = parseAddress(query.ip)
  return address !== null && (address.family === 4 || address.value >> 32n === 0xffffn)
}
