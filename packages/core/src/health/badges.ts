import type { BlacklistRow } from '../blacklist/index.ts'
import { type CheckId, states } from '../check/index.ts'
import { isLeftOutByRule } from '../relay/index.ts'
import { namesSender, sendsMail } from '../spf/index.ts'
import { badgeWords } from './badge-words.data.ts'
import type { FindingReply, ScanReply } from './reply.ts'
import { signed } from './score-words.ts'

/**
 * One status badge of the report. `unchecked` is shown as an outlined warning with a question mark; `not-applicable` in grey,
 * also where a test is switched off.
 */
export interface Badge {
  state: 'ok' | 'warning' | 'error' | 'not-found' | 'unchecked' | 'not-applicable'
  /** One or a few words. */
  text: string
}

/** No answer, and nothing else to say. */
export const unchecked: Badge = { state: 'unchecked', text: '?' }
const notApplicable: Badge = { state: 'not-applicable', text: states.notApplicable.word }

/** The findings of a badge: those of its checks, and those about the zone, which all records depend on. */
function isAbout({ check, id }: FindingReply, own: readonly CheckId[]): boolean {
  return own.includes(check) || (check === 'dns' && id === 'dnssec_bogus')
}

/** The points that these checks cost in the score, 0 or less. */
function pointsOf({ findings }: Pick<ScanReply, 'findings'>, ...own: readonly CheckId[]): number {
  return findings.reduce((sum, { check, points }) => (own.includes(check) ? sum + points : sum), 0)
}

/** The name does not exist in DNS. With a score of 0 its parent zone certainly denies it. */
export function doesNotExist({ findings }: Pick<ScanReply, 'findings'>): boolean {
  return findings.some(({ id }) => id === 'domain_not_found')
}

/** From so many points on a section is not called good (decision 3.15). */
const warningFrom = 10

/**
 * The badge of a section that loses points shows them beside its word: "OK −8". From 10 points on a good one is a warning. What
 * could not be checked costs no points: beside a question mark they are those of another part that was answered, or of what
 * is last known. At a name that does not exist nothing is good and nothing is missing: its one finding
 * says all (decision 3.18). A listing of such a name is one.
 */
export function withPoints(badge: Badge, reply: Pick<ScanReply, 'findings'>, ...own: readonly CheckId[]): Badge {
  if (doesNotExist(reply) && (badge.state === 'ok' || badge.state === 'not-found')) return notApplicable
  const points = pointsOf(reply, ...own)
  if (!(points < 0) || badge.state === 'not-applicable') return badge
  const state = badge.state === 'ok' && points <= -warningFrom ? 'warning' : badge.state
  return { state, text: `${badge.text} ${signed(points)}` }
}

/** The short name of a finding, for a place that says which check it is about. */
export function shortName({ id, title }: Pick<FindingReply, 'id' | 'title'>): string {
  const words: { readonly [id: string]: string } = badgeWords
  return Object.hasOwn(words, id) ? (words[id] ?? title) : title
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
  return { state: worst.severity === 'critical' ? 'error' : 'warning', text: shortName(worst) }
}

/**
 * MX: ok or not found, or what is wrong. A domain that declares that it receives no mail is ok.
 *
 * @param found the word of a domain whose mail servers were found
 */
export function mxBadge(reply: ScanReply, found: string = states.ok.word): Badge {
  return withPoints(mxResult(reply, found), reply, 'mx')
}

function mxResult(reply: ScanReply, found: string): Badge {
  const { mx } = reply.results
  if (!mx.success) return unchecked
  const { hosts } = mx
  const ok = (text: string): Badge => honest({ state: 'ok', text }, reply, 'mx')
  if (hosts.length > 0 && hosts.every(({ state }) => state === 'null')) return ok('Accepts no mail (null MX)')
  if (hosts.length > 0) return ok(found)
  if (reply.findings.some(({ id }) => id === 'nonmail_no_null_mx')) return ok('Accepts no mail')
  return { state: 'not-found', text: states.notFound.word }
}

/**
 * SPF and DMARC: ok only if both are present and nothing grave is wrong with them; a warning if one is present, not found
 * if neither. A question mark if one of them could not be checked, with what the other one is.
 */
export function spfDmarcBadge(reply: ScanReply): Badge {
  return withPoints(spfDmarcResult(reply), reply, 'spf', 'dmarc')
}

function spfDmarcResult(reply: ScanReply): Badge {
  const { spf, dmarc, dns } = reply.results
  const hasSpf = spf !== null && (spf.records.length > 0 || dns.txt_records.some(startsAsSpf))
  const isDmarcOpen = dmarc === null || dns.dmarc_error !== null
  if (spf === null && isDmarcOpen) return unchecked
  if (spf === null) return halfBadge('dmarc', dns.dmarc_found, reply)
  if (isDmarcOpen) return halfBadge('spf', hasSpf, reply)
  if (hasSpf && dns.dmarc_found) return honest({ state: 'ok', text: states.ok.word }, reply, 'spf', 'dmarc')
  if (hasSpf) return aloneBadge('SPF only', reply, 'spf')
  return dns.dmarc_found ? aloneBadge('DMARC only', reply, 'dmarc') : { state: 'not-found', text: states.notFound.word }
}

/** What the one that was answered is, beside the one that was not. */
function halfBadge(check: 'spf' | 'dmarc', isFound: boolean, reply: ScanReply): Badge {
  const [name, other] = check === 'spf' ? ['SPF', 'DMARC'] : ['DMARC', 'SPF']
  const found: Badge = { state: 'ok', text: states.found.word }
  const { text } = isFound ? honest(found, reply, check) : { text: states.notFound.word }
  const known = text.startsWith(name) ? text : `${name}: ${lowered(text)}`
  return { state: 'unchecked', text: `${known}, ${other}: ${lowered(states.couldNotCheck.word)}` }
}

/** A word behind a colon; an abbreviation keeps its capitals. */
function lowered(word: string): string {
  return /^[A-Z]{2}/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1)
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
  return withPoints(dkimResult(reply), reply, 'dkim')
}

function dkimResult(reply: ScanReply): Badge {
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
  if (sendsNoMail(reply)) return honest({ state: 'ok', text: 'Sends no mail' }, reply, 'dkim')
  if (found.some(({ id }) => id === 'dkim_not_found_unguessable')) return unknownSelectors
  const useless = uselessKeys(reply)
  if (useless !== null) return { state: useless === 'wildcard' ? 'warning' : 'error', text: uselessWords[useless] }
  if (found.length > 0) return { state: 'not-found', text: states.notFound.word }
  const isOpen = spf === null || dmarc === null || dns.dmarc_error !== null || sections.dkim.gaps.length > 0
  if (isOpen) return unchecked
  return dkim.parent?.state === 'found'
    ? honest({ state: 'ok', text: 'Key of the parent' }, reply, 'dkim')
    : { state: 'not-found', text: states.notFound.word }
}

/** The domain declares that it sends no mail, so it needs no key. */
export function sendsNoMail({ results: { spf, mx } }: Pick<ScanReply, 'results'>): boolean {
  const refuses = mx.hosts.length > 0 && mx.hosts.every(({ state }) => state === 'null')
  return spf !== null && (!sendsMail(spf) || (refuses && !namesSender(spf)))
}

/**
 * The keys of a domain that has keys and no selector with one that works: all revoked, or broken, or one that a wildcard
 * gives for every selector. null: there is none, or one works.
 */
export function uselessKeys({ findings }: Pick<ScanReply, 'findings'>): 'revoked' | 'broken' | 'wildcard' | null {
  const has = (wanted: string) => findings.find(({ id }) => id === wanted)
  if (has('dkim_revoked_only')) return 'revoked'
  if (has('dkim_invalid')) return 'broken'
  // Its record is what there is to change; without a wildcard there is none.
  return has('dkim_not_found_unsure')?.action.kind === 'edit' ? 'wildcard' : null
}

const uselessWords = {
  revoked: 'Only revoked keys',
  broken: 'No working key',
  wildcard: 'Wildcard key',
} as const

const unknownSelectors: Badge = { state: 'unchecked', text: 'Unknown selectors: add yours' }

/** Keys too short for any receiver (RFC 8301 section 3.2) are not counted silently. */
function weakWords(weak: number, keys: number): string {
  if (weak === 0) return ''
  return weak === keys ? ', weak' : `, ${weak} weak`
}

/**
 * Blacklists: clean if nothing is listed, else an error; "x of total", and if clean how many lists gave no verdict. A question mark
 * when no list gave one, or too few to call the domain clean (`uncheckedOf`).
 */
export function blacklistBadge(reply: ScanReply): Badge {
  return withPoints(blacklistResult(reply), reply, 'blacklist')
}

function blacklistResult({ results: { blacklist }, basis }: ScanReply): Badge {
  const { success, listed_count: listed, total_checked: total, blacklists } = blacklist
  if (!success) {
    const applies = blacklists.some(({ trouble }) => trouble !== 'not-applicable')
    return blacklists.length === 0 || applies ? unchecked : notApplicable
  }
  const open = blacklists.filter(isWithoutVerdict).length
  // A listing is bad enough: what else did not answer is said below.
  if (listed > 0) return { state: 'error', text: `${listed} of ${total}` }
  const text = `0 of ${total}${open === 0 ? '' : `, ${open} unanswered`}`
  // Every list is switched off: nothing was asked.
  if (total === 0) return notApplicable
  return basis.unchecked.includes('blacklist') ? unchecked : { state: 'ok', text }
}

/** A list that covers the domain and gave no verdict: neither listed nor clean. */
export function isWithoutVerdict({ status, trouble }: Pick<BlacklistRow, 'status' | 'trouble'>): boolean {
  return status === 'error' && trouble !== 'not-applicable'
}

/** Threat intelligence: clean or low risk is clean, malicious an error, anything else a warning. */
export function threatBadge(reply: ScanReply): Badge {
  return withPoints(threatResult(reply), reply, 'threat')
}

function threatResult({ results: { threat_intelligence: threat } }: ScanReply): Badge {
  switch (threat.overall_verdict) {
    case 'clean':
    case 'low_risk':
      return { state: 'ok', text: states.clean.word }
    case 'malicious':
      return { state: 'error', text: states.malicious.word }
    case 'suspicious':
      return { state: 'warning', text: states.suspicious.word }
    default:
      return unchecked
  }
}

/**
 * Open relay: false is clean, true an error, unknown a warning with a question mark. A first positive test is a warning: it
 * has an answer, which a second test confirms or not. Where each undecided server was left out by rule, as a large provider's,
 * nothing is unknown.
 */
export function relayBadge(reply: ScanReply): Badge {
  return withPoints(relayResult(reply), reply, 'relay')
}

function relayResult({ results: { relay }, sections }: ScanReply): Badge {
  if (relay?.is_open_relay === true) return { state: 'error', text: states.open.word }
  if (relay?.is_open_relay === false) return { state: 'ok', text: states.clean.word }
  if (relay?.hosts.some(host => host.relay === 'suspected'))
    return { state: 'warning', text: states.toBeConfirmed.word }
  if (relay?.state === 'off') return { state: 'not-applicable', text: states.switchedOff.word }
  if (relay?.state === 'not-for-visitors') return { state: 'not-applicable', text: states.notForVisitors.word }
  if (relay === null || relay.state === 'not-applicable') return relay === null ? unchecked : notApplicable
  const undecided = relay.hosts.filter(host => host.relay !== 'closed')
  const isByRule = undecided.length > 0 && undecided.every(isLeftOutByRule) && sections.relay.gaps.length === 0
  return isByRule ? notApplicable : unchecked
}

/** The specification's rule for "SPF is present": any TXT that starts with `v=spf1`, in any case. */
export function startsAsSpf(text: string): boolean {
  return /^v=spf1/i.test(text)
}
