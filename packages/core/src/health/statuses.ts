import { type CheckId, type Look, states } from '../check/index.ts'
import { plans } from '../plan/index.ts'
import { isLeftOutByRule, type RelayHost } from '../relay/index.ts'
import {
  type Badge,
  blacklistBadge,
  dkimBadge,
  honest,
  mxBadge,
  relayBadge,
  spfDmarcBadge,
  startsAsSpf,
  threatBadge,
  unchecked,
  withPoints,
} from './badges.ts'
import type { ScanReply } from './reply.ts'

/** A state for display, with an icon where that of its tone does not fit. */
export interface Status extends Look {
  /** `locked`: not in the plan. `none`: it does not apply, so nothing is unknown. */
  mark?: 'locked' | 'none'
}

/** A word in the form it has after a colon. An abbreviation keeps its capitals. */
export function inSentence(word: string): string {
  return /^[A-Z]{2}/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1)
}

/** "SPF: found", in a title line that has several states. A finding's short name may begin with its protocol. */
export function namedWord(protocol: string, word: string): string {
  return word.startsWith(protocol) ? word : `${protocol}: ${inSentence(word)}`
}

export const couldNotCheck: Status = statusOf('couldNotCheck')
export const notApplicable: Status = statusOf('notApplicable')

/** A state of the one table (`check/states.data.ts`) as a status. */
function statusOf(state: keyof typeof states): Status {
  return states[state]
}

/** RFC 7505: the single MX of a domain that accepts no mail. */
export function hasNullMx({ results: { mx } }: Pick<ScanReply, 'results'>): boolean {
  return mx.hosts.length > 0 && mx.hosts.every(({ state }) => state === 'null')
}

/** A badge of the report for display. */
export function badgeStatus({ state, text }: Badge): Status {
  if (state === 'unchecked') return { ...couldNotCheck, word: text.replace(/^\?/, couldNotCheck.word) }
  if (state === 'not-applicable') return { ...notApplicable, word: text }
  const tone = ({ ok: 'excellent', warning: 'fair', error: 'poor', 'not-found': 'poor' } as const)[state]
  return { word: text, tone }
}

export function mxStatus(scan: ScanReply): Status {
  return badgeStatus(mxBadge(scan, states.found.word))
}

/** The number of queried lists; from a server that does not send it, the number of all lists. */
function listTotal({ total_checked: total }: { total_checked?: number }): number {
  return total ?? plans.pro.blocklists
}

/** On how many lists the domain is, and of how many. */
export function blacklistStatus(scan: ScanReply): Status {
  const { blacklist } = scan.results
  const results = { ...scan.results, blacklist: { ...blacklist, total_checked: listTotal(blacklist) } }
  return badgeStatus(blacklistBadge({ ...scan, results }))
}

/** The number of applicable lists with a verdict, if it is too small to call the domain clean; else null. */
export function tooFewLists({ results: { blacklist }, basis }: ScanReply): { answered: number; asked: number } | null {
  const { success, listed_count: listed, blacklists } = blacklist
  if (!success || listed > 0 || !basis.unchecked.includes('blacklist')) return null
  const asked = blacklists.filter(({ trouble }) => trouble !== 'not-applicable')
  return { answered: asked.filter(({ status }) => status !== 'error').length, asked: asked.length }
}

/**
 * Threat intelligence. `sellsPlans`: the reader has the lowest plan and can upgrade here: then the lookups of a day that
 * are used up have a lock. An upgrade that changes nothing is never offered (decision 3.9).
 */
export function threatStatus(scan: ScanReply, sellsPlans: boolean): Status {
  const { error } = scan.results.threat_intelligence
  if (error === 'rate_limit_exceeded' && sellsPlans) return statusOf('notInPlan')
  if (error === 'not_configured' && scan.results.threat_intelligence.left_out.length > 0) return notForVisitors
  if (error === 'not_configured') return switchedOff
  return badgeStatus(threatBadge(scan))
}

/** A first positive test, which a second one decides. */
export const suspected: Status = statusOf('toBeConfirmed')

const hostStates: Record<RelayHost['relay'], Status> = {
  open: statusOf('open'),
  suspected,
  closed: statusOf('closed'),
  unknown: couldNotCheck,
}

export const switchedOff: Status = statusOf('switchedOff')

/** Left out of the check of a visitor by rule. */
export const notForVisitors: Status = statusOf('notForVisitors')

/** One mail server. */
export function relayHostStatus(host: Pick<RelayHost, 'relay' | 'undecided'>): Status {
  return isLeftOutByRule(host) ? notApplicable : hostStates[host.relay]
}

/** The open relay test. */
export function relayStatus(scan: ScanReply): Status {
  return badgeStatus(relayBadge(scan))
}

export function spfStatus(scan: ScanReply): Status {
  const { results } = scan
  if (results.spf === null) return badgeStatus(withPoints(unchecked, scan, 'spf'))
  const found = results.spf.records.length > 0 || results.dns.txt_records.some(startsAsSpf)
  return badgeStatus(withPoints(found ? honest(isThere, scan, 'spf') : isMissing, scan, 'spf'))
}

const isThere: Badge = { state: 'ok', text: states.found.word }
const isMissing: Badge = { state: 'not-found', text: states.notFound.word }

export function dmarcStatus(scan: ScanReply): Status {
  const { results } = scan
  const isFound = results.dns.dmarc_found
  if (!isFound && (results.dmarc === null || results.dns.dmarc_error !== null))
    return badgeStatus(withPoints(unchecked, scan, 'dmarc'))
  return badgeStatus(withPoints(isFound ? honest(isThere, scan, 'dmarc') : isMissing, scan, 'dmarc'))
}

/** Whether a query of these types about the domain itself failed. If so, nothing may be reported as missing. */
export function isOpen({ domain_name: name, sections }: ScanReply, check: CheckId, ...types: string[]): boolean {
  return sections[check].gaps.some(({ question }) => question.name === name && types.includes(question.type))
}

/**
 * The six badges of the specification, each with its check.
 *
 * @param sellsPlans whether the reader can upgrade here
 */
export function badgesOf(
  scan: ScanReply,
  sellsPlans: boolean,
): readonly { name: string; check: CheckId; status: Status }[] {
  return [
    { name: 'MX', check: 'mx', status: badgeStatus(mxBadge(scan)) },
    { name: 'SPF/DMARC', check: 'spf', status: badgeStatus(spfDmarcBadge(scan)) },
    { name: 'DKIM', check: 'dkim', status: badgeStatus(dkimBadge(scan)) },
    { name: 'Blacklists', check: 'blacklist', status: blacklistStatus(scan) },
    { name: 'Threat intelligence', check: 'threat', status: threatStatus(scan, sellsPlans) },
    { name: 'Open Relay', check: 'relay', status: relayStatus(scan) },
  ]
}
