import { notScoredNote } from '@waxseal/core/health'
import type { ReactNode } from 'react'
import { lastScore } from '../../../components/last-score.ts'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { Note } from '../../../ui/note.tsx'

interface Props {
  domain: Domain
  scan: ScanReply
}

/** Why a scan has no score, and the last one there was. */
export function NotScored({ domain, scan }: Props): ReactNode {
  const { look, title, text } = notScoredNote(scan)
  const last = lastScore(domain)
  return (
    <div className="mt-4 max-w-prose">
      <Note look={look} title={title}>
        {last === null ? text : `${text} ${last}`}
      </Note>
    </div>
  )
}
