import { certificateRefusal, policyDemand } from './policy-demand.ts'
import type { SenderFacts, SenderKind } from './sender-facts.ts'
import { type Offer, offerOf } from './starttls-offer.ts'
import { allows } from './tlsa.ts'
import { isOnBrokenPath, type TlsaDemand, tlsaDemand } from './tlsa-demand.ts'
import { verdictSources } from './verdict-sources.data.ts'

/**
 * What a sender does with mail for an address.
 *
 * - `checked`: delivers encrypted, and only because its check of the server passed
 * - `encrypted`: delivers encrypted to whoever answers
 * - `clear`: delivers in clear, some senders only after a while
 * - `refused`: does not deliver here
 * - `unknown`: cannot be said from here; never the same as refused
 */
export type Delivery = 'checked' | 'encrypted' | 'clear' | 'refused' | 'unknown'

/** The reasons that verdicts about a kind of sender have. */
export type ReasonOf<K extends SenderKind> = K extends SenderKind ? keyof (typeof verdictSources)[K] : never

const sources: { readonly [K in SenderKind]: { readonly [R in ReasonOf<K>]: string | null } } = verdictSources

/** What one kind of sender does, and why. */
export interface SenderVerdict<K extends SenderKind> {
  does: Delivery
  reason: ReasonOf<K>
  /** The RFC section of the reason; null: it is about what this installation could see. */
  source: string | null
}

/** What each kind of sender does. */
export type SenderVerdicts = { readonly [K in SenderKind]: SenderVerdict<K> }

/**
 * What each kind of sender does with mail for one address of an MX host (RFC 7435, 8461, 7672). A pure function: equal
 * facts have equal verdicts. A kind applies its own protocol only; a sender that applies MTA-STS and DANE delivers where
 * neither refuses (RFC 8461 section 2).
 */
export function senderVerdicts(facts: SenderFacts): SenderVerdicts {
  const offer = offerOf(facts.session)
  return {
    opportunistic: opportunistic(facts, offer),
    'mta-sts': byPolicy(facts, offer),
    dane: byTlsa(tlsaDemand(facts), offer),
  }
}

function opportunistic(facts: SenderFacts, offer: Offer): SenderVerdict<'opportunistic'> {
  if (isOnBrokenPath(facts)) return verdict('opportunistic', 'unknown', 'resolver-decides')
  if (offer.state === 'unknown') return verdict('opportunistic', 'unknown', offer.reason)
  return verdict('opportunistic', asOpportunistic(offer), opportunisticReasons[offer.state])
}

const opportunisticReasons = { works: 'tls-offered', 'not-offered': 'tls-not-offered', failing: 'tls-fails' } as const

type KnownOffer = Exclude<Offer, { state: 'unknown' }>

/** RFC 7435 section 4: TLS with any certificate, and where there is none, in clear. */
function asOpportunistic({ state }: KnownOffer): 'encrypted' | 'clear' {
  return state === 'works' ? 'encrypted' : 'clear'
}

function byPolicy(facts: SenderFacts, offer: Offer): SenderVerdict<'mta-sts'> {
  const { host } = facts
  const policy = policyDemand(facts)
  // A host that the policy does not list is refused before anyone connects to it.
  if (policy.demand === 'enforce' && !policy.listed) return verdict('mta-sts', 'refused', 'host-unlisted')
  const objection = offer.state === 'unknown' ? null : objectionTo(offer, host)
  if (policy.demand === 'enforce' && objection !== null) return verdict('mta-sts', 'refused', objection)
  if (isOnBrokenPath(facts)) return verdict('mta-sts', 'unknown', 'resolver-decides')
  if (policy.demand === 'unknown') return verdict('mta-sts', 'unknown', policy.reason)
  if (offer.state === 'unknown') return verdict('mta-sts', 'unknown', offer.reason)
  if (policy.demand === 'enforce') return verdict('mta-sts', 'checked', 'policy-holds')
  if (policy.demand === 'nothing') return verdict('mta-sts', asOpportunistic(offer), policy.reason)
  const passes = policy.listed && objection === null
  return verdict('mta-sts', asOpportunistic(offer), passes ? 'testing-passes' : 'testing-fails')
}

/** What a sender that follows a policy objects to in what a listed host offers (RFC 8461 sections 4.2 and 5). */
function objectionTo(offer: KnownOffer, host: string) {
  if (offer.state === 'works') return certificateRefusal(offer.certificate, host, offer.at)
  return requirementReasons[offer.state]
}

const requirementReasons = { 'not-offered': 'starttls-required', failing: 'handshake-required' } as const

function byTlsa(tlsa: TlsaDemand, offer: Offer): SenderVerdict<'dane'> {
  if (tlsa.demand === 'refuse') return verdict('dane', 'refused', 'dnssec-bogus')
  if (tlsa.demand === 'unknown') return verdict('dane', 'unknown', tlsa.reason)
  if (offer.state === 'unknown') return verdict('dane', 'unknown', offer.reason)
  if (tlsa.demand === 'nothing') return verdict('dane', asOpportunistic(offer), tlsa.reason)
  if (offer.state !== 'works') return verdict('dane', 'refused', requirementReasons[offer.state])
  if (tlsa.demand === 'tls') return verdict('dane', 'encrypted', 'tlsa-unusable')
  const { certificate, at } = offer
  const fitting = tlsa.records.filter(record => allows(record, certificate, tlsa.names, new Date(at)))
  // With DANE-EE neither dates nor names count, so where it fits nothing is said of them.
  if (fitting.some(({ usage }) => usage === 3)) return verdict('dane', 'checked', 'tlsa-fits')
  if (fitting.length > 0) return verdict('dane', 'checked', 'authority-fits')
  // Certificate and records may have changed together since.
  if (!tlsa.comparable) return verdict('dane', 'unknown', 'not-comparable')
  return verdict('dane', 'refused', 'tlsa-mismatch')
}

function verdict<K extends SenderKind>(kind: K, does: Delivery, reason: ReasonOf<K>): SenderVerdict<K> {
  return { does, reason, source: sources[kind][reason] }
}
