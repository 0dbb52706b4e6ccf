import type { Hop } from './hop.ts'
import type { OrganizationalDomain } from './parsed-header.ts'
import { organizationOf, receivingHost } from './receiver.ts'
import type { Authentication, AuthenticationResults, RankedResults, ReceivedSpf } from './result.ts'

/**
 * Which `Authentication-Results` count (docs/decisions): the topmost one that has a method, unless its authserv-id belongs
 * to another organization than the host that received the message last. A missing authserv-id is trusted. So is every one
 * where no host is known.
 *
 * @param results from the top
 */
export function rankResults(
  results: readonly AuthenticationResults[],
  path: readonly Hop[],
  organizationalDomain: OrganizationalDomain,
): readonly RankedResults[] {
  const receiver = receivingHost(path, organizationalDomain)
  let isFound = false
  return results.map((each): RankedResults => {
    if (each.methods.length === 0) return { results: each, rank: 'empty' }
    if (isForeign(each.authservId, { receiver, path }, organizationalDomain))
      return { results: each, rank: 'untrusted' }
    if (isFound) return { results: each, rank: 'history' }
    isFound = true
    return { results: each, rank: 'counts' }
  })
}

function isForeign(
  id: string | null,
  { receiver, path }: { receiver: string | null; path: readonly Hop[] },
  organizationalDomain: OrganizationalDomain,
): boolean {
  if (id === null || path.length === 0) return false
  const newest = path.at(-1)?.by?.toLowerCase() ?? null
  if (id === newest || (receiver !== null && id === receiver.toLowerCase())) return false
  const organization = organizationOf(id, organizationalDomain)
  // A name without a domain is only known as the host itself.
  if (organization === null) return receiver !== null && receiver.toLowerCase().split('.')[0] !== id
  return receiver !== null && organization !== organizationOf(receiver, organizationalDomain)
}

/**
 * SPF, DKIM and DMARC as the receiver reports them. DKIM passes when one signature passes. `Received-SPF` serves only
 * where no counting result has SPF.
 */
export function authenticationOf(
  ranked: readonly RankedResults[],
  receivedSpf: readonly ReceivedSpf[],
): Authentication {
  const counting = ranked.find(({ rank }) => rank === 'counts')?.results.methods ?? []
  const wordsOf = (method: string) =>
    counting.filter(each => each.method === method).map(({ result }) => wordOf(result))
  const dkim = wordsOf('dkim')
  return {
    spf: wordsOf('spf')[0] ?? wordOf(receivedSpf[0]?.result ?? 'none'),
    dkim: dkim.includes('pass') ? 'pass' : (dkim[0] ?? 'none'),
    dmarc: wordsOf('dmarc')[0] ?? 'none',
  }
}

/** Results under other words: a guess without a record is no result, and hardfail is fail (RFC 8601 section 2.7.2). */
function wordOf(result: string): string {
  if (result === 'bestguesspass') return 'none'
  return result === 'hardfail' ? 'fail' : result === 'error' ? 'temperror' : result
}
