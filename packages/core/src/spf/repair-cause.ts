import type { SpfTermKind } from './value.ts'

/** What is wrong in the form of one term. */
export type TermFault =
  | 'name' // ipv4:, includes:
  | 'colon' // include=
  | 'equals' // redirect:
  | 'blank' // include: x
  | 'missing_blank' // ip4:192.0.2.1-all
  | 'family' // an IPv6 address in ip4
  | 'host' // a host name in ip4
  | 'address' // an address in a, mx or include
  | 'bare' // an address without a mechanism
  | 'mask' // /255.255.255.0
  | 'url' // http:// in include
  | 'comma' // include:_spf,example.com
  | 'missing_colon' // include_spf.example.com
  | 'letters' // include:münchen.example
  | 'stray' // a character too many

/** Why a term is left out of the repaired record. */
export type RemovalReason =
  | 'open' // every server in the world passes
  | 'no_record' // the name has no SPF record
  | 'loop' // it leads back to the record itself
  | 'void' // the name has no records
  | 'again' // the same term is there before

/** What was wrong with a record, as data. `found` and `meant` are printable and short. */
export type SpfRepairCause =
  | { code: 'zone_line' | 'leading_blank' | 'byte_order_mark' | 'invisible' | 'blank_kind' | 'quotes' | 'dash' }
  | { code: 'no_version' | 'second_version' | 'version_blank' }
  | { code: 'version'; found: string }
  /** `after`: it is behind the version, where receivers expect a space. */
  | { code: 'separators'; found: ';' | ','; after: boolean }
  | { code: 'term'; fault: TermFault; found: string; meant: string }
  /** Nothing says what is meant: the record cannot be repaired. */
  | { code: 'unreadable'; found: string }
  | { code: 'sender_id' }
  | { code: 'several_records'; count: number }
  | { code: 'removed'; reason: RemovalReason; terms: readonly string[] }
  /** Receivers ignore these terms. */
  | { code: 'after_all'; all: string; terms: readonly string[] }
  /** A mechanism with `=`, which receivers ignore; `meant` null: nothing says what it means. */
  | { code: 'ignored_modifier'; found: string; meant: string | null }
  /** RFC 7208 section 6 allows each of the two once. */
  | { code: 'twice'; name: 'redirect' | 'exp' }
  | { code: 'neutral' | 'no_ending' }
  /** No term of the record names a server, so only its owner can say who sends. */
  | { code: 'no_senders' }
  | { code: 'too_many_lookups'; count: number }

export type SpfRepairCode = SpfRepairCause['code']

/** Whether a cause makes no receiver refuse the record. */
export function tellsOnly({ code }: SpfRepairCause): boolean {
  return /^(?:after_all|ignored_modifier|neutral|no_ending)$/.test(code)
}

/** What a record is meant to say, and why it does not. */
export interface SpfRepair {
  /** In the order of the record. */
  causes: readonly SpfRepairCause[]
  /** The repaired record; null when its owner has to decide something first. */
  record: string | null
}

/** The kinds of terms with a name that costs a DNS lookup (RFC 7208 section 4.6.4). */
export function costsLookup(kind: SpfTermKind): boolean {
  return /^(?:include|a|mx|ptr|exists|redirect)$/.test(kind)
}
