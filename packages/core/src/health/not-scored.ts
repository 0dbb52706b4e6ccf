import { doesNotExist } from './badges.ts'
import type { ScanReply } from './reply.ts'

/** A note about a whole scan. */
export interface ScanNote {
  look: 'bad' | 'unknown'
  title: string
  text: string
}

type Server = NonNullable<ScanReply['results']['dns']['delegation']>['servers'][number]

/** Some were asked, and none of them served the zone. */
export function areServersSilent({ results }: Pick<ScanReply, 'results'>): boolean {
  const servers = results.dns.delegation?.servers ?? []
  return servers.some(({ state }) => state !== 'unknown') && servers.every(isMute)
}

function isMute({ state }: Server): boolean {
  return state !== 'answers' && state !== 'partly'
}

/** Each server is known not to serve the zone, and monitoring has not seen that often enough. */
function isUnservedInOneScan({ results }: Pick<ScanReply, 'results'>): boolean {
  const { servers = [], not_asked = 0 } = results.dns.delegation ?? {}
  return servers.length > 0 && not_asked === 0 && servers.every(({ state }) => refusals.has(state))
}

const refusals: ReadonlySet<Server['state']> = new Set(['lame', 'no-address', 'private'])

const scanAgain = 'Check that the name servers run and accept queries from the Internet. Then scan again.'
const silentTitle = ({ results }: Pick<ScanReply, 'results'>): string =>
  `No name server of ${results.dns.delegation?.zone} answered`

/** Where a scan shares the DNS answers of an earlier one: a name that many scan is not asked without end. The time follows. */
export const sharedAnswersWords =
  'This domain was scanned often in the last hour. The report has the DNS answers of an earlier scan:'

/** At the top of a report that rests on the answers of an earlier scan. */
export function silentServersNote(scan: Pick<ScanReply, 'results'>): ScanNote {
  return {
    look: 'unknown',
    title: silentTitle(scan),
    text: `The report shows what resolvers and earlier scans know, and nothing counts as missing. ${scanAgain}`,
  }
}

/** At the top of a report of a name that its parent zone denies: its score is 0. */
export function deniedNote({ domain_name: name }: Pick<ScanReply, 'domain_name'>): ScanNote {
  return {
    look: 'bad',
    title: `${name} does not exist`,
    text: 'The parent zone denies this name (NXDOMAIN). Mail to it bounces, so the score is 0. Check the spelling first.',
  }
}

/** Why a scan has no score: nothing is there to score, or too little could be checked. */
export function notScoredNote(scan: Pick<ScanReply, 'domain_name' | 'findings' | 'results'>): ScanNote {
  if (doesNotExist(scan)) {
    return {
      look: 'bad',
      title: `${scan.domain_name} does not exist`,
      text: 'Only the configured resolver says so (NXDOMAIN). The score becomes 0 once three scans over an hour find the same. Check the spelling first.',
    }
  }
  if (scan.findings.some(({ id }) => id === 'delegation_dead')) {
    return {
      look: 'bad',
      title: `No name server answers for ${scan.domain_name}`,
      text: 'None of its name servers serves the zone, so there is nothing to score. See the issue below.',
    }
  }
  if (isUnservedInOneScan(scan)) {
    return {
      look: 'unknown',
      title: `No name server of ${scan.results.dns.delegation?.zone} answered for it`,
      text: `Each of them was asked, and none serves the zone. That may pass, so it becomes an issue once monitoring has seen it in three checks, half an hour apart. There is no score, and nothing counts as missing. ${scanAgain}`,
    }
  }
  if (areServersSilent(scan)) {
    return {
      look: 'unknown',
      title: silentTitle(scan),
      text: `We could not read the records, so there is no score. Nothing counts as missing. ${scanAgain}`,
    }
  }
  return {
    look: 'unknown',
    title: 'This scan could not be scored',
    text: 'A score needs answers for MX, SPF and DMARC, and no earlier answers exist. Scan again when the domain’s name servers can be reached.',
  }
}
