import { type DnsEvidence, type Evidence, failureWords } from '@waxseal/core/check'
import { failureWordsFor } from '@waxseal/core/health'

/** The outcome of a query. */
export function outcomeWords(piece: Evidence): string {
  if (piece.kind === 'dns') return dnsWords(piece)
  if (piece.outcome === 'failed') {
    return piece.reason === undefined ? 'no answer' : failureWordsFor(piece.question.type)[piece.reason]
  }
  return piece.kind === 'http' ? `HTTP status ${piece.status ?? 'unknown'}` : 'an SMTP session'
}

function dnsWords({ outcome, reason, answers, via }: DnsEvidence): string {
  if (outcome === 'failed') return reason === undefined ? 'no answer' : failureWords[reason]
  const words = {
    records: `${answers.length} ${answers.length === 1 ? 'record' : 'records'}`,
    'no-data': 'the name exists, but has no such record',
    'no-such-name': 'the name does not exist',
  }[outcome]
  return via.rcode === null ? words : `${words} (${via.rcode})`
}
