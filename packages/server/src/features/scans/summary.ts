import { states } from '@waxseal/core/check'
import {
  type Badge,
  blacklistBadge,
  dkimBadge,
  issuesOf,
  mxBadge,
  presentScan,
  relayBadge,
  type ScanReply,
  type ScanResult,
  spfDmarcBadge,
  worstFinding,
} from '@waxseal/core/health'
import { isOpenRelay } from '@waxseal/core/relay'
import type { ScanSummary } from '../domains/store.ts'

/**
 * The summary of a scan for the domain list. Values of a domain that does not exist stay null, because nothing is
 * missing there: its one finding says all.
 */
export function summaryOf(result: ScanResult): ScanSummary {
  const { mx } = result.sections
  const reply = presentScan(result)
  const isGone = result.findings.some(finding => finding.id === 'domain_not_found')
  const badges = badgesOf(reply)
  return {
    lastScanAt: new Date(result.finishedAt),
    score: result.score,
    issues: issuesOf(result),
    mxCount: mx.ran && !isGone ? mx.value.hosts.filter(host => host.state !== 'null').length : null,
    blacklistCount: isGone ? null : blacklistCountOf(result),
    ...(isGone ? { authStatus: 'unknown', authText: null } : authenticationOf(reply)),
    badges: { ...badges, worst: worstFinding(reply), partly: reply.unchecked.length > 0 },
    relayTestResult: isGone ? null : relayResultOf(result, badges.relay),
  }
}

/** null: no list gave a verdict, or too few gave one and none lists it, which is not clean. */
function blacklistCountOf({ sections: { blacklist }, basis }: ScanResult): number | null {
  if (!blacklist.ran || !blacklist.value.success) return null
  const { listedCount } = blacklist.value
  return listedCount === 0 && basis.unchecked.includes('blacklist') ? null : listedCount
}

/** null: the badge is "Not applicable" or "Switched off", also where a rule leaves out every server that has no answer. */
function relayResultOf({ sections: { relay } }: ScanResult, badge: Badge): ScanSummary['relayTestResult'] {
  if (badge.state === 'not-applicable') return null
  if (!relay.ran || relay.value.state !== 'tested') return 'unknown'
  const isOpen = isOpenRelay(relay.value, relay.gaps)
  return isOpen === null ? 'unknown' : isOpen ? 'open' : 'closed'
}

/** As the report's badge has it, so that the list and the report agree. */
function authenticationOf(reply: ScanReply): Pick<ScanSummary, 'authStatus' | 'authText'> {
  const { state, text } = spfDmarcBadge(reply)
  const isSilent = state === 'not-applicable' || text === '?'
  return {
    authStatus: statusOfBadge[state],
    authText: isSilent ? null : text.replace(/^\?/, states.couldNotCheck.word),
  }
}

function badgesOf(reply: ScanReply): Omit<NonNullable<ScanSummary['badges']>, 'worst' | 'partly'> {
  return {
    mx: mxBadge(reply),
    dkim: dkimBadge(reply),
    blacklists: blacklistBadge(reply),
    relay: relayBadge(reply),
  }
}

const statusOfBadge = {
  ok: 'pass',
  warning: 'partial',
  error: 'fail',
  'not-found': 'fail',
  unchecked: 'unknown',
  'not-applicable': 'unknown',
} as const satisfies Record<Badge['state'], ScanSummary['authStatus']>
