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

/**
 * Why a peer and we say different things: something a peer does and RFC 7208 does not let it, proved by the smallest
 * case that shows it.
 */
export interface Cause {
  peer: PeerName
  /** What the peer does. */
  name: string
  /** The clause that decides, and what it says. */
  clause: string
  /** Whether a difference has the marks of this cause. As narrow as the records and questions at hand allow. */
  explains(difference: Difference, zone: Zone): boolean
  example: {
    zone: Zone
    query: PeerQuery
    /** Result, or the explanation where that is what differs. */
    ours: string
    theirs: string
    /** It turns on the order in which the name server happens to give its records: one of some tries must show it. */
    chance?: true
  }
}

/** What an evaluation had to read: every TXT record that was asked for, and the explanations these name. */
export function textsRead({ questions, query }: Difference, zone: Zone): string[] {
  const domain = query.sender === '' ? query.helo : query.sender.slice(query.sender.lastIndexOf('@') + 1)
  const read = questions.flatMap(({ answer }) => (answer.kind === 'records' ? answer.records.flatMap(textsOf) : []))
  return [...read, ...read.flatMap(text => explanationsOf(text, domain, zone))]
}

function textsOf(record: ResourceRecord): string[] {
  return record.type === 'TXT' ? [record.strings.join('')] : []
}

/** The texts behind `exp=`, whose names hold no macro but the domain: pyspf reads them, asked for or not. */
function explanationsOf(text: string, domain: string, zone: Zone): string[] {
  return [...text.matchAll(/ exp=(\S+)/gi)].flatMap(([, name = '']) => {
    const texts = zone[name.toLowerCase().replace(/%\{[od]\}/, domain)]?.TXT ?? []
    return texts.map(strings => (typeof strings === 'string' ? strings : strings.join('')))
  })
}

export function mentions(difference: Difference, zone: Zone, pattern: RegExp): boolean {
  return textsRead(difference, zone).some(text => pattern.test(text))
}

/** How many of the records an evaluation read have a `redirect=`. */
export function redirectsRead(difference: Difference, zone: Zone): number {
  return textsRead(difference, zone).filter(text => /^v=spf1 .*\bredirect=/i.test(text)).length
}

export function isFailed({ answer }: AskedQuestion): boolean {
  return answer.kind === 'failed'
}

export function isVoid({ answer }: AskedQuestion): boolean {
  return isNegative(answer)
}

/** Questions for the addresses of a mail exchanger or of a client's name: not what a term itself names. */
export function isBehindTerm({ name, type }: AskedQuestion, { questions }: Difference): boolean {
  if (type !== 'A' && type !== 'AAAA') return false
  return questions.some(({ answer }) => answer.kind === 'records' && targetsOf(answer).includes(name))
}

/** Whether an answer named hosts we asked no address of, because one before had decided, or they could not decide. */
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

/** The void questions of an evaluation. */
export function voids({ questions }: Difference): AskedQuestion[] {
  return questions.filter(isVoid)
}

/** The client's address as IPv4, `::ffff:` read away. */
export function isFour({ query }: Difference): boolean {
  const address = parseAddress(query.ip)
  return address !== null && (address.family === 4 || address.value >> 32n === 0xffffn)
}
