import { states } from '@waxseal/core/check'
import { type ListBand, listBandOf } from '@waxseal/core/health'
import { listBandTone, severityTone } from '../../components/bands.ts'
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

type Badge = NonNullable<Domain['badges']>['mx']

/** The state of SPF and DMARC, in the words of the report; null: neither is known. */
export function authenticationWord({ auth_status: status, auth_text: text }: Domain): Word | null {
  if (status === 'unknown' && text !== null) return { tone: 'unknown', word: text }
  const known = authentication[status]
  return known && { ...known, word: text ?? known.word }
}

/** How a scanned domain is shown: the worst finding first, the specified band after it, and the color of the seal. */
interface HealthLook {
  first: Word
  /** null: it is the first word already, or there is no score. */
  band: ListBand | null
  /** Never greener than the first word. */
  seal: Tone
}

export function healthLook(domain: Domain): HealthLook {
  const { health_score: score, score_is_old: isOld } = domain
  const first = worstOf(domain)
  const band = score === null ? null : listBandOf(score)
  const tone = band === null || isOld ? 'idle' : listBandTone[band]
  const isGraver = tone !== 'idle' && (first.tone === 'poor' || (first.tone === 'fair' && tone !== 'poor'))
  return { first, band: first.word === band ? null : band, seal: isGraver ? first.tone : tone }
}

/**
 * The worst finding of a scanned domain, in words that need no heading. Without one it is the band of the score, which is
 * not praised while a check has no result. A score from before the last scan says nothing of today: "Not checked".
 */
export function worstOf(domain: Domain): Word {
  const { worst } = domain
  if (worst !== null) return { tone: severityTone[worst.severity], word: worst.text }
  if (domain.last_scan !== null && (domain.score_is_old || domain.health_score === null)) return states.notChecked
  return worstResult(domain)
}

/** The same of a domain whose last scan is older than the worst finding in the list: of its columns. */
function worstResult(domain: Domain): Word {
  const { health_score: score } = domain
  const bad = badResults(domain)
  const band = score === null ? null : { tone: listBandTone[listBandOf(score)], word: listBandOf(score) }
  const praises = band === null || band.tone === 'excellent' || band.tone === 'good'
  return (
    bad.find(({ tone }) => tone === 'poor') ??
    (band?.tone === 'poor' ? band : null) ??
    bad[0] ??
    (praises && hasOpenCheck(domain) ? states.partly : null) ??
    band ??
    states.notChecked
  )
}

/** What is wrong, the gravest kind first. */
function badResults(domain: Domain): readonly Word[] {
  const { relay_test_result: relay, blacklist_count: listed, badges } = domain
  const bad: Word[] = []
  if (relay === 'open') bad.push({ tone: 'poor', word: 'Open relay' })
  if (listed !== null && listed > 0)
    bad.push({ tone: 'poor', word: listed === 1 ? 'On 1 blocklist' : `On ${listed} blocklists` })
  const spfDmarc = authenticationWord(domain)
  if (spfDmarc !== null && spfDmarc.tone !== 'excellent' && spfDmarc.tone !== 'unknown') {
    const word = domain.auth_text === null ? `SPF and DMARC: ${spfDmarc.word}` : spfDmarc.word
    bad.push({ ...spfDmarc, word: word.startsWith('Not found') ? 'No SPF or DMARC' : word })
  }
  if (badges === null) return bad
  const relayWord = badges.relay.state === 'warning' ? badWord('Open relay', badges.relay) : null
  return [...bad, badWord('MX', badges.mx), badWord('DKIM', badges.dkim), relayWord].filter(word => word !== null)
}

/** A badge of the report; null: the check has no result, or does not apply. */
export function badgeWord({ state, text }: Badge): Word | null {
  if (state === 'unchecked' || state === 'not-applicable') return null
  return { tone: state === 'ok' ? 'excellent' : badTones[state], word: text }
}

const badTones = { warning: 'fair', error: 'poor', 'not-found': 'poor' } as const

/** A badge that is a warning or an error, with the name of its part; null for any other. */
function badWord(name: string, { state, text }: Badge): Word | null {
  if (state !== 'warning' && state !== 'error' && state !== 'not-found') return null
  const tone = badTones[state]
  if (state === 'not-found') return { tone, word: `${name} not found` }
  if (text.startsWith(name) || text === 'DNSSEC broken') return { tone, word: text }
  return { tone, word: `${name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}` }
}

/** Whether the scan left something unasked or unanswered; of an older scan, whether a check of the list has no result. */
function hasOpenCheck({
  partly_checked: isPartly,
  badges,
  auth_status: status,
  relay_test_result: relay,
}: Domain): boolean {
  if (isPartly !== null) return isPartly
  if (badges === null) return status === 'unknown' || relay === 'unknown'
  const isGone = badges.mx.state === 'not-applicable'
  return (status === 'unknown' && !isGone) || Object.values(badges).some(({ state }) => state === 'unchecked')
}
