import type { CheckId } from '../check/index.ts'
import { namesSender, sendsMail } from '../spf/index.ts'
import { badgeWords } from './badge-words.data.ts'
import { percentOf } from './percent.ts'
import type { FindingReply, ScanReply } from './reply.ts'

/** One status badge of the report. `unchecked` is shown as an outlined warning with a question mark. */
export interface Badge {
  state: 'ok' | 'warning' | 'error' | 'not-found' | 'unchecked' | 'not-applicable'
  /** One or a few words. */
  text: string
}

const unchecked: Badge = { state: 'unchecked', text: '?' }
const notApplicable: Badge = { state: 'not-applicable', text: 'Not applicable' }

/** The findings of a badge: those of its checks, and those about the zone, which all records depend on. */
function isAbout({ check, id }: FindingReply, own: readonly CheckId[]): boolean {
  return own.includes(check) || (check === 'dns' && id === 'dnssec_bogus')
}

/**
 * A badge is never green beside a finding of high or critical severity: it then has the short name of the worst one, as
 * a warning or an error.
 */
export function honest(badge: Badge, { findings }: Pick<ScanReply, 'findings'>, ...own: readonly CheckId[]): Badge {
  if (badge.state !== 'ok') return badge
  const about = findings.filter(finding => isAbout(finding, own))
  const worst =
    about.find(({ severity }) => severity === 'critical') ?? about.find(({ severity }) => severity === 'high')
  if (worst === undefined) return badge
  const words: { readonly [id: string]: string } = badgeWords
  return { state: worst.severity === 'critical' ? 'error' : 'warning', text: words[worst.id] ?? worst.title }
}

/** MX: ok or not found, or what is wrong. A domain that declares that it receives no mail is ok. */
export function mxBadge(reply: ScanReply): Badge {
  const { mx } = reply.results
  if (!mx.success) return unchecked
  const { hosts } = mx
  const ok = (text: string): Badge => honest({ state: 'ok', text }, reply, 'mx')
  if (hosts.length > 0 && hosts.every(({ state }) => state === 'null')) return ok('Accepts no mail (null MX)')
  if (hosts.length > 0) return ok('OK')
  if (reply.findings.some(({ id }) => id === 'nonmail_no_null_mx')) return ok('Accepts no mail')
  return { state: 'not-found', text: 'Not found' }
}

/**
 * SPF and DMARC: ok only if both are present and nothing grave is wrong with them; a warning if one is present, not found
 * if neither. A question mark if one of them could not be checked.
 */
export function spfDmarcBadge(reply: ScanReply): Badge {
  const { spf, dmarc, dns } = reply.results
  if (spf === null || dmarc === null || dns.dmarc_error !== null) return unchecked
  const hasSpf = spf.records.length > 0 || dns.txt_records.some(startsAsSpf)
  if (hasSpf && dns.dmarc_found) return honest({ state: 'ok', text: 'OK' }, reply, 'spf', 'dmarc')
  if (hasSpf) return aloneBadge('SPF only', reply, 'spf')
  return dns.dmarc_found ? aloneBadge('DMARC only', reply, 'dmarc') : { state: 'not-found', text: 'Not found' }
}

/** A record with one of these protects nothing. */
const useless: ReadonlySet<string> = new Set([
  'spf_permerror',
  'spf_plus_all',
  'spf_include_bogus',
  'dmarc_invalid',
  'dmarc_bogus',
])

/** One of the two records: a warning, or what makes it useless. */
function aloneBadge(text: string, { findings }: Pick<ScanReply, 'findings'>, check: 'spf' | 'dmarc'): Badge {
  const badge = honest({ state: 'ok', text }, { findings: findings.filter(({ id }) => useless.has(id)) }, check)
  return badge.state === 'ok' ? { state: 'warning', text } : badge
}

/**
 * DKIM: ok if a key is found, with the number of selectors that have one, and the number of weak ones; the score and
 * the issues show their cost. Without a key, a domain whose SPF lets no server send is ok, and so is a subdomain whose
 * mail its parent's keys sign; if that is unknown, or keys may exist under selectors that cannot be guessed, nothing is
 * missing yet: the user can add them.
 */
export function dkimBadge(reply: ScanReply): Badge {
  const { results, findings, sections } = reply
  const { dns, dkim, spf, dmarc } = results
  if (dkim === null || dkim.state === 'unchecked') return unchecked
  const weak = dns.dkim_records.filter(({ state }) => state === 'weak').length
  const keys = weak + dns.dkim_records.filter(({ state }) => state === 'working').length
  if (dns.dkim_found) {
    const text = `${keys} ${keys === 1 ? 'selector' : 'selectors'}${weakWords(weak, keys)}`
    return honest({ state: 'ok', text }, reply, 'dkim')
  }
  const found = findings.filter(({ check }) => check === 'dkim')
  const { hosts } = results.mx
  const refuses = hosts.length > 0 && hosts.every(({ state }) => state === 'null')
  if (spf !== null && (!sendsMail(spf) || (refuses && !namesSender(spf))))
    return honest({ state: 'ok', text: 'Sends no mail' }, reply, 'dkim')
  if (found.some(({ id }) => id === 'dkim_not_found_unguessable')) return unknownSelectors
  if (found.length > 0) return { state: 'not-found', text: 'Not found' }
  const isOpen = spf === null || dmarc === null || dns.dmarc_error !== null || sections.dkim.gaps.length > 0
  if (isOpen) return unchecked
  return dkim.parent?.state === 'found'
    ? honest({ state: 'ok', text: 'Key of the parent' }, reply, 'dkim')
    : { state: 'not-found', text: 'Not found' }
}

const unknownSelectors: Badge = { state: 'unchecked', text: 'Unknown selectors: add yours' }

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
    return blacklists.length === 0 || applies ? unchecked : notApplicable
  }
  if (listed > 0) return { state: 'error', text: `${listed} of ${total}` }
  // Every list is switched off: nothing was asked.
  if (total === 0) return notApplicable
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

/**
 * Open relay: false is clean, true an error, unknown a warning with a question mark. A first positive test is a warning: it
 * has an answer, which a second test confirms or not.
 */
export function relayBadge({ results: { relay } }: ScanReply): Badge {
  if (relay?.is_open_relay === true) return { state: 'error', text: 'Open' }
  if (relay?.is_open_relay === false) return { state: 'ok', text: 'Clean' }
  if (relay?.hosts.some(host => host.relay === 'suspected')) return { state: 'warning', text: 'To be confirmed' }
  return relay?.state === 'not-applicable' ? notApplicable : unchecked
}

/** The specification's rule for "SPF is present": any TXT that starts with `v=spf1`, in any case. */
export function startsAsSpf(text: string): boolean {
  return /^v=spf1/i.test(text)
}

/** How much of a report rests on answers, in a few words. It never says "everything" beside a failed lookup. */
export function coverageWords({ coverage, unchecked: failed }: Pick<ScanReply, 'coverage' | 'unchecked'>): string {
  const percent = percentOf(coverage, 1)
  if (percent === 0) return 'No check could run'
  if (percent < 100) return `${100 - percent}% of checks could not run`
  return failed.length === 0 ? 'All checks completed' : 'Some lookups failed'
}
