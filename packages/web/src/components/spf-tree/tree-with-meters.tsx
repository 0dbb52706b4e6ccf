import type { SpfTreeReply } from '@waxseal/core/spf'
import type { ReactNode } from 'react'
import { CellMeter } from '../../ui/cell-meter.tsx'
import { Note } from '../../ui/note.tsx'
import { SpfTreeFigure } from './spf-tree.tsx'

/** An SPF record with its lookups against the limits, the errors that stop receivers, and the tree. */
export function TreeWithMeters({ tree }: { tree: SpfTreeReply }): ReactNode {
  return (
    <div className="grid gap-6">
      <TreeMeters tree={tree} />
      {tree.permerrors.length > 0 && (
        <Note look="bad" title="Receivers return permerror">
          <ul>
            {tree.permerrors.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Note>
      )}
      {tree.openTo !== null && (
        <Note look="bad" title="Any server may send as this domain">
          Allowed by {tree.openTo}.
        </Note>
      )}
      {!tree.complete && (
        <Note look="unknown" title="Part of the tree could not be checked">
          The unchecked terms may add lookups and addresses. They are unknown, not missing.
        </Note>
      )}
      <SpfTreeFigure tree={tree} />
    </div>
  )
}

/** The lookups that the record costs receivers, against the limits of RFC 7208 section 4.6.4. */
export function TreeMeters({ tree }: { tree: SpfTreeReply }): ReactNode {
  return (
    <div className="grid gap-x-12 gap-y-4 sm:grid-cols-[minmax(0,22rem)_11rem]">
      <CellMeter label="DNS lookups" used={tree.lookups} limit={10} atLeast={!tree.complete} />
      <CellMeter label="Void lookups" used={tree.voidLookups} limit={2} atLeast={!tree.complete} />
    </div>
  )
}
