import { knownRows } from './sender-rows.ts'
import type { SenderVerdicts } from './sender-verdict.ts'
import type { TransportValue } from './value.ts'

/** Who checks a certificate, by the table of senders. `none`: no policy of the domain asks senders to, and mail arrives. */
export type CheckedBy = 'none' | 'mta-sts' | 'dane' | 'both'

const checkers: { readonly [By in CheckedBy]: string } = {
  none: 'senders that verify certificates',
  'mta-sts': 'senders that follow MTA-STS',
  dane: 'senders that use DANE',
  both: 'senders that follow MTA-STS or use DANE',
}

/**
 * Whose mail is lost for the certificate of a host, and that none is where nothing asks senders to check it. Whole sentences.
 *
 * @param after when it is lost, as the beginning of the sentence; empty: now
 */
export function lostWords({ host, checkedBy }: { host: string; checkedBy?: CheckedBy }, after = ''): string {
  const who = checkers[checkedBy ?? 'none']
  const sentence = after === '' ? `${who.charAt(0).toUpperCase()}${who.slice(1)}` : `${after}${who}`
  const none = checkedBy === 'none' ? ' No policy of the domain asks senders to, so mail arrives.' : ''
  return `${sentence} do not deliver to ${host}.${none}`
}

/**
 * Which kinds of sender check the certificate that these addresses of a host show; null: not known, or no address.
 *
 * @param isOver whether the certificate has expired: then no TLSA record of an authority fits any more
 */
export function checkedByOf(verdicts: readonly SenderVerdicts[], isOver = false): CheckedBy | null {
  if (verdicts.length === 0) return null
  if (verdicts.some(each => each['mta-sts'].does === 'unknown' || each.dane.does === 'unknown')) return null
  const isByPolicy = verdicts.some(({ 'mta-sts': { does } }) => does === 'checked' || does === 'refused')
  const isByDane = verdicts.some(
    ({ dane: { reason } }) => reason === 'authority-fits' || (isOver && reason === 'tlsa-mismatch'),
  )
  if (isByPolicy) return isByDane ? 'both' : 'mta-sts'
  return isByDane ? 'dane' : 'none'
}

/**
 * Who checks what a mail host shows, all of its addresses together; null: not known.
 *
 * @param domain as A-labels
 */
export function checkedByAt(value: TransportValue, host: string, domain: string): CheckedBy | null {
  const asked = knownRows(value, domain)
    .filter(row => row.host === host)
    .flatMap(({ addresses }) => addresses.filter(({ session }) => session?.tls != null))
  const isOver = asked.some(({ session }) => isExpired(session))
  return checkedByOf(
    asked.map(({ verdicts }) => verdicts),
    isOver,
  )
}

function isExpired(session: TransportValue['sessions'][number] | null): boolean {
  return session?.tls != null && Date.parse(session.tls.certificate.notAfter) < Date.parse(session.testedAt)
}
