import { blocklists } from '../blacklist/index.ts'
import {
  type CheckId,
  checkNames,
  failureWords,
  type Gap,
  type Question,
  type UncheckedReason,
  uncheckedWords,
} from '../check/index.ts'
import type { FailureReason } from '../dns/index.ts'
import { smtpFailureWords } from '../relay/index.ts'
import { mostGapLines } from './left-open.ts'

/** Why a query over HTTP failed. */
const httpFailureWords: { readonly [R in FailureReason]: string } = {
  ...failureWords,
  timeout: 'the web server did not answer in time',
  servfail: 'the web server returned an error',
  refused: 'the web server refused the request',
  malformed: 'the web server sent an unreadable answer',
  unreachable: 'the web server is unreachable',
}

/** Why a query of this kind failed, for people, with separate words for mail servers and web servers. */
export function failureWordsFor(type: Question['type']): { readonly [R in FailureReason]: string } {
  return type === 'SMTP' ? smtpFailureWords : type === 'HTTP' ? httpFailureWords : failureWords
}

/** "MX could not be checked: the DNS servers did not answer in time". */
export function uncheckedLine(check: CheckId, reason: UncheckedReason): string {
  return `${checkNames[check].title} could not be checked: ${uncheckedWords[reason]}`
}

/** Why a query of a section failed. */
export function gapWords({ question: { type }, reason, words }: Gap): string {
  return words ?? failureWordsFor(type)[reason]
}

/** One line for each failed query of a section, "MX: the A lookup of mx1.example.com failed. …", at most ten. A blocklist is named. */
export function gapLines(check: CheckId, gaps: readonly Gap[]): readonly string[] {
  const lines = gaps.slice(0, mostGapLines).map(gap => {
    return `${checkNames[check].title}: ${whatFailed(check, gap.question)} failed. ${capital(gapWords(gap))}.`
  })
  const more = gaps.length - lines.length
  return more > 0 ? [...lines, `${checkNames[check].title}: ${more} more lookups failed`] : lines
}

function whatFailed(check: CheckId, { name, type }: Question): string {
  // The name of a query to a blocklist says nothing to people; the evidence has it.
  const list = check === 'blacklist' ? blocklists.find(({ zone }) => name.endsWith(`.${zone}`)) : undefined
  if (list !== undefined) return `the query to ${list.name}`
  if (type === 'SMTP') return `the SMTP test of ${name}`
  if (type === 'HTTP') return `the request for ${name}`
  return `the ${type} lookup of ${name}`
}

/** A sentence of these words; a name at the beginning stays as it is. */
function capital(words: string): string {
  return /^[a-z]+ /.test(words) ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : words
}
