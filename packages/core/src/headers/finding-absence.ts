import { isTemporaryError, resultsOf } from './counted-results.ts'
import { fieldNamed, fieldsNamed, type HeaderLine, lineOf } from './field.ts'
import type { HeaderFinding } from './finding.ts'
import { bounceMark, isBounce } from './identity-facts.ts'
import type { JudgedMessage } from './judged-message.ts'
import { isInsideMail, isSubmission } from './message-origin.ts'
import type { MethodResult } from './result.ts'
import { finding } from './write-finding.ts'

/**
 * The findings about results that are missing. They cost points only where a receiver usually checks: not for a message
 * that was not delivered yet or did not leave its organization, and not when its results may be among the ignored ones.
 */
export function absenceFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const { parsed, results } = message
  const methods = ['spf', 'dkim', 'dmarc'].flatMap(name => resultsOf(results, name))
  const [received] = parsed.receivedSpf
  const own = ownReason(message)
  if (methods.length > 0 || received) {
    const all = [...methods.map(each => each.method), ...(received ? [{ method: 'spf', result: received.result }] : [])]
    if (!all.every(isNothing)) return []
    const lines = [...methods.map(({ at }) => at), received?.at]
    if (own !== null) return finding('no_result_expected', lines, { reason: own })
    const mark = bounceMark(message)
    return mark === null ? finding('not_authenticated', lines) : finding('bounce_not_authenticated', [...lines, mark])
  }
  const reason = own ?? reasonOf(message)
  const lines = [placeOf(message)]
  if (reason !== null) return finding('no_result_expected', lines, { reason })
  const ignored = ignoredLines(message)
  return ignored.length > 0 ? finding('results_not_shown', ignored) : finding('no_authentication', lines)
}

/**
 * A result that neither supports From nor says that the check could not run. `unknown` is Yahoo's word for none. An invalid
 * signature is as good as none (RFC 6376 section 6.3).
 */
function isNothing({ method, result }: Pick<MethodResult, 'method' | 'result'>): boolean {
  if (result === 'none' || result === 'unknown') return true
  return method === 'dkim' && result !== 'pass' && !isTemporaryError(result)
}

/** Why the receiver need not authenticate the domain: it knows the client. */
export function ownReason({ organizationalDomain, parsed, sendingHop }: JudgedMessage): string | null {
  if (isSubmission(sendingHop)) return 'The client signed in to the host that took the message.'
  return isInsideMail(parsed, organizationalDomain) ? 'The message did not leave its organization.' : null
}

function reasonOf(message: JudgedMessage): string | null {
  if (message.parsed.path.length === 0) return 'It has no Received field, as a message in the Sent folder.'
  return isBounce(message) ? 'Its return path is empty, as that of a bounce.' : null
}

/** Results that a host of another organization wrote, or that name one as their writer. */
function ignoredLines({ parsed }: JudgedMessage): readonly HeaderLine[] {
  const untrusted = parsed.results.filter(({ rank }) => rank === 'untrusted').map(({ results }) => results.at)
  return [...untrusted, ...fieldsNamed(parsed.header, 'received-spf').map(lineOf)]
}

function placeOf({ parsed }: JudgedMessage): HeaderLine | null {
  const from = fieldNamed(parsed.header, 'from')
  const [first] = parsed.header.fields
  if (from) return lineOf(from)
  return parsed.path.at(-1)?.at ?? (first ? lineOf(first) : null)
}
