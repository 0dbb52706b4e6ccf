import { scanWords } from '@waxseal/core/watch'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { lookOf, Sentence } from '../../components/changed-note.tsx'
import { paths } from '../../lib/paths.ts'
import { Note } from '../../ui/note.tsx'
import type { Stats } from './health-overview.tsx'

/** The domains whose records changed after their last scan: the counts below are from before. Nothing without one. */
export function ChangedDomains({ stats }: { stats: Stats }): ReactNode {
  const changed = stats.changed_after_scan
  if (changed.length === 0) return null
  const more = stats.changed_beyond
  const changes = changed.flatMap(each => each.changes)
  return (
    <Note look={lookOf(changes)} title="Changed after the last scan">
      <ul>
        {changed.flatMap(({ domain_id: id, domain_name: name, domain_unicode: unicode, changes: ofDomain }) =>
          ofDomain.map(change => (
            <li key={`${id} ${change.detected_at} ${change.description}`}>
              <Link to={paths.diagnostics(id)} className="prose-link rounded">
                {unicode ?? name}
              </Link>
              : <Sentence change={change} />
            </li>
          )),
        )}
      </ul>
      <p className="mt-1">
        {more > 0 && `${more} more changed. `}
        {scanWords(changes)}
      </p>
    </Note>
  )
}
