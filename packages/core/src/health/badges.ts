import { sendsMail } from '../spf/index.ts'
import type { ScanReply } from './reply.ts'

/** One status badge of the report. `unchecked` is shown as a warning with a question mark. */
export interface Badge {
  state: 'ok' | 'warning' | 'error' | 'not-found' | 'unchecked'
  /** One or a few words. */
  text: string
}

const unchecked: Badge = { state: 'unchecked', text: '?' }

/** MX: ok or not found. A domain that declares that it receives no mail is ok. */
export function mxBadge(reply: ScanReply): Badge {
  const { mx } = reply.results
  if (!mx.success) return unchecked
  const { hosts } = mx
  if (hosts.length > 0 && hosts.every(({ state }) => state === 'null'))
    return { state: 'ok', text: 'accepts no mail (null MX)' }
  if (hosts.length > 0) return { state: 'ok', text: 'OK' }
  if (reply.findings.some(({ id }) => id === 'nonmail_no_null_mx')) return { state: 'ok', text: 'accepts no mail' }
  return { state: 'not-found', text: 'Not found' }
}

/**
 * SPF and DMARC: ok only if both are present, a warning if one is, not found if neither. The badge shows presence; the
 * score and the issues show quality. A question mark if one of them could not be checked.
 */
export function spfDmarcBadge(reply: ScanReply): Badge {
  const { spf, dmarc, dns } = reply.results
  if (spf === null || dmarc === null || dns.dmarc_error !== null) return unchecked
  const hasSpf = spf.records.length > 0 || dns.txt_records.some(startsAsSpf)
  if (hasSpf && dns.dmarc_found) return { state: 'ok', text: 'OK' }
  if (hasSpf) return { state: 'warning', text: 'SPF only' }
  return dns.dmarc_found ? { state: 'warning', text: 'DMARC only' } : { state: 'not-found', text: 'Not found' }
}

/**
 * DKIM: ok if a key is found, with the number of selectors that have one, and the number of weak ones; the score and
 * the issues show their cost. Without a key, a domain whose SPF lets no server send is ok, and so is a subdomain whose
 * mail its parent's keys sign; if that is unknown, or keys may exist under selectors that cannot be guessed, nothing is
 * missing yet.
 */
export function dkimBadge({ results: { dns, dkim, spf, dmarc }, findings, sections }: ScanReply): Badge {
  if (dkim === null || dkim.state === 'unchecked') return unchecked
  const weak = dns.dkim_records.filter(({ state }) => state === 'weak').length
  const keys = weak + dns.dkim_records.filter(({ state }) => state === 'working').length
  if (dns.dkim_found)
    return { state: 'ok', text: `${keys} ${keys === 1 ? 'selector' : 'selectors'}${weakWords(weak, keys)}` }
  const found = findings.filter(({ check }) => check === 'dkim')
  if (spf !== null && !sendsMail(spf)) return { state: 'ok', text: 'Sends no mail' }
  if (found.some(({ id }) => id === 'dkim_not_found_unguessable')) return unchecked
  if (found.length > 0) return { state: 'not-found', text: 'Not found' }
  const isOpen = spf === null || dmarc === null || dns.dmarc_error !== null || sections.dkim.gaps.length > 0
  if (isOpen) return unchecked
  return dkim.parent?.state === 'found'
    ? { state: 'ok', text: 'Key of the parent' }
    : { state: 'not-found', text: 'Not found' }
}

/** Keys too short for any receiver (RFC 8301 section 3.2) are not counted silently. */
function weakWords(weak: number, keys: number): string {
  if (weak === 0) return ''
  return weak === keys ? ', weak' : `, ${weak} weak`
}

/**
 * Blacklists: clean if nothing is listed, else an error; "x of total". A question mark when no list gave a verdict, or
 * too few to call the domain clean (`uncheckedOf`).
 */
export function blacklistBadge({ results: { blacklist }, basis }: ScanReply): Badge {
  const { success, listed_count: listed, total_checked: total, blacklists } = blacklist
  if (!success) {
    const applies = blacklists.some(({ trouble }) => trouble !== 'not-applicable')
    return blacklists.length === 0 || applies ? unchecked : { state: 'unchecked', text: 'Not applicable' }
  }
  if (listed > 0) return { state: 'error', text: `${listed} of ${total}` }
  return basis.unchecked.includes('blacklist') ? unchecked : { state: 'ok', text: `0 of ${total}` }
}

/** Threat intelligence: clean or low risk is clean, malicious an error, anything else a warning. */
export function threatBadge({ results: { threat_intelligence: threat } }: ScanReply): Badge {
  switch (threat.overall_verdict) {
    case 'clean':
    case 'low_risk':
      return { state: 'ok', text: 'Clean' }
    case 'malicious':
      return { state: 'error', text: 'Malicious' }
    case 'suspicious':
      return { state: 'warning', text: 'Suspicious' }
    default:
      return unchecked
  }
}

/** Open relay: false is clean, true an error, unknown a warning with a question mark. */
export function relayBadge({ results: { relay } }: ScanReply): Badge {
  if (relay?.is_open_relay === true) return { state: 'error', text: 'Open' }
  if (relay?.is_open_relay === false) return { state: 'ok', text: 'Clean' }
  return relay?.state === 'not-applicable' ? { state: 'unchecked', text: 'Not applicable' } : unchecked
}

/** The specification's rule for "SPF is present": any TXT that starts with `v=spf1`, in any case. */
export function startsAsSpf(text: string): boolean {
  return /^v=spf1/i.test(text)
}

/** How much of a report rests on answers, in a few words. It never says "everything" beside a failed lookup. */
export function coverageWords({ coverage, unchecked: failed }: Pick<ScanReply, 'coverage' | 'unchecked'>): string {
  const percent = Math.floor(coverage * 100)
  if (percent === 0) return 'Nothing could be checked'
  if (percent < 100) return `${percent}% could be checked`
  return failed.length === 0 ? 'Everything was checked' : 'Some lookups failed'
}
