import { type Evidence, type EvidenceIds, type Gap, listed, type Question, restsOn } from '../check/index.ts'
import { type DkimFinding, dkimFinding } from './findings.data.ts'
import type { DkimKey, DkimValue } from './value.ts'

export interface DkimContext {
  /** As A-labels. */
  domain: string
  /** The section's evidence. */
  evidence: readonly Evidence[]
  /**
   * The domain declares that it neither sends nor receives mail; null: unknown. DKIM is judged only when this is false.
   */
  nonMail: boolean | null
}

/**
 * Judges the value of the DKIM check: at most one finding, about the best key. A selector whose lookup failed may have
 * a better key, so there is no finding then.
 */
export function assessDkim(value: DkimValue, context: DkimContext): readonly DkimFinding[] {
  if (context.nonMail !== false || value.state === 'unchecked') return []
  if (hasStrongKey(value) || value.unanswered.length > 0) return []
  const working = value.keys.filter(({ state }) => state === 'working')
  const weak = value.keys.filter(({ state }) => state === 'weak')
  const best = longest(working)
  if (best !== null) {
    const facts = { selector: best.selector, bits: best.keyBits ?? 0 }
    return [dkimFinding('dkim_1024', facts, about(working, context))]
  }
  const bestWeak = longest(weak)
  if (bestWeak !== null) {
    const facts = { selectors: list(weak), bits: bestWeak.keyBits ?? 0 }
    return [dkimFinding('dkim_weak', facts, about(weak, context))]
  }
  const broken = value.keys.filter(({ state }) => state === 'broken')
  const [first] = broken
  if (first !== undefined) {
    const facts = { hostname: first.hostname, problem: first.errors[0]?.message ?? 'it holds no key' }
    return [dkimFinding('dkim_invalid', facts, about(broken, context))]
  }
  if (value.keys.length > 0) {
    const facts = { selectors: list(value.keys) }
    return [dkimFinding('dkim_revoked_only', facts, about(value.keys, context))]
  }
  return [nothingFound(value, context)]
}

/**
 * Whether the cost of DKIM is settled, so that no missing answer could change it. A strong key settles it; without one,
 * every selector and the zone's own answers about `_domainkey` count.
 */
export function isDkimSettled(value: DkimValue, gaps: readonly Gap[]): boolean {
  if (hasStrongKey(value)) return true
  if (value.state === 'unchecked' || value.unanswered.length > 0) return false
  return !gaps.some(({ question }) => question.name.startsWith('_domainkey.'))
}

function hasStrongKey({ keys }: DkimValue): boolean {
  return keys.some(key => key.state === 'working' && isStrong(key))
}

function nothingFound(value: DkimValue, { domain, evidence }: DkimContext): DkimFinding {
  const answered = evidence.filter(({ outcome }) => outcome !== 'failed')
  const all: EvidenceIds = restsOn(answered, ...answered.map(({ question }) => question))
  if (value.state === 'none-sure' && value.sureBecause !== null) {
    const facts = { domain, because: value.sureBecause, selectors: names(value.missing) }
    return dkimFinding('dkim_not_found_sure', facts, all)
  }
  const facts = { tried: value.tried, unguessable: names(value.unguessable.map(({ name }) => name)) }
  return dkimFinding('dkim_not_found_unsure', facts, all)
}

/** 2048 bits or more, or Ed25519. */
function isStrong({ keyType, keyBits }: DkimKey): boolean {
  return keyType === 'ed25519' || (keyBits ?? 0) >= 2048
}

function longest(keys: readonly DkimKey[]): DkimKey | null {
  return keys.toSorted((one, other) => (other.keyBits ?? 0) - (one.keyBits ?? 0))[0] ?? null
}

function about(keys: readonly DkimKey[], { evidence }: DkimContext): EvidenceIds {
  const answered = evidence.filter(({ outcome }) => outcome !== 'failed')
  return restsOn(answered, ...keys.map(({ hostname }): Question => ({ name: hostname, type: 'TXT' })))
}

function list(keys: readonly DkimKey[]): string {
  return names(keys.map(({ selector }) => selector))
}

function names(all: readonly string[]): string {
  return listed(all, 5)
}
