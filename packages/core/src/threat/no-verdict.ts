import type { Gap } from '../check/index.ts'
import type { ThreatReply } from './present.ts'

/**
 * Why a scan has no verdict of its sources: the lookups of its mail servers failed (`targets`), all sources answered and
 * none knows anything (`ignorant`), or too few answered (`silent`).
 */
export type NoVerdict = 'targets' | 'ignorant' | 'silent'

/** @param gaps those of the section */
export function noVerdictCause({ domain }: Pick<ThreatReply, 'domain'>, gaps: readonly Gap[]): NoVerdict {
  // Sources are asked about addresses and names: a question for MX or TXT looked for what to ask about.
  if (gaps.some(({ question: { type } }) => type === 'MX' || type === 'TXT')) return 'targets'
  const isSilent = domain === null || domain.vendor_results.some(({ category }) => category === 'unknown')
  return isSilent ? 'silent' : 'ignorant'
}

/** The same in a few words that continue "Threat intelligence could not be checked: ". */
export const noVerdictWords: { readonly [C in NoVerdict]: string } = {
  targets: 'the lookups of the mail servers failed',
  ignorant: 'no source knows the domain',
  silent: 'too few sources answered',
}

/** The same in sentences, beside the opinions there are. */
export const noVerdictSentences: { readonly [C in NoVerdict]: string } = {
  targets:
    'No source that answered reports the domain, but the lookups of its mail servers failed, so nothing is known of them.',
  ignorant: 'The sources answered, and none has an opinion about the domain.',
  silent: 'Too few sources answered to call the domain clean. Those that answered report nothing.',
}
