import { issuesOf, type ScanResult } from '@waxseal/core/health'
import { isOpenRelay } from '@waxseal/core/relay'
import type { ScanSummary } from '../domains/store.ts'

/**
 * The summary of a scan for the domain list. Values of a domain that does not exist stay null, because nothing is
 * missing there.
 */
export function summaryOf(result: ScanResult): ScanSummary {
  const { mx } = result.sections
  const isGone = result.findings.some(finding => finding.id === 'domain_not_found')
  return {
    lastScanAt: new Date(result.finishedAt),
    score: result.score,
    issues: issuesOf(result),
    mxCount: mx.ran && !isGone ? mx.value.hosts.filter(host => host.state !== 'null').length : null,
    blacklistCount: isGone ? null : blacklistCountOf(result),
    authStatus: isGone ? 'unknown' : authStatusOf(result),
    relayTestResult: isGone ? null : relayResultOf(result),
  }
}

/** null: no list gave a verdict, or too few gave one and none lists it, which is not clean. */
function blacklistCountOf({ sections: { blacklist }, basis }: ScanResult): number | null {
  if (!blacklist.ran || !blacklist.value.success) return null
  const { listedCount } = blacklist.value
  return listedCount === 0 && basis.unchecked.includes('blacklist') ? null : listedCount
}

/** null: no server was tested, because none could be, or because the installation does not test. */
function relayResultOf({ sections: { relay } }: ScanResult): ScanSummary['relayTestResult'] {
  if (!relay.ran) return 'unknown'
  if (relay.value.state !== 'tested') return null
  const isOpen = isOpenRelay(relay.value, relay.gaps)
  return isOpen === null ? 'unknown' : isOpen ? 'open' : 'closed'
}

/**
 * `pass`: one SPF record without a permerror, and one DMARC record without errors. `fail`: neither. Failed lookups
 * never count as missing, so any doubt about either makes it `unknown`.
 */
function authStatusOf({ sections: { spf, dmarc } }: ScanResult): ScanSummary['authStatus'] {
  if (!spf.ran || !dmarc.ran) return 'unknown'
  const { records, tree } = spf.value
  const { reading } = dmarc.value
  if ((records.length === 0 && spf.gaps.length > 0) || (reading.record === null && reading.unchecked)) return 'unknown'
  const spfGood = records.length === 1 && tree !== null && tree.permerrors.length === 0
  const dmarcGood = reading.record !== null && !reading.multiple && reading.record.errors.length === 0
  if (spfGood && dmarcGood) return 'pass'
  return spfGood || dmarcGood ? 'partial' : 'fail'
}
