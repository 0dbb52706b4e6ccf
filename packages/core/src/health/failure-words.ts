import type { CheckId, Gap, Question } from '../check/index.ts'
import type { FailureReason } from '../dns/index.ts'
import { smtpFailureWords } from '../relay/index.ts'

/** Why a question went unanswered, for people. Each goes on from "could not be checked: ". */
export const failureWords: { readonly [R in FailureReason]: string } = {
  timeout: 'the DNS servers did not answer in time',
  servfail: 'the DNS servers answered with a failure',
  refused: 'the DNS servers refused to answer',
  malformed: 'the DNS servers sent an answer that cannot be read, or an alias that leads in a circle',
  unreachable: 'the DNS servers could not be reached',
  lame: 'the DNS servers asked are not responsible for the name',
  isolated: 'the DNS server here denies every name, so it has no way to the Internet',
  cancelled: 'the scan ended before the answer came',
  'over-budget': 'the scan had reached its limit of questions',
  'rate-limited': 'the daily limit of such questions is reached',
  internal: 'this check broke on our side; it has been logged',
}

/** What a check is called in a sentence. */
export const checkNames: { readonly [K in CheckId]: string } = {
  dns: 'DNS',
  mx: 'MX',
  spf: 'SPF',
  dmarc: 'DMARC',
  dkim: 'DKIM',
  blacklist: 'Blacklists',
  threat: 'Threat intelligence',
  relay: 'Open relay',
  transport: 'Transport',
}

/** The same of HTTP. */
const httpFailureWords: { readonly [R in FailureReason]: string } = {
  ...failureWords,
  timeout: 'the web server did not answer in time',
  servfail: 'the web server failed',
  refused: 'the web server refused to answer',
  malformed: 'the web server gave an answer that cannot be read',
  unreachable: 'the web server could not be reached',
}

/** Why a question of this kind failed, for people: of a mail server and a web server in their own words. */
export function failureWordsFor(type: Question['type']): { readonly [R in FailureReason]: string } {
  return type === 'SMTP' ? smtpFailureWords : type === 'HTTP' ? httpFailureWords : failureWords
}

/** Lines shown of one section's open questions. */
const mostGaps = 10

/** "MX could not be checked: the DNS servers did not answer in time". */
export function uncheckedLine(check: CheckId, reason: FailureReason): string {
  return `${checkNames[check]} could not be checked: ${failureWords[reason]}`
}

/** Why a question of a section stayed open. */
export function gapWords({ question: { type }, reason, words }: Gap): string {
  return words ?? failureWordsFor(type)[reason]
}

/** One line for each open question of a section, "MX: A mx1.example.com could not be checked: …", at most ten. */
export function gapLines(check: CheckId, gaps: readonly Gap[]): readonly string[] {
  const lines = gaps.slice(0, mostGaps).map(gap => {
    const { name, type } = gap.question
    return `${checkNames[check]}: ${type} ${name} could not be checked: ${gapWords(gap)}`
  })
  const more = gaps.length - lines.length
  return more > 0 ? [...lines, `${checkNames[check]}: ${more} more questions could not be checked`] : lines
}
