import { type Evidence, type EvidenceIds, type Gap, listed, type Question, restsOn } from '../check/index.ts'
import { isSubdomain } from '../dns/index.ts'
import { brokenFacts } from './broken-facts.ts'
import { danglingKeys } from './dangling.ts'
import { type DkimFinding, type DoubledFacts, dkimFinding } from './findings.data.ts'
import { isTenantName, microsoft, microsoftSelectors } from './microsoft.ts'
import { dkimNotes } from './notes.ts'
import { usualSelectorsOf } from './provider.ts'
import { parseDkim } from './record.ts'
import type { DkimDoubled, DkimKey, DkimName, DkimValue } from './value.ts'

/** How DMARC compares the signing domain with the domain of the mail (RFC 9989 section 4.4.1). */
export interface DkimAlignment {
  /** Both in one organization suffice. */
  relaxed: boolean
  /** The organizational domain by the tree walk; null: no record applies, and nothing contradicts. */
  organizationalDomain: string | null
}

export interface DkimContext {
  /** As A-labels. */
  domain: string
  /** The section's evidence. */
  evidence: readonly Evidence[]
  /**
   * Whether its SPF lets any server send; null: unknown. A domain that sends nothing needs no key, so DKIM is judged only
   * when this is true.
   */
  sendsMail: boolean | null
  /** Null: unknown. */
  alignment: DkimAlignment | null
}

/**
 * Judges the value of the DKIM check. A selector whose lookup failed may have a better key: there is then no finding but
 * about weak keys beside working ones, which are proved.
 */
export function assessDkim(value: DkimValue, context: DkimContext): readonly DkimFinding[] {
  if (context.sendsMail !== true || value.state === 'unchecked') return []
  return [...aboutKeys(value, context), ...danglingKeys(value, context), ...dkimNotes(value, context)]
}

/** What costs points, or says that no key was found. */
function aboutKeys(value: DkimValue, context: DkimContext): readonly DkimFinding[] {
  const working = value.keys.filter(({ state }) => state === 'working')
  const weak = value.keys.filter(({ state }) => state === 'weak')
  if (working.length > 0) {
    const own = value.unanswered.length > 0 ? [] : aboutWorking(working, context)
    return [...aboutWeak('dkim_weak_beside', weak, context), ...own]
  }
  if (value.unanswered.length > 0) return []
  if (weak.length > 0) return aboutWeak('dkim_weak', weak, context)
  const broken = value.keys.filter(({ state }) => state === 'broken')
  const [first] = broken
  if (first !== undefined) return [dkimFinding('dkim_invalid', brokenFacts(first), about(broken, context))]
  if (value.keys.length > 0) {
    const facts = { selectors: list(value.keys) }
    return [dkimFinding('dkim_revoked_only', facts, about(value.keys, context))]
  }
  return notEnabled(value, context) ?? nothingFound(value, context)
}

/**
 * Whether the cost of DKIM is settled. A strong RSA key settles it: then only a selector of a service
 * that sends, or a weak key, that no scan has an answer for could change it. Without one, every selector, the names around `_domainkey` and the parent's keys
 * count.
 */
export function isDkimSettled(value: DkimValue, gaps: readonly Gap[]): boolean {
  // A key of a service that sends may have gone.
  const isOpen = value.unanswered.some(({ selector }) => usualSelectorsOf(value.senders ?? []).includes(selector))
  if (value.keys.some(isStrong)) return !isOpen
  if (value.state === 'unchecked' || value.unanswered.length > 0) return false
  if (value.namesBelow === null || value.parent?.state === 'unchecked') return false
  return !gaps.some(({ question }) => question.name.startsWith('_domainkey.'))
}

/** At most one finding about the best of the working keys. */
function aboutWorking(working: readonly DkimKey[], context: DkimContext): readonly DkimFinding[] {
  if (working.some(isStrong)) return []
  const rsa = working.filter(({ keyType }) => keyType !== 'ed25519')
  const best = longest(rsa)
  if (best === null) {
    return [dkimFinding('dkim_ed25519_only', { selectors: list(working) }, about(working, context))]
  }
  // Ed25519 is as strong as a longer RSA key, which then serves only the receivers that do not know Ed25519.
  if (rsa.length < working.length) return []
  return [dkimFinding('dkim_1024', { selector: best.selector, bits: best.keyBits ?? 0 }, about(working, context))]
}

function aboutWeak(
  id: 'dkim_weak' | 'dkim_weak_beside',
  weak: readonly DkimKey[],
  context: DkimContext,
): readonly DkimFinding[] {
  const best = longest(weak)
  if (best === null) return []
  return [dkimFinding(id, { selectors: list(weak), bits: best.keyBits ?? 0 }, about(weak, context))]
}

/** The CNAMEs that Microsoft 365 asks for are there, and it sends for the domain, but it has no key. */
function notEnabled(value: DkimValue, context: DkimContext): readonly DkimFinding[] | null {
  if (value.senders?.includes(microsoft) !== true) return null
  const own = value.dangling.filter(
    ({ selector, cnames, provider }) =>
      provider?.id === microsoft &&
      microsoftSelectors.includes(selector) &&
      cnames.at(-1)?.startsWith(`${selector}-`) === true,
  )
  if (own.length === 0) return null
  const others = microsoftSelectors.filter(selector => !value.dangling.some(name => name.selector === selector))
  const facts = { domain: context.domain, selectors: list(own), other: names(others) }
  return [dkimFinding('dkim_not_enabled', facts, about(own, context))]
}

/** No key, no broken one and no revoked one. */
function nothingFound(value: DkimValue, context: DkimContext): readonly DkimFinding[] {
  const { domain } = context
  const answered = context.evidence.filter(({ outcome }) => outcome !== 'failed')
  const all: EvidenceIds = restsOn(answered, ...answered.map(({ question }) => question))
  const { tried, parent, unguessable, namesBelow } = value
  const parentCounts = parent ? isAligned(parent.domain, context.alignment) : false
  if (parent && parentCounts !== false) {
    // The parent's signature passes, or nothing is certain.
    if (parent.state === 'found' || parent.state === 'unchecked') return []
    if (parent.state === 'unlisted') {
      const facts = { tried, providers: '', below: parent.domain }
      return [dkimFinding('dkim_not_found_unguessable', facts, all)]
    }
  }
  const strict = parent && parentCounts === false && parent.state === 'found' ? { parent: parent.domain } : {}
  const portal = isTenantName(domain) ? { portal: domain } : {}
  const around = { ...strict, ...portal, ...doubledFacts(value.doubled ?? [], domain) }
  if (value.state === 'none-sure' && value.sureBecause !== null) {
    const facts = { domain, because: value.sureBecause, selectors: names(value.missing), ...around }
    return [dkimFinding('dkim_not_found_sure', facts, all)]
  }
  const providers = names(unguessable.map(({ name }) => name))
  if (providers !== '' || namesBelow === true) {
    const facts = { tried, providers, below: domain, ...portal, ...doubledFacts(value.doubled ?? [], domain) }
    return [dkimFinding('dkim_not_found_unguessable', facts, all)]
  }
  if (namesBelow === null) return []
  const dangling = value.dangling.length > 0 ? { dangling: list(value.dangling) } : {}
  const wildcard = hasWildcardKey(value) ? { wildcard: `*._domainkey.${domain}` } : {}
  return [dkimFinding('dkim_not_found_unsure', { tried, ...dangling, ...wildcard, ...around }, all)]
}

/** Whether the wildcard below `_domainkey` answers with a key that receivers can use, for every selector. */
function hasWildcardKey({ wildcard }: DkimValue): boolean {
  return (wildcard?.records ?? []).some(text => {
    const { errors, key } = parseDkim(text)
    return errors.length === 0 && key !== null
  })
}

/** Whether a signature of `signer` counts for the domain below it; null: unknown. */
function isAligned(signer: string, alignment: DkimAlignment | null): boolean | null {
  if (alignment === null) return null
  const { relaxed, organizationalDomain } = alignment
  return relaxed && (organizationalDomain === null || isSubdomain(signer, organizationalDomain))
}

/** The first key under a doubled name whose record can be published as it is, or repaired. */
function doubledFacts(doubled: readonly DkimDoubled[], domain: string): { doubled?: DoubledFacts } {
  for (const { selector, name, record } of doubled) {
    const { errors, repaired } = parseDkim(record)
    const right = errors.length === 0 ? record : repaired
    if (right !== null) return { doubled: { name, hostname: `${selector}._domainkey.${domain}`, record: right } }
  }
  return {}
}

/** 2048 bits or more, for every receiver. */
function isStrong({ state, keyType, keyBits }: DkimKey): boolean {
  return state === 'working' && keyType !== 'ed25519' && (keyBits ?? 0) >= 2048
}

function longest(keys: readonly DkimKey[]): DkimKey | null {
  return keys.toSorted((one, other) => (other.keyBits ?? 0) - (one.keyBits ?? 0))[0] ?? null
}

function about(keys: readonly DkimName[], { evidence }: DkimContext): EvidenceIds {
  const answered = evidence.filter(({ outcome }) => outcome !== 'failed')
  return restsOn(answered, ...keys.map(({ hostname }): Question => ({ name: hostname, type: 'TXT' })))
}

function list(keys: readonly DkimName[]): string {
  return names(keys.map(({ selector }) => selector))
}

function names(all: readonly string[]): string {
  return listed(all, 5)
}
