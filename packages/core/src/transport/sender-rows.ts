import { type HostVerdict, hostVerdict } from './host-verdict.ts'
import { type OfferFacts, type SenderFacts, type SenderKind, senderKinds } from './sender-facts.ts'
import { type SenderVerdict, type SenderVerdicts, senderVerdicts } from './sender-verdict.ts'
import type { NextHop, SenderPath, TransportSession, TransportValue } from './value.ts'

/** One address of a mail host, and what each kind of sender does there. */
export interface SenderAddress {
  /** The address; of those beyond what a scan notes, how many they are. */
  address: string
  /** null: it was not asked. */
  session: TransportSession | null
  verdicts: SenderVerdicts
}

/** A mail host, and what each kind of sender does with mail for it, all of its addresses together. */
export interface SenderRow {
  host: string
  cells: { readonly [K in SenderKind]: HostVerdict<K> }
  addresses: readonly SenderAddress[]
}

type RowFacts = Pick<TransportValue, 'hosts' | 'sessions' | 'dane' | 'mtaSts' | 'path'> & {
  dnssec: Pick<TransportValue['dnssec'], 'validating'>
}

/**
 * The table of what senders do with mail for a domain: a row for each mail host with an address.
 *
 * @param domain as A-labels
 * @returns null for a scan of an earlier version, which did not ask
 */
export function senderRows(value: RowFacts, domain: string): readonly SenderRow[] | null {
  return value.path === undefined ? null : rowsAlong(value.path, value, domain)
}

/**
 * The same rows for the parts, which also judge scans of earlier versions: by the sessions that these had, as if the MX
 * records were signed.
 */
export function knownRows(value: RowFacts, domain: string): readonly SenderRow[] {
  const { path, dane, sessions } = value
  if (path !== undefined) return rowsAlong(path, value, domain)
  const names = new Set([...dane.map(({ host }) => host), ...sessions.map(({ host }) => host)])
  const hosts = [...names].map(host => {
    const addresses = sessions.flatMap(session => (session.host === host ? [session.address] : []))
    return { host, addresses, more: addresses.length === 0 ? 1 : 0 }
  })
  return rowsAlong({ hosts, nextHop: signedMx }, value, domain)
}

const signedMx: NextHop = { by: 'mx', authentic: 'yes', alias: null }

function rowsAlong(path: SenderPath, value: RowFacts, domain: string): readonly SenderRow[] {
  return path.hosts.flatMap(({ host, addresses, more }) => {
    const dane = value.dane.find(facts => facts.host === host) ?? null
    const about = { domain, host, dane, nextHop: path.nextHop, mtaSts: value.mtaSts, ...value.dnssec }
    const known = addresses.map(address => {
      const session = value.sessions.find(each => each.host === host && each.address === address) ?? null
      return addressRow(address, session, about)
    })
    const row = rowOf(host, more === 0 ? known : [...known, addressRow(`${more} more`, null, about)])
    return row === null ? [] : [row]
  })
}

function addressRow(
  address: string,
  session: TransportSession | null,
  about: Omit<SenderFacts, 'session'>,
): SenderAddress {
  return { address, session, verdicts: senderVerdicts({ ...about, session: session && offerFactsOf(session) }) }
}

/** What a session says of an offer. Where the names of a certificate are is not known of earlier versions. */
export function offerFactsOf(session: TransportSession): OfferFacts {
  const { testedAt, contacted, failure, starttls, tls, ehlo = [], offersPass = false } = session
  const certificate = tls && { ...tls.certificate, namedBy: tls.certificate.namedBy ?? 'dns-id' }
  return { testedAt, contacted, failure, starttls, certificate, ehlo, offersPass }
}

function rowOf(host: string, addresses: readonly SenderAddress[]): SenderRow | null {
  const cell = <K extends SenderKind>(kind: K): HostVerdict<K> | null =>
    hostVerdict(addresses.map(({ address, verdicts }) => ({ address, verdict: verdictOf(verdicts, kind) })))
  const [opportunistic, mtaSts, dane] = [cell('opportunistic'), cell('mta-sts'), cell('dane')]
  if (opportunistic === null || mtaSts === null || dane === null) return null
  return { host, cells: { opportunistic, 'mta-sts': mtaSts, dane }, addresses }
}

function verdictOf<K extends SenderKind>(verdicts: SenderVerdicts, kind: K): SenderVerdict<K> {
  return verdicts[kind]
}

/** That a kind of sender does not deliver to a host, with the first address at which it does not. */
export interface Refusal<K extends SenderKind> {
  kind: K
  reason: SenderVerdict<K>['reason']
  at: SenderAddress
}

/**
 * Whether a kind of sender does not deliver to a host; null: it does, or nothing is known. An address that could not be
 * asked is no reason for silence: who reaches only the others gets no mail through.
 */
export function refusalOf<K extends SenderKind>(row: SenderRow, kind: K): Refusal<K> | null {
  const delivers = row.addresses.some(({ verdicts }) => isDelivered(verdicts[kind].does))
  const at = row.addresses.find(({ verdicts }) => verdicts[kind].does === 'refused')
  if (delivers || at === undefined) return null
  return { kind, reason: verdictOf(at.verdicts, kind).reason, at }
}

/** Every refusal of a host. */
export function refusalsOf(row: SenderRow): readonly Refusal<SenderKind>[] {
  return senderKinds.flatMap(kind => refusalOf(row, kind) ?? [])
}

/** Whether DANE senders deliver somewhere because a TLSA record matches. */
export function pinsOf({ addresses }: SenderRow): { pinned?: true } {
  return addresses.some(({ verdicts }) => verdicts.dane.does === 'checked') ? { pinned: true } : {}
}

/** Whether the reason of a refusal is that there is no working TLS. */
export function isForTls(reason: string): boolean {
  return reason === 'starttls-required' || reason === 'handshake-required'
}

/** Whether mail arrives; unknown is neither. */
export function isDelivered(does: SenderVerdict<SenderKind>['does']): boolean {
  return does !== 'refused' && does !== 'unknown'
}
