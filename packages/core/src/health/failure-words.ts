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

/** Why a query over HTTP failed. */
const httpFailureWords: { readonly [R in FailureReason]: string } = {
  ...failureWords,
  timeout: 'the web server did not answer in time',
  servfail: 'the web server failed',
  refused: 'the web server refused to answer',
  malformed: 'the web server gave an answer that cannot be read',
  unreachable: 'the web server could not be reached',
}

/** Why a query of this kind failed, for people, with separate words for mail servers and web servers. */
export function failureWordsFor(type: Question['type']): { readonly [R in FailureReason]: string } {
  return type === 'SMTP' ? smtpFailureWords : type === 'HTTP' ? httpFailureWords : failureWords
}

/** The maximum number of lines about one section's failed queries. */
const mostGaps = 10

/** "MX could not be checked: the DNS servers did not answer in time". */
export function uncheckedLine(check: CheckId, reason: UncheckedReason): string {
  return `${checkNames[check].title} could not be checked: ${uncheckedWords[reason]}`
}

/** Why a query of a section failed. */
export function gapWords({ question: { type }, reason, words }: Gap): string {
  return words ?? failureWordsFor(type)[reason]
}

/** One line for each failed query of a section, "MX: A mx1.example.com could not be checked: …", at most ten. A blocklist is named. */
export function gapLines(check: CheckId, gaps: readonly Gap[]): readonly string[] {
  const lines = gaps.slice(0, mostGaps).map(gap => {
    const { name, type } = gap.question
    // The name of a query to a blocklist says nothing to people; the evidence has it.
    const list = check === 'blacklist' ? blocklists.find(({ zone }) => name.endsWith(`.${zone}`)) : undefined
    return `${checkNames[check].title}: ${list?.name ?? `${type} ${name}`} could not be checked: ${gapWords(gap)}`
  })
  const more = gaps.length - lines.length
  return more > 0 ? [...lines, `${checkNames[check].title}: ${more} more lookups failed`] : lines
}
