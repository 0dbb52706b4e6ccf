import { addressesModels } from '../check/index.ts'
import { isTemporaryError, resultsOf } from './counted-results.ts'
import { fieldNamed, type HeaderLine, lineOf, type ShownField } from './field.ts'
import type { HeaderFinding } from './finding.ts'
import type { Hop } from './hop.ts'
import { joinedResults, uncheckedSigners, unnamedResults } from './identity-facts.ts'
import type { JudgedMessage } from './judged-message.ts'
import { organizationOf } from './receiver.ts'
import { deliveredAt, hasExpired, usesSha1 } from './signature-age.ts'
import { finding } from './write-finding.ts'

/** What a reader should know and what costs no points. */
export function noteFindings(message: JudgedMessage): readonly HeaderFinding[] {
  const { path, results, signatures } = message.parsed
  const delivered = deliveredAt(path, message.sendingHop)
  const expired = delivered === null ? [] : signatures.filter(signature => hasExpired(signature, delivered))
  return [
    ...unknownResults(message),
    ...finding(
      'untrusted_results',
      results.filter(({ rank }) => rank === 'untrusted').map(each => each.results.at),
    ),
    ...finding('results_unnamed', unnamedResults(message)),
    ...finding('results_joined', joinedResults(message)),
    ...finding(
      'clock_skew',
      skewedHops(message).map(({ at }) => at),
    ),
    ...finding(
      'signature_length',
      signatures.filter(({ hasLength }) => hasLength).map(({ at }) => at),
    ),
    ...finding(
      'signature_sha1',
      signatures.filter(usesSha1).map(({ at }) => at),
    ),
    ...finding(
      'signature_expired',
      expired.map(({ at }) => at),
    ),
    ...finding('text_for_models', textLines(message)),
  ]
}

/** Seconds. Clocks of different hosts differ by this much without a fault, and hosts round their times. */
const usualSkew = 5
/** Seconds. Queues inside one organization write their times late: most negative delays are between hosts of Microsoft. */
const usualSkewInside = 60

/** The hops that are dated before the older hop from which their delay counts, by more than is usual. */
function skewedHops({ organizationalDomain, parsed: { path } }: JudgedMessage): readonly Hop[] {
  const organization = ({ by }: Hop) => (by === null ? null : organizationOf(by, organizationalDomain))
  const skewed: Hop[] = []
  let older: Hop | null = null
  for (const hop of path) {
    const skew = -(hop.delaySeconds ?? 0)
    if (skew > usualSkew) {
      const own = older === null ? null : organization(older)
      const isInside = own !== null && organization(hop) === own
      if (!isInside || skew > usualSkewInside) skewed.push(hop)
    }
    if (hop.time !== null) older = hop
  }
  return skewed
}

function unknownResults(message: JudgedMessage): readonly HeaderFinding[] {
  const { parsed, results } = message
  const unchecked = uncheckedSigners(message)
  const failed = (['spf', 'dkim', 'dmarc'] as const).filter(method => {
    const result = parsed.authentication[method]
    return result === 'permerror' || isTemporaryError(result) || (method === 'dkim' && unchecked.length > 0)
  })
  const first = failed.map(method => resultsOf(results, method)[0]?.at ?? parsed.receivedSpf[0]?.at)
  const lines = [...first, ...unchecked]
  return finding('result_unknown', lines, { methods: failed.map(method => method.toUpperCase()).join(', ') })
}

function textLines({ parsed: { header } }: JudgedMessage): readonly HeaderLine[] {
  const names: readonly ShownField[] = ['subject', 'from', 'reply-to', 'sender', 'to']
  return names.flatMap(name => {
    const field = fieldNamed(header, name)
    if (!field) return []
    return addressesModels(header.shown[name] ?? '') || addressesModels(field.value) ? [lineOf(field)] : []
  })
}
