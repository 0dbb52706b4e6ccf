import { type Answer, andWords, paragraph } from './answer.ts'
import type { HeaderFacts } from './facts.ts'

/** Whether the receiving system confirmed the domain of From. */
export interface Confirmation {
  isConfirmed: boolean
  /**
   * Why its results prove nothing about From: it `bypassed` the check, the results are `unnamed` or `joined` from
   * several fields, From is `repeated` or names several domains, DMARC passed for an`other` domain, only a `weak` signature passed, or a check was not completed (`unchecked`). null: they count.
   */
  doubt: 'bypassed' | 'unnamed' | 'joined' | 'repeated' | 'other' | 'weak' | 'unchecked' | null
  /** The same in one sentence. */
  words: string
}

/** The findings by which a result does not count for the domain of From. */
const doubts = [
  ['results_bypassed', 'bypassed'],
  ['results_unnamed', 'unnamed'],
  ['results_joined', 'joined'],
  ['dmarc_other_domain', 'other'],
  ['from_conflict', 'repeated'],
  ['from_domains', 'repeated'],
] as const

/** The findings about a signature that receivers must not accept; they do not name the signature. */
const weakSignatures: ReadonlySet<string> = new Set(['signature_sha1', 'signature_expired'])

/** Whether the receiving system confirmed the domain of From. A finding that speaks against its results goes first. */
export function confirmation(header: HeaderFacts): Confirmation {
  const { fromDomain, authentication, isAligned, findings } = header
  const domain = fromDomain ?? 'the domain of From'
  const has = (wanted: string) => findings.some(({ id }) => id === wanted)
  const [, doubt = null] = doubts.find(([id]) => has(id)) ?? []
  if (doubt !== null) return { isConfirmed: false, doubt, words: doubtWords(doubt, domain) }
  const weak = passedKinds(header).join() === 'dkim' ? findings.find(({ id }) => weakSignatures.has(id)) : undefined
  if (weak !== undefined && authentication.dmarc !== 'fail') {
    const words = `Only DKIM passed for ${domain}, and a signature has a problem: ${weak.title}. So ${domain} is not confirmed.`
    return { isConfirmed: false, doubt: 'weak', words }
  }
  if (authentication.dmarc === 'pass')
    return { isConfirmed: true, doubt: null, words: `The receiving system confirmed ${domain}: DMARC passed.` }
  if (authentication.dmarc === 'fail') {
    const words = `The receiving system could not confirm ${domain}: DMARC failed.`
    return { isConfirmed: false, doubt: null, words }
  }
  if (isAligned === true)
    return {
      isConfirmed: true,
      doubt: null,
      words: `${passedWords(header)} for ${domain}, so the domain is confirmed.`,
    }
  const words = `Nothing in the header confirms ${domain}.`
  return { isConfirmed: false, doubt: has('result_unknown') ? 'unchecked' : null, words }
}

/** The checks that passed for the organization of From. */
function passedKinds({ identities }: HeaderFacts): readonly ('spf' | 'dkim')[] {
  const passed = identities.filter(({ result, alignment }) => result === 'pass' && alignment !== 'none')
  return (['spf', 'dkim'] as const).filter(kind => passed.some(each => each.kind === kind))
}

function passedWords(header: HeaderFacts): string {
  const kinds = passedKinds(header)
  return kinds.length === 0 ? 'A check passed' : `${andWords(kinds.map(kind => kind.toUpperCase()))} passed`
}

/** Why the results prove nothing about From, beside the results; nothing where they count. */
export function doubtBlocks(header: HeaderFacts): Answer {
  const { doubt, words } = confirmation(header)
  return doubt === null || doubt === 'unchecked' ? [] : paragraph(words)
}

function doubtWords(doubt: 'bypassed' | 'unnamed' | 'joined' | 'repeated' | 'other', domain: string): string {
  switch (doubt) {
    case 'bypassed':
      return `The receiving system did not judge who sent the message, so ${domain} is not confirmed.`
    case 'unnamed':
      return `The results do not show who wrote them, so they do not confirm ${domain}.`
    case 'joined':
      return `The sender could have written the lower fields with results, so they do not confirm ${domain}.`
    case 'repeated':
      return 'From names several domains, and the results are about one of them, so no sender is confirmed.'
    case 'other':
      return `DMARC passed for another domain, so ${domain} is not confirmed.`
    default:
      return doubt satisfies never
  }
}

/** The names of the checks that the receiving system reported as failed. `hardfail` is the word of RFC 5451. */
export function failedChecks({ authentication }: Pick<HeaderFacts, 'authentication'>): readonly string[] {
  const failed = new Set(['fail', 'hardfail', 'softfail'])
  return (['spf', 'dkim', 'dmarc'] as const)
    .filter(kind => failed.has(authentication[kind]))
    .map(kind => kind.toUpperCase())
}
