import { type DnsEvidence, type Evidence, failureWords } from '../check/index.ts'
import { failureWordsFor } from './failure-words.ts'

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

/** Whether DNSSEC proves the answer. */
export const authenticWords: Readonly<Record<DnsEvidence['via']['authentic'], string>> = {
  yes: 'validated',
  no: 'not signed, or not validated by this server',
  bogus: 'broken: read with checking disabled (CD)',
}

/** The server that was asked. */
export function askedWhom({ via }: DnsEvidence): string {
  if (via.server === null) return 'no server could be reached'
  return `${via.server}, ${via.authoritative ? 'one of the zone’s own servers' : 'a resolver'}`
}
