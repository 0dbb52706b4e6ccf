import { isPublicAddress } from '../dns/index.ts'
import type { SenderRule } from './sender-rules.ts'

/** The sentences of an analysis that the screen and the report share. */
export const analysisWords = {
  notFound: 'Not found',
  noReasons:
    'No reason for suspicion was found. The header is what systems reported: it does not prove that the message is safe.',
  reasons: 'The higher the score, the more likely the message is a threat. Each reason adds its points, up to 100.',
  ignored: 'Anyone can write such a field before the message arrives. These change neither the results nor the score.',
  unsigned:
    'Not checked: only a header was pasted. Paste the whole message to check its signatures with the keys in DNS.',
  noSignature: 'The message has no signature.',
  silentSources: 'Too few sources answered to call the sender clean. Those that answered report nothing.',
  /** Decision 1.2. */
  noReputation: 'No reputation results',
  noDomainAsked: 'No source was asked about a domain: From has no valid one, and no check passed for one.',
  reputationLimit: 'Daily VirusTotal query limit reached. Upgrade for more queries.',
  reputationUnavailable: 'VirusTotal check temporarily unavailable',
  noAnswer: 'The sources gave no answer. This does not affect the score.',
} as const

/** The heading of the rules on screen and in the PDF. */
export const senderRulesTitle = 'Sender rules of Gmail, Yahoo, Microsoft and GMX/WEB.DE'

/**
 * Why the sources say nothing about a sending address.
 *
 * @param address null: the header names none
 */
export function noAddressAsked(address: string | null): string {
  if (address === null) return 'No source was asked about an address: the header does not show the sending address.'
  if (!isPublicAddress(address))
    return `No source was asked about the sending address ${address}: it is not a public one.`
  return `No source answered about the sending address ${address}.`
}

/** How many of the rules for senders are met. */
export function rulesSentence(rules: readonly Pick<SenderRule, 'verdict'>[]): string {
  const met = rules.filter(({ verdict }) => verdict === 'met').length
  const due = rules.filter(({ verdict }) => verdict === 'met' || verdict === 'not_met').length
  return due === 0 ? 'This header shows none of the rules.' : `${met} of ${due} rules that this header shows are met.`
}
