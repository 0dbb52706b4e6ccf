import type { ReactNode } from 'react'
import type { ScanReply } from '../../../lib/queries.ts'
import { Note } from '../../../ui/note.tsx'

type Server = NonNullable<ScanReply['results']['dns']['delegation']>['servers'][number]

/** Some were asked, and none of them served the zone. */
export function areServersSilent({ results }: Pick<ScanReply, 'results'>): boolean {
  const servers = results.dns.delegation?.servers ?? []
  return servers.some(({ state }) => state !== 'unknown') && servers.every(isMute)
}

function isMute({ state }: Server): boolean {
  return state !== 'answers' && state !== 'partly'
}

/** At the top of a report that rests on the answers of an earlier scan. */
export function SilentServers({ scan }: { scan: ScanReply }): ReactNode {
  return (
    <div className="mb-6 max-w-prose">
      <Note look="unknown" title={`No name server of ${scan.results.dns.delegation?.zone} answered`}>
        The report shows the last known results, and nothing counts as missing. Check that the name servers run and
        accept queries from the Internet. Then scan again.
      </Note>
    </div>
  )
}
