import { type Look, states } from '../check/index.ts'
import type { DmarcReply } from './present.ts'
import type { DmarcPolicy, DmarcReading } from './value.ts'

/** What each policy asks of receivers. */
export const policyWords: Readonly<Record<DmarcPolicy, string>> = {
  none: 'receivers deliver mail that fails',
  quarantine: 'receivers treat mail that fails as suspicious',
  reject: 'receivers refuse mail that fails',
}

/** A reading in a few words. */
export function dmarcReadingWords({ policy, location, unchecked }: DmarcReading): string {
  if (unchecked) return 'could not check'
  if (policy === null) return 'no policy applies'
  return `${policy}${location === null ? '' : `, from ${location}`}`
}

/**
 * What a record asks of receivers, as labels and values; nothing without a record.
 *
 * @param domain the scanned one
 */
export function dmarcFacts({ reading }: Pick<DmarcReply, 'reading'>, domain: string): readonly [string, string][] {
  const { record, policy, location, inherited, testing } = reading
  if (record === null) return []
  const { sp, np, aspf, adkim, rua } = record
  const facts: readonly [string, string | null][] = [
    ['Policy that applies', policy === null ? 'no valid policy' : `${policy}: ${policyWords[policy]}`],
    ['Inherited from', inherited ? `${location ?? 'a parent domain'}, for ${domain}` : null],
    ['Test mode', testing ? 'receivers may apply a milder policy' : null],
    ['Subdomains', sp],
    ['Nonexistent subdomains', np],
    ['Alignment', `SPF ${strictness(aspf)}, DKIM ${strictness(adkim)}`],
    ['Aggregate reports', rua.length === 0 ? 'no address' : rua.join(', ')],
  ]
  return facts.flatMap(([label, value]) => (value === null ? [] : [[label, value]]))
}

function strictness(mode: string): string {
  return mode === 's' ? 'strict' : 'relaxed'
}

/** Receivers of the two standards apply different policies. */
export function dmarcDifference({ rfc7489, reading }: Pick<DmarcReply, 'rfc7489' | 'reading'>): string {
  return `Receivers that follow RFC 7489: ${dmarcReadingWords(rfc7489)}. Receivers that follow RFC 9989: ${dmarcReadingWords(reading)}.`
}

/** Whether another domain accepts the reports that a record sends it. */
export function consentLook(authorized: boolean | null): Look {
  if (authorized === null) return { word: states.couldNotCheck.word, tone: 'unknown' }
  return authorized
    ? { word: 'Authorizes reports', tone: 'excellent' }
    : { word: 'Does not authorize reports', tone: 'fair' }
}

/** The whole name of the record that a reading found; null: it found none. */
export function dmarcOwner({ location }: Pick<DmarcReading, 'location'>): string | null {
  if (location === null) return null
  return location.startsWith('_dmarc.') ? location : `_dmarc.${location}`
}
