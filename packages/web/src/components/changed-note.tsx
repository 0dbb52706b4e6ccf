import {
  type ChangeAfterScan,
  changedAfterScan,
  knownOf,
  resultWords,
  type ScanAndSince,
  type ScannedRecord,
} from '@waxseal/core/watch'
import type { ReactNode } from 'react'
import { timeInSentence } from '../lib/time-in-sentence.ts'
import { Note } from '../ui/note.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'

interface Props {
  scan: ScanAndSince
  /** Absent: all that a scan shows. */
  record?: ScannedRecord
}

/** Says what monitoring saw change after a scan, above what the scan shows. Nothing where the scan is the newest that is known. */
export function ChangedNote({ scan, record }: Props): ReactNode {
  const { changes } = knownOf(scan, record)
  if (changes.length === 0) return null
  return (
    <Note look={lookOf(changes)} title={changedAfterScan}>
      <ul>
        {changes.map(change => (
          <li key={`${change.detected_at} ${change.description}`}>
            <Sentence change={change} />
          </li>
        ))}
      </ul>
      <p className="mt-1">{resultWords(changes)}</p>
    </Note>
  )
}

/** "DMARC policy weakened from reject to none, 5 minutes ago." */
export function Sentence({ change: { description, detected_at } }: { change: ChangeAfterScan }): ReactNode {
  return (
    <>
      {description},{' '}
      <span className="whitespace-nowrap">
        <TimeAgo at={detected_at} words={timeInSentence} />.
      </span>
    </>
  )
}

/** How grave the gravest of these changes is. */
export function lookOf(changes: readonly Pick<ChangeAfterScan, 'severity'>[]): 'bad' | 'warning' | 'info' {
  if (changes.some(({ severity }) => severity === 'critical')) return 'bad'
  return changes.some(({ severity }) => severity === 'warning') ? 'warning' : 'info'
}
