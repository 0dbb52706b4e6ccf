import { changedAfterScan, knownOf } from '@waxseal/core/watch'
import { type ReactNode, useState } from 'react'
import { lookOf } from '../../components/changed-note.tsx'
import type { Domain } from '../../lib/queries.ts'
import { relativeTime } from '../../lib/time.ts'
import { cx } from '../../ui/class-names.ts'

const tones = { bad: 'text-poor', warning: 'text-fair', info: 'text-info' } as const

/** What monitoring saw of a domain after its last scan, the newest first. */
function changesOf({ last_scan, changed_after_scan }: Domain) {
  return knownOf({ finished_at: last_scan, changed_after_scan }).changes
}

/** Whether what the row shows is from before a change. */
export function isChanged(domain: Domain): boolean {
  return changesOf(domain).length > 0
}

/** "Changed after this scan: DMARC policy weakened from reject to none, 5 minutes ago"; nothing without a change. */
export function ChangedLine({ domain, short = false }: { domain: Domain; short?: boolean }): ReactNode {
  const [now] = useState(() => new Date())
  const changes = changesOf(domain)
  const [newest, ...others] = changes
  if (newest === undefined) return null
  const words = changes
    .map(({ description, detected_at }) => `${description}, ${relativeTime(new Date(detected_at), now)}`)
    .join('; ')
  return (
    <span
      className={cx('block truncate text-12 leading-[1.125rem]', tones[lookOf(changes)])}
      title={`${changedAfterScan}: ${words}`}
    >
      {changedAfterScan}
      {!short && `: ${words}`}
      {short && others.length > 0 && ` (${changes.length})`}
    </span>
  )
}
