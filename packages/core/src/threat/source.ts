import type { Evidence, EvidenceId } from '../check/index.ts'
import type { FailureReason, Signal } from '../dns/index.ts'

/** What a source is asked about: the domain itself, one of its own mail hosts, or the address of one. */
export type ThreatTarget =
  | { kind: 'domain' | 'host'; name: string }
  | {
      kind: 'address'
      address: string
      /** Whose it is, where many customers share it; null: nobody's we know. */
      sharedBy: string | null
    }

/**
 * What one vendor says of one target.
 *
 * `hit`: it reports a threat. `weak`: it reports something that is often no threat (a new name, an abused but honest
 * site). `policy`: it tells what kind of address it is, which is no threat. `unknown`: it could not be asked or did not
 * answer so that it can be believed, which is never clean.
 */
export interface ThreatOpinion {
  /** Id of the source it came through. */
  source: string
  /** The vendor's name as people know it; its tier follows from it (`vendorTier`). */
  vendor: string
  /** Who runs it. Opinions of one operator are one voice. */
  operator: string
  /** Where it comes from. What a blocklist says counts under the blacklist check already. */
  basis: 'blocklist' | 'resolver' | 'engine'
  /** How much one report of this vendor weighs. */
  weight: 'high' | 'medium' | 'low'
  about: ThreatTarget['kind']
  /** The name or address it is about. */
  subject: string
  /** Whose the address is, where many customers share it: a report about it is hardly about this domain. */
  sharedBy: string | null
  says: 'hit' | 'weak' | 'policy' | 'clean' | 'unknown'
  threat: 'phishing' | 'malware' | 'botnet' | 'spam' | 'abuse' | null
  /** Goes on from the vendor's name: "blocks example.com", "could not be asked: …". */
  reason: string
  /** Why nothing is known; set when `says` is `unknown` and asking failed. */
  failure: FailureReason | null
  /** What it rests on, by the ids of the scan in which it was asked. */
  evidence: readonly EvidenceId[]
}

/** What came of asking one source about one target: an opinion for each vendor it speaks for. */
export interface ThreatAnswer {
  opinions: readonly ThreatOpinion[]
  evidence: readonly Evidence[]
}

/**
 * Port: somebody who knows of threats. Never rejects: what goes wrong is an opinion that says `unknown`, with the reason
 * `rate-limited` where a quota stands against asking.
 */
export interface ThreatSource {
  readonly id: string
  /** The name under which it is disclosed. */
  readonly name: string
  /** What it can be asked about. */
  readonly targets: readonly ThreatTarget['kind'][]
  ask(target: ThreatTarget, signal?: Signal): Promise<ThreatAnswer>
}
