import { hostTroubles, ttlOf } from '@waxseal/core/health'
import type { ScanReply } from '../../../lib/queries.ts'
import { duration } from '../../../lib/time.ts'
import {
  couldNotCheck,
  doesNotExist,
  hasNullMx,
  inSentence,
  isOpen,
  notApplicable,
  notForVisitors,
  relayHostStatus,
  type Status,
  switchedOff,
} from '../report.ts'

type Host = ScanReply['results']['mx']['hosts'][number]

/** A mail server at the end of the path. */
export interface PathHost {
  host: string
  /** null: no MX names it; senders use it without an MX. */
  priority: number | null
  addresses: readonly string[]
  trouble: Status | null
  /** Its open relay result; null when no connection was possible. */
  relay: Status | null
}

/** The mail path to a domain, or where it ends. */
export interface MailPath {
  /** What DNS says about the path. */
  names: string
  hosts: readonly PathHost[]
  /** Why the path ends before a mail server; null: it does not. */
  end: { status: Status; words: string } | null
}

export function mailPathOf(scan: ScanReply): MailPath {
  const { hosts, implicit, success } = scan.results.mx
  const name = scan.domain_name
  if (!success) {
    return ended('no answer', couldNotCheck, 'The MX lookup failed. This does not affect the score.')
  }
  if (doesNotExist(scan)) {
    return ended(
      'no such name',
      { word: 'Undeliverable', tone: 'poor' },
      'The name does not exist, so mail to it bounces.',
    )
  }
  if (hasNullMx(scan)) {
    return ended(
      'null MX',
      { word: 'Accepts no mail', tone: 'idle', mark: 'none' },
      'A null MX tells senders not to deliver mail.',
    )
  }
  if (hosts.length > 0) return { names: mxWords(scan), hosts: hosts.map(host => pathHost(scan, host)), end: null }
  if (implicit !== null && implicit.length > 0) {
    const fallback = { host: name, preference: null, addresses: implicit, state: 'resolved' } as const
    return { names: 'no MX, so senders use the domain’s addresses', hosts: [pathHost(scan, fallback)], end: null }
  }
  if (implicit === null || isOpen(scan, 'dns', 'A', 'AAAA') || isOpen(scan, 'mx', 'A', 'AAAA')) {
    return ended('no MX', couldNotCheck, 'The lookup of the fallback address failed.')
  }
  return ended('no MX', { word: 'Undeliverable', tone: 'poor' }, 'No MX and no address record, so mail to it bounces.')
}

function ended(names: string, status: Status, words: string): MailPath {
  return { names, hosts: [], end: { status, words } }
}

function mxWords(scan: ScanReply): string {
  const count = scan.results.mx.hosts.length
  const ttl = ttlOf(scan, scan.domain_name, 'MX')
  return `${count} ${count === 1 ? 'record' : 'records'}${ttl === null ? '' : `, TTL ${duration(ttl)}`}`
}

function pathHost(
  scan: ScanReply,
  { host, preference, addresses, state }: Pick<Host, 'host' | 'addresses' | 'state'> & { preference: number | null },
): PathHost {
  return {
    host,
    priority: preference,
    addresses,
    trouble: hostTroubles[state],
    relay: addresses.length === 0 ? null : relayOf(scan, host),
  }
}

function relayOf({ results: { relay } }: ScanReply, name: string): Status {
  if (relay === null) return couldNotCheck
  if (relay.state === 'off') return switchedOff
  if (relay.state === 'not-for-visitors') return notForVisitors
  const tested = relay.hosts.find(({ host }) => host === name)
  return tested === undefined ? notApplicable : relayHostStatus(tested)
}

/** The maximum number of mail servers in the sentence, and initially displayed. */
export const hostsAtFirst = 5

/** The path in one or a few sentences. */
export function pathSentence(name: string, { names, hosts, end }: MailPath): string {
  if (end !== null) return `Mail path to ${name}: ${names}. ${end.words}`
  const told = hosts.slice(0, hostsAtFirst).map(hostWords)
  const more = hosts.length - told.length
  return `Mail path to ${name}: ${names}. ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}

function hostWords({ host, priority, addresses, trouble, relay }: PathHost): string {
  return [
    host,
    ...(priority === null ? [] : [`priority ${priority}`]),
    ...addresses,
    ...[trouble, relay].flatMap(status => (status === null ? [] : [inSentence(status.word)])),
  ].join(', ')
}

/** The same as table rows. */
export function pathRows({ hosts, end }: MailPath): readonly (readonly string[])[] {
  if (end !== null) return [['–', '–', '–', end.status.word]]
  return hosts.map(({ host, priority, addresses, trouble, relay }) => [
    priority === null ? '–' : String(priority),
    host,
    [...addresses, ...(trouble === null ? [] : [trouble.word])].join(', '),
    relay?.word ?? '–',
  ])
}
