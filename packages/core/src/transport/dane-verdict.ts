import { isSubdomain } from '../dns/index.ts'
import { certificateFault, isCertificateSettled } from './certificate-fault.ts'
import type { DaneCause } from './dane-findings.data.ts'
import { isForTls, knownRows, refusalOf, type SenderRow } from './sender-rows.ts'
import { isUsable, matchesChain } from './tlsa.ts'
import type { DaneFacts, TransportValue } from './value.ts'

/**
 * The DANE state of one host (RFC 7672 section 2.2), by the table of senders.
 *
 * - `possible`: no records, though the host's zone is signed; `none`: no records, and DANE is impossible;
 *   `unproved`: no records, and no validating resolver has shown whether the zone is signed
 * - `unsigned`: published, but a validating resolver does not authenticate them
 * - `unusable`: signed, but none is of a kind that mail servers use
 * - `fits`: they match the certificate of each address that takes mail; `partly`: of another address they do not
 * - `refused`: senders do not deliver to any address that was asked
 * - `published`: there was no certificate to compare with, or only one from before the records changed
 * - `bogus`: DNSSEC is broken on the way; `unknown`: the lookup failed, or the resolver does not validate
 */
export type DaneVerdict =
  | 'none'
  | 'possible'
  | 'unproved'
  | 'unsigned'
  | 'unusable'
  | 'fits'
  | 'partly'
  | 'refused'
  | 'published'
  | 'bogus'
  | 'unknown'

/** The state of a host with its row in the table; undefined: it has none. */
export function daneVerdict(facts: DaneFacts, row: SenderRow | undefined, validating: boolean | null): DaneVerdict {
  const { authentic, hostAuthentic, aliasAuthentic, tlsa } = facts
  if (authentic === 'bogus' || hostAuthentic === 'bogus' || aliasAuthentic === 'bogus') return 'bogus'
  if (tlsa === null) return 'unknown'
  if (tlsa.length === 0) {
    if (hostAuthentic === 'yes' || aliasAuthentic === 'yes') return 'possible'
    // Only from a validating resolver does "not authentic" mean "not signed".
    return validating === true ? 'none' : 'unproved'
  }
  const isSigned = authentic === 'yes' && (hostAuthentic === 'yes' || aliasAuthentic === 'yes')
  if (!isSigned) return validating === true ? 'unsigned' : 'unknown'
  const refusal = row === undefined ? null : refusalOf(row, 'dane')
  if (refusal !== null) return refusal.reason === 'dnssec-bogus' ? 'bogus' : 'refused'
  const verdicts = (row?.addresses ?? []).map(({ verdicts: { dane } }) => dane)
  if (verdicts.some(({ does }) => does === 'refused')) return 'partly'
  if (verdicts.some(({ reason }) => reason === 'tlsa-unasked')) return 'unknown'
  if (!tlsa.some(isUsable)) return 'unusable'
  return verdicts.some(({ does }) => does === 'checked') ? 'fits' : 'published'
}

/** Why DANE senders refuse a host, and what it has instead of what the records ask for. */
export function daneCause(facts: DaneFacts, row: SenderRow): { cause: Exclude<DaneCause, 'bogus'>; detail: string } {
  const refusal = refusalOf(row, 'dane')
  if (refusal?.reason === 'starttls-required') return { cause: 'starttls', detail: '' }
  if (refusal?.reason === 'handshake-required') return { cause: 'handshake', detail: '' }
  const session = refusal?.at.session
  const certificate = session?.tls?.certificate
  const anchors = (facts.tlsa ?? []).filter(record => isUsable(record) && record.usage === 2)
  if (!session || !certificate || anchors.length === 0) return { cause: 'key', detail: '' }
  if (!anchors.some(record => matchesChain(record, certificate))) return { cause: 'authority', detail: '' }
  const at = new Date(session.testedAt)
  const isCurrent =
    Date.parse(certificate.notBefore) <= at.getTime() && at.getTime() <= Date.parse(certificate.notAfter)
  if (!isCurrent) {
    const detail = `${certificate.notBefore.slice(0, 10)} to ${certificate.notAfter.slice(0, 10)}`
    return { cause: 'dates', detail }
  }
  const fault = certificateFault(certificate, row.host, session.testedAt)
  return { cause: 'name', detail: fault?.kind === 'name' ? fault.detail : 'another name' }
}

/** What stops mail from DANE senders once the TLSA records of a host are signed. */
export type SigningObstacle = 'records' | 'tls'

/**
 * Whether signing would stop mail to a host, because its TLSA records then count; null: at no address that is known.
 *
 * @param zone what is signed: the names below it; null: whatever the host and its records need
 */
export function signingObstacle(
  value: TransportValue,
  facts: DaneFacts,
  domain: string,
  zone: string | null = null,
): SigningObstacle | null {
  const isIn = (name: string): boolean => zone === null || isSubdomain(name, zone)
  const signed: DaneFacts = {
    ...facts,
    hostAuthentic: isIn(facts.host) ? 'yes' : facts.hostAuthentic,
    authentic: isIn(facts.record) ? 'yes' : facts.authentic,
  }
  const rowAt = (dane: DaneFacts, path: TransportValue['path']) =>
    knownRows({ ...value, ...(path !== undefined && { path }), dane: [dane] }, domain).find(
      ({ host }) => host === facts.host,
    )
  const { path } = value
  const isDomainSigned = zone !== null && isIn(domain) && path !== undefined
  const after = isDomainSigned ? { ...path, nextHop: { ...path.nextHop, authentic: 'yes' as const } } : path
  const [was, is] = [rowAt(facts, path), rowAt(signed, after)]
  for (const [index, { verdicts }] of (is?.addresses ?? []).entries()) {
    const before = was?.addresses[index]?.verdicts.dane.does
    if (verdicts.dane.does !== 'refused' || before === 'refused') continue
    return isForTls(verdicts.dane.reason) ? 'tls' : 'records'
  }
  return null
}

/** Whether the DANE state of each host is known, or another scan would learn no more about it. */
export function isDaneSettled(value: TransportValue, domain: string): boolean {
  const { validating } = value.dnssec
  const rows = knownRows(value, domain)
  return value.dane.every(facts => {
    const { host, tlsa, hostAuthentic, comparable } = facts
    const verdict = daneVerdict(
      facts,
      rows.find(row => row.host === host),
      validating,
    )
    if (verdict === 'published') return comparable !== false && isCertificateSettled(value, host)
    // Without validation DANE is never judged here, and without a signed host it means nothing.
    const isMoot = validating === false || (tlsa === null && hostAuthentic === 'no' && validating === true)
    return verdict !== 'unknown' || isMoot
  })
}

/** Whether the cause is the finding of another part, or of the DNS and MX checks: broken DNSSEC on the way to the host. */
export function isBrokenOnTheWay(
  { dnssec, path }: TransportValue,
  { hostAuthentic, aliasAuthentic }: DaneFacts,
): boolean {
  return (
    hostAuthentic === 'bogus' ||
    aliasAuthentic === 'bogus' ||
    path?.nextHop.authentic === 'bogus' ||
    dnssec.authentic === 'bogus'
  )
}
