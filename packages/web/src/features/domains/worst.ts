import { listBandOf } from '@waxseal/core/health'
import { listBandTone } from '../../components/bands.ts'
import type { Domain } from '../../lib/queries.ts'
import type { Tone } from '../../ui/tag.tsx'

/** A state in a word or two, with its color. */
export interface Word {
  tone: Tone
  word: string
}

const authentication: Record<Domain['auth_status'], Word | null> = {
  pass: { tone: 'excellent', word: 'Pass' },
  partial: { tone: 'fair', word: 'Partial' },
  fail: { tone: 'poor', word: 'Fail' },
  unknown: null,
}

/** The state of SPF and DMARC, in the words of the report; null: not known. */
export function authenticationWord({ auth_status: status, auth_text: text }: Domain): Word | null {
  const known = authentication[status]
  return known && { ...known, word: text ?? known.word }
}

/**
 * The worst result of a scanned domain, in words that need no heading. Where the results name nothing bad, it is the
 * band of the score.
 */
export function worstOf(domain: Domain): Word {
  const { relay_test_result: relay, blacklist_count: listed, health_score: score } = domain
  const spfDmarc = authenticationWord(domain)
  const bad: Word[] = []
  if (relay === 'open') bad.push({ tone: 'poor', word: 'Open relay' })
  if (listed !== null && listed > 0)
    bad.push({ tone: 'poor', word: listed === 1 ? 'On 1 blacklist' : `On ${listed} blacklists` })
  if (spfDmarc !== null && spfDmarc.tone !== 'excellent') {
    const word = domain.auth_text === null ? `SPF and DMARC: ${spfDmarc.word}` : spfDmarc.word
    bad.push({ ...spfDmarc, word: word === 'Not found' ? 'No SPF or DMARC' : word })
  }
  const band = score === null ? null : { tone: listBandTone[listBandOf(score)], word: listBandOf(score) }
  return (
    bad.find(({ tone }) => tone === 'poor') ??
    (band?.tone === 'poor' ? band : null) ??
    bad[0] ??
    band ?? { tone: 'idle', word: 'No score' }
  )
}
