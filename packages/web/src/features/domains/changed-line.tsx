import { changedAfterScan, knownOf } from '@waxseal/core/watch'
import { type ReactNode, useState } from 'react'
import { lookOf } from '../../components/changed-note.tsx'
import type { Domain } from '../../lib/queries.ts'
import { timeInSentence } from '../../lib/time-in-sentence.ts'
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

/** Lines of text below the name, in the views of the list: as many as the change and its time take there. */
const lineClasses = { 1: 'truncate', 2: 'line-clamp-2', 3: 'line-clamp-3' } as const

interface Props {
  domain: Domain
  /** The most lines that it takes. */
  lines: keyof typeof lineClasses
  className?: string
}

/**
 * "Changed after this scan, 5 minutes ago: DMARC policy weakened from reject to none, and 1 more"; nothing without a change.
 * The time comes before the change, because a long one is cut at its end. The link of the row lies above it, so no tooltip
 * shows what is cut.
 */
export function ChangedLine({ domain, lines, className }: Props): ReactNode {
  const [now] = useState(() => new Date())
  const changes = changesOf(domain)
  const [newest, ...others] = changes
  if (newest === undefined) return null
  const time = timeInSentence(new Date(newest.detected_at), now)
  return (
    <span className={cx('text-12 leading-[1.125rem]', lineClasses[lines], tones[lookOf(changes)], className)}>
      {changedAfterScan}, {time}: {newest.description}
      {others.length > 0 && `, and ${others.length} more`}
    </span>
  )
}
