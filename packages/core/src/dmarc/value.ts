export type DmarcPolicy = 'none' | 'quarantine' | 'reject'

/** A parse problem, with a stable code for programs and a sentence for people. */
export interface DmarcProblem {
  code: string
  message: string
}

/** A DMARC record, read (RFC 9989 section 4.7). Absent tags are null; `effective…` values are not here. */
export interface DmarcRecord {
  text: string
  p: DmarcPolicy | null
  sp: DmarcPolicy | null
  np: DmarcPolicy | null
  psd: 'y' | 'n' | 'u'
  /** Test mode. */
  t: boolean
  /** Of RFC 7489, gone from RFC 9989; null when absent. */
  pct: number | null
  adkim: 'r' | 's'
  aspf: 'r' | 's'
  fo: readonly string[]
  rua: readonly string[]
  ruf: readonly string[]
  errors: readonly DmarcProblem[]
  warnings: readonly DmarcProblem[]
}

/** Whether a foreign report address has agreed to get reports (RFC 9990 section 4, RFC 7489 section 7.1). */
export interface DmarcExternalDestination {
  /** The domain of the report address. */
  domain: string
  uri: string
  tag: 'rua' | 'ruf'
  /** The name asked for the consent: `example.com._report._dmarc.collector.example`. */
  name: string
  /** null: could not be asked. */
  authorized: boolean | null
}

/** What a receiver would apply to mail from this very name. */
export interface DmarcReading {
  /**
   * The domain whose record decides, null when there is none. A record too broken to apply still decides: `policy` is
   * then null, and the record's errors say why.
   */
  location: string | null
  record: DmarcRecord | null
  /** The record stands at a name above the one asked for. */
  inherited: boolean
  /** p, sp or np of that record, whichever is meant for this name; null without a record. */
  policy: DmarcPolicy | null
  /** `t=y`, or a pct below 100: receivers are asked not to enforce, or only partly. */
  testing: boolean
  /** More than one record at a name: none applies there. */
  multiple: boolean
  /** Something on the way could not be asked, and nothing was found. */
  unchecked: boolean
}

/** What the DMARC check collected. */
export interface DmarcValue {
  /** By the tree walk of RFC 9989 section 4.10. */
  reading: DmarcReading
  /** As a receiver that still follows RFC 7489 (public suffix list) would read it. */
  rfc7489: DmarcReading
  /** The Organizational Domain that the walk gives (RFC 9989 section 4.10.2); null while part of it went unanswered. */
  organizationalDomain: string | null
  /** The domains of the walk whose `_dmarc` was asked for, in order. */
  walked: readonly string[]
  external: readonly DmarcExternalDestination[]
}
