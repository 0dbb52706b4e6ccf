import type { ReactNode } from 'react'
import { lastScore } from '../../../components/last-score.ts'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { Note } from '../../../ui/note.tsx'
import { doesNotExist } from '../report.ts'
import { areServersSilent } from './silent-servers.tsx'

interface Props {
  domain: Domain
  scan: ScanReply
}

/** Why a scan has no score: nothing is there to score, or too little could be checked. */
export function NotScored({ domain, scan }: Props): ReactNode {
  const last = lastScore(domain)
  const more = last === null ? '' : ` ${last}`
  return <div className="mt-4 max-w-prose">{noteOf(scan, more)}</div>
}

function noteOf(scan: ScanReply, more: string): ReactNode {
  if (doesNotExist(scan)) {
    return (
      <Note look="bad" title={`${scan.domain_name} does not exist`}>
        The parent zone’s name servers return NXDOMAIN, so there is nothing to score. Check the spelling first. The
        issue below says what else to do.{more}
      </Note>
    )
  }
  if (scan.findings.some(({ id }) => id === 'delegation_dead')) {
    return (
      <Note look="bad" title={`No name server answers for ${scan.domain_name}`}>
        None of its name servers serves the zone, so there is nothing to score. The issue below says what to do.{more}
      </Note>
    )
  }
  if (areServersSilent(scan)) {
    return (
      <Note look="unknown" title={`No name server of ${scan.results.dns.delegation?.zone} answered`}>
        We could not read the records, so there is no score. Nothing counts as missing. Check that the name servers run
        and accept queries from the Internet. Then scan again.{more}
      </Note>
    )
  }
  return (
    <Note look="unknown" title="This scan could not be scored">
      A score needs answers for MX, SPF and DMARC, and no earlier answers exist. Scan again when the domain’s name
      servers can be reached.{more}
    </Note>
  )
}
