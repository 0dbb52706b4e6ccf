import { domainToUnicode } from 'node:url'
import type { DomainItem } from '@waxseal/contract'
import { changesToShow } from '@waxseal/core/watch'
import { isScanDue } from './scan-due.ts'
import type { DomainSummary } from './store.ts'

/** A domain as a row of the list. `isReadOnly`: it is beyond the plan's number (`read-only.ts`). */
export function presentDomain(row: DomainSummary, isReadOnly: boolean): DomainItem {
  const { badges } = row
  return {
    id: row.id,
    domain_name: row.name,
    domain_unicode: unicodeOf(row.name),
    health_score: row.score,
    last_scan: row.lastScanAt?.toISOString() ?? null,
    scored_at: row.scoredAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    mx_count: row.mxCount,
    blacklist_count: row.blacklistCount,
    auth_status: row.authStatus,
    auth_text: row.authText,
    badges: badges === null ? null : onlyBadges(badges),
    worst: badges?.worst ?? null,
    partly_checked: badges?.partly ?? null,
    relay_test_result: row.relayTestResult,
    score_is_old: row.scoreIsOld,
    changed_after_scan: changesToShow(row.unseenChanges, { isScanDue: isScanDue(row, isReadOnly) }),
    scanning: row.scanning,
    tags: [...row.tags],
    scan_schedule: row.scanSchedule,
    next_scan_at: row.nextScanAt?.toISOString() ?? null,
    read_only: isReadOnly,
  }
}

function onlyBadges({
  worst: _worst,
  partly: _partly,
  ...badges
}: NonNullable<DomainSummary['badges']>): DomainItem['badges'] {
  return badges
}

/** A name in Unicode; null when it is the same. */
export function unicodeOf(name: string): string | null {
  const unicode = domainToUnicode(name)
  return unicode === name || unicode === '' ? null : unicode
}
