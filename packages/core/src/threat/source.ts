import type { Evidence, EvidenceId } from '../check/index.ts'
import type { FailureReason, Signal } from '../dns/index.ts'

/** The subject of a query to a source: the domain itself, one of its own mail hosts, or the address of one. */
export type ThreatTarget =
  | { kind: 'domain' | 'host'; name: string }
  | {
      kind: 'address'
      address: string
      /** The provider of a shared address; null: none that we know. */
      sharedBy: string | null
    }

/**
 * One vendor's opinion about one target.
 *
 * `hit`: it reports a threat. `weak`: it reports something that is often no threat (a new name, an abused but honest
 * site). `policy`: it reports the kind of address, which is no threat. `none`: it knows nothing of the target, which is
 * neither clean nor a failure. `unknown`: the query failed, or the answer cannot be trusted, which is never clean.
 */
export interface ThreatOpinion {
  /** Id of the source it came through. */
  source: string
  /** The vendor's display name, which decides its tier (`vendorTier`). */
  vendor: string
  /** The operator. Opinions of one operator count as one; the engines of VirusTotal have a verdict of their own. */
  operator: string
  /** Where it comes from. Blocklist entries already count in the blocklist check. */
  basis: 'blocklist' | 'resolver' | 'engine'
  /** The weight of a report by this vendor. */
  weight: 'high' | 'medium' | 'low'
  about: ThreatTarget['kind']
  /** The name or address it is about. */
  subject: string
  /** The provider of a shared address: a report about it is hardly about this domain. */
  sharedBy: string | null
  says: 'hit' | 'weak' | 'policy' | 'clean' | 'none' | 'unknown'
  threat: 'phishing' | 'malware' | 'botnet' | 'spam' | 'abuse' | null
  /** Continues the vendor's name: "blocks example.com", "could not be asked: …". */
  reason: string
  /** The failure when `says` is `unknown` because a query failed. */
  failure: FailureReason | null
  /** Evidence ids of the scan that made the query. */
  evidence: readonly EvidenceId[]
}

/** What a source knows of a subject beside its opinions. */
export interface SubjectReport {
  /** The name or address. */
  subject: string
  /** The number of its engines by what they say. */
  counts: { readonly malicious: number; readonly suspicious: number; readonly harmless: number }
  /** Two letters; of an address. */
  country: string | null
  /** The owner of the network; of an address. */
  asOwner: string | null
  /** Of a domain, each once. */
  categories: readonly string[]
}

/** The answer of one source about one target: an opinion for each vendor that it represents. */
export interface ThreatAnswer {
  opinions: readonly ThreatOpinion[]
  evidence: readonly Evidence[]
  report?: SubjectReport
}

/**
 * Port: a source of threat intelligence. Never rejects: an error becomes an opinion that says `unknown`. The failure
 * `rate-limited` is only for the lookups of the plan, because it offers an upgrade.
 */
export interface ThreatSource {
  readonly id: string
  /** The displayed name. */
  readonly name: string
  /** The kinds of targets that it covers. */
  readonly targets: readonly ThreatTarget['kind'][]
  ask(target: ThreatTarget, signal?: Signal): Promise<ThreatAnswer>
}
