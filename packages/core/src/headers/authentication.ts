import type { Hop } from './hop.ts'
import type { OrganizationalDomain } from './parsed-header.ts'
import { firstOutside, organizationOf, receivingHost } from './receiver.ts'
import type { Authentication, AuthenticationResults, RankedResults, ReceivedSpf } from './result.ts'

/** The methods whose results this product judges. */
const judged = ['spf', 'dkim', 'dmarc']

/**
 * Which `Authentication-Results` count (docs/decisions/0051-message-headers.md): the topmost one with a result of SPF, DKIM
 * or DMARC, unless its authserv-id belongs to another organization than the host that received the message last. Some
 * receivers write a field for each method: those that follow without a `Received` between count too, for methods that no
 * field above has. A missing authserv-id is trusted where no other organization handled the message above the field. So is
 * every one where no receiving host is known.
 *
 * @param results from the top
 */
export function rankResults(
  results: readonly AuthenticationResults[],
  path: readonly Hop[],
  organizationalDomain: OrganizationalDomain,
): readonly RankedResults[] {
  const receiver = receivingHost(path, organizationalDomain)
  const outside = firstOutside(path, organizationalDomain)
  const seen = new Set<string>()
  let top: number | null = null
  return results.map((each): RankedResults => {
    const { line } = each.at
    if (each.methods.length === 0) return { results: each, rank: 'empty' }
    if (
      each.authservId === null ? line > outside : isForeign(each.authservId, { receiver, path }, organizationalDomain)
    )
      return { results: each, rank: 'untrusted' }
    const isTop = top === null
    const follows = top !== null && !path.some(({ at }) => at.line > (top ?? 0) && at.line < line)
    const methods = each.methods.filter(({ method }) => !seen.has(method))
    if (!(isTop || follows) || methods.length === 0) return { results: each, rank: 'history' }
    if (isTop && methods.some(({ method }) => judged.includes(method))) top = line
    for (const { method } of methods) seen.add(method)
    return { results: { ...each, methods }, rank: 'counts' }
  })
}

function isForeign(
  id: string,
  { receiver, path }: { receiver: string | null; path: readonly Hop[] },
  organizationalDomain: OrganizationalDomain,
): boolean {
  if (path.length === 0) return false
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
 *
 * @param receivedSpf those that the receiver can have written, from the top
 */
export function authenticationOf(
  ranked: readonly RankedResults[],
  receivedSpf: readonly ReceivedSpf[],
): Authentication {
  const counting = ranked.flatMap(({ rank, results }) => (rank === 'counts' ? results.methods : []))
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
