import { addressesModels } from '../check/index.ts'
import { resultsOf } from './counted-results.ts'
import { fieldNamed, type HeaderLine, lineOf, type ShownField } from './field.ts'
import type { HeaderFinding } from './finding.ts'
import { uncheckedSigners } from './identity-facts.ts'
import type { JudgedMessage } from './judged-message.ts'
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
    ...finding(
      'clock_skew',
      path.filter(({ delaySeconds }) => (delaySeconds ?? 0) < 0).map(({ at }) => at),
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

function unknownResults(message: JudgedMessage): readonly HeaderFinding[] {
  const { parsed, results } = message
  const unchecked = uncheckedSigners(message)
  const failed = (['spf', 'dkim', 'dmarc'] as const).filter(
    method => /^(?:temp|perm)error$/.test(parsed.authentication[method]) || (method === 'dkim' && unchecked.length > 0),
  )
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
