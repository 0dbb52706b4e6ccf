/** From the weakest to the strongest. */
export const dmarcPolicies = ['none', 'quarantine', 'reject'] as const

export type DmarcPolicy = (typeof dmarcPolicies)[number]

export function isWeaker(one: DmarcPolicy, other: DmarcPolicy): boolean {
  return dmarcPolicies.indexOf(one) < dmarcPolicies.indexOf(other)
}

/**
 * What receivers apply where a record asks for this policy with a limit: the next milder one. With `t=y` those of RFC 9989
 * do (section 4.7), with a `pct` below 100 those of RFC 7489, to the mail that the percentage leaves out (section 6.6.4).
 */
export function policyInEffect(policy: DmarcPolicy, limited: boolean): DmarcPolicy {
  if (!limited) return policy
  return policy === 'reject' ? 'quarantine' : 'none'
}

/** The tag of a record that limits its policy, as `t=y` or `pct=50`; null: none does. */
export function limitOf({ t, pct }: Pick<DmarcRecord, 't' | 'pct'>): string | null {
  if (t) return 't=y'
  return pct !== null && pct < 100 ? `pct=${pct}` : null
}

/** A parse problem, with a stable code for programs and a sentence for people. */
export interface DmarcProblem {
  code: string
  message: string
}

/** A parsed DMARC record (RFC 9989 section 4.7). Absent tags are null; `effective…` values are not here. */
export interface DmarcRecord {
  text: string
  p: DmarcPolicy | null
  sp: DmarcPolicy | null
  np: DmarcPolicy | null
  psd: 'y' | 'n' | 'u'
  /** Test mode. */
  t: boolean
  /** Of RFC 7489, removed by RFC 9989; null when absent. */
  pct: number | null
  adkim: 'r' | 's'
  aspf: 'r' | 's'
  fo: readonly string[]
  rua: readonly string[]
  ruf: readonly string[]
  errors: readonly DmarcProblem[]
  warnings: readonly DmarcProblem[]
}

/**
 * Whether the domain of an external report address authorizes the reports (RFC 9990 section 4, RFC 7489 section 7.1).
 */
export interface DmarcExternalDestination {
  /** The domain of the report address. */
  domain: string
  uri: string
  tag: 'rua' | 'ruf'
  /** The queried name of the authorization: `example.com._report._dmarc.collector.example`. */
  name: string
  /** Null: the lookup failed. */
  authorized: boolean | null
  /** Whether the domain exists, where it does not authorize; null: unknown; absent when it was not asked. */
  exists?: boolean | null
}

/** What a receiver would apply to mail from this name. */
export interface DmarcReading {
  /**
   * The domain whose record decides; null when there is none. An invalid record decides too: `policy` is then null, and
   * the record's errors have the reason.
   */
  location: string | null
  record: DmarcRecord | null
  /** The record is at a parent of the queried name. */
  inherited: boolean
  /** The p, sp or np of that record that applies to this name; null without a record. */
  policy: DmarcPolicy | null
  /** `t=y`, or a pct below 100: receivers should not enforce, or only partly. */
  testing: boolean
  /** Several records at a name: none of them applies. */
  multiple: boolean
  /** A lookup of the walk failed, and no record was found. */
  unchecked: boolean
}

/** A text that looks meant as the domain's DMARC record, but does not count as one. */
export interface DmarcElsewhere {
  /**
   * - `here`: at the right name, but another text; `wildcard`: only a wildcard record answers there
   * - `above`: a broken record at a parent that could apply; `own`: one at the right name, while that of a parent applies
   * - `apex`: at the domain itself; `no_underscore`: at `dmarc.<domain>`
   * - `doubled`: at `_dmarc.<domain>.<zone>`, `twice`: at `_dmarc._dmarc.<domain>`, as panels that complete names make it
   */
  where: 'here' | 'wildcard' | 'above' | 'own' | 'apex' | 'no_underscore' | 'doubled' | 'twice'
  name: string
  text: string
}

/** The value that the DMARC check collects. */
export interface DmarcValue {
  /** By the tree walk of RFC 9989 section 4.10. */
  reading: DmarcReading
  /** As a receiver of RFC 7489 (public suffix list) would read it. */
  rfc7489: DmarcReading
  /** The Organizational Domain by the walk (RFC 9989 section 4.10.2); null when a lookup failed. */
  organizationalDomain: string | null
  /** The domains of the walk whose `_dmarc` was queried, in order. */
  walked: readonly string[]
  /**
   * The name at the end of the aliases (CNAME) of `_dmarc` of the reading's location, of the domain where nothing
   * applies. Null: no alias; absent in scans of earlier versions.
   */
  alias?: string | null
  /** The texts of several records at one name; absent where the reading has none of them. */
  several?: readonly string[]
  /** The `_dmarc` name of the walk that is an alias of itself, so that no receiver finds a record. */
  loop?: string
  /** The texts meant as a record at the domain's own name, where the record of a parent applies instead. */
  ignored?: readonly string[]
  /** Where no record applies; absent when it was not looked for. */
  elsewhere?: readonly DmarcElsewhere[]
  external: readonly DmarcExternalDestination[]
}
