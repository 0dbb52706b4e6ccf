import { type Origin, resultsAtEnd } from './message-origin.ts'
import type { OrganizationalDomain } from './parsed-header.ts'
import { microsoft, receiverOf } from './receiver.ts'
import type { Authentication, AuthenticationResults, RankedResults, ReceivedSpf } from './result.ts'
import { type ResultWriter, writerOfResults } from './result-writer.ts'

/** The methods whose results this product judges. */
const judged = ['spf', 'dkim', 'dmarc']

/** Proton sorts the fields of a message by name: their place tells nothing, their order among equal names does. */
const proton = 'protonmail.ch'

/**
 * Which `Authentication-Results` count (docs/decisions/0051-message-headers.md): the topmost one with a result of SPF, DKIM
 * or DMARC, unless its authserv-id belongs to another organization than the host that received the message last, or it was
 * in the message before it came in. Some receivers write a field for each method: those that follow without a `Received`
 * between count too, for methods that no field above has. Fields without an authserv-id add nothing to one that names the
 * receiver, except at Microsoft. Fields of one writer with a signature each add up. Every one counts where no receiving
 * host is known.
 *
 * @param results from the top
 */
export function rankResults(
  results: readonly AuthenticationResults[],
  { header, path }: Origin,
  organizationalDomain: OrganizationalDomain,
): readonly RankedResults[] {
  const receiver = receiverOf(path, organizationalDomain)
  const isSorted = receiver.organization === proton
  const atEnd = resultsAtEnd({ header, path }, organizationalDomain)
  const writers = results.map(each =>
    writerOfResults(each, { path, receiver }, organizationalDomain, isSorted || each.at.line === atEnd),
  )
  const isMicrosoft = receiver.organization === microsoft
  const has = (writer: ResultWriter) => results.some(({ methods }, at) => methods.length > 0 && writers[at] === writer)
  const isNamed = receiver.newest !== null && has('receiver')
  const isKnown = has('receiver') || has('unnamed')
  const seen = new Set<string>()
  let top: number | null = null
  let signed: AuthenticationResults | null = null
  return results.map((each, index): RankedResults => {
    const { line } = each.at
    const writer = writers[index]
    if (each.methods.length === 0) return { results: each, rank: 'empty' }
    const before = signed
    signed = null
    if (writer === 'earlier' && isKnown) return { results: each, rank: 'history' }
    if (writer === 'earlier' || writer === 'other') return { results: each, rank: 'untrusted' }
    if (writer === 'unnamed' && isNamed && !isMicrosoft) return { results: each, rank: 'untrusted' }
    // Only Microsoft checks compauth: elsewhere the sender wrote it.
    const own = each.methods.filter(({ method }) => method !== 'compauth' || isMicrosoft || receiver.newest === null)
    if (own.length === 0) return { results: each, rank: 'untrusted' }
    const isTop = top === null
    const follows = top !== null && !path.some(({ at }) => at.line > (top ?? 0) && at.line < line)
    const isNext = before !== null && isNextSignature(before, each)
    const methods = isNext ? own : own.filter(({ method }) => !seen.has(method))
    if (!(isTop || follows) || methods.length === 0) return { results: each, rank: 'history' }
    if (isTop && methods.some(({ method }) => judged.includes(method))) top = line
    signed = methods.every(({ method }) => method === 'dkim') ? each : null
    for (const { method } of methods) seen.add(method)
    return { results: { ...each, methods }, rank: 'counts' }
  })
}

/**
 * The receiver writes a field for each signature, and this is the next one. A field that reports that there is no signature
 * has no next one.
 */
function isNextSignature(before: AuthenticationResults, { authservId, methods }: AuthenticationResults): boolean {
  const isSame = authservId !== null && authservId === before.authservId
  const hasNone = [...before.methods, ...methods].some(({ method, result }) => method !== 'dkim' || result === 'none')
  return isSame && !hasNone
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
