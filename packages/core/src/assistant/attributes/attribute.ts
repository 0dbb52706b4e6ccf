import type { DomainFacts, RecordKind, ScanFacts } from '../facts.ts'
import type { Reading } from '../reading/read.ts'
import type { TermId } from '../terms.data.ts'

/** What an attribute of a domain is: nothing (null), or a value. */
export type Value = null | boolean | number | string | readonly string[] | readonly number[]

/** A value, or why it is not known. */
export type ValueRead = { known: true; value: Value } | { known: false; why: string }

/** One fact of a domain that can be asked for: by itself, of all domains, as a condition, or to compare. */
export interface Attribute {
  id: string
  /** After "the": "SPF record". */
  name: string
  /** Where there is none: "has no SPF record". Absent: made from the name. */
  none?: string
  /**
   * The concepts and forms that a question about it has, in combinations; `|` divides concepts of which one is enough.
   */
  asks: readonly string[]
  /** Concepts that such a question can also have. */
  also?: string
  /** Parts of a question that a condition about this attribute can have. */
  takes?: readonly ('numbers' | 'policies' | 'services' | 'addresses' | 'ending' | 'words' | 'names' | 'labels')[]
  /** The term whose findings are about it; null: none. */
  term: TermId | null
  /** The published records that are shown beside the value. */
  record?: RecordKind
  read: (scan: ScanFacts) => ValueRead
  /** The same from the list of domains alone, where that is enough. */
  row?: (domain: DomainFacts) => ValueRead
  say?: (value: Value) => string
  /** The condition of a question in words, where it is none of the parts that every question has; null: there is none. */
  saysCondition?: (reading: Reading) => string | null
  /** Whether a value meets the condition of a question; null: the question has no condition about it. */
  meets?: (value: Value, reading: Reading) => boolean | null
  /** Whether the condition holds for a scan, where the value alone does not tell. */
  holds?: (scan: ScanFacts, reading: Reading) => { holds: boolean; why: string } | { holds: null; why: string } | null
  /** A greater number is worse. */
  isLessBetter?: true
}

export const known = (value: Value): ValueRead => ({ known: true, value })
export const unknown = (why: string): ValueRead => ({ known: false, why })

/** Whether there is a value at all. */
export function isSome(value: Value): boolean {
  if (value === null || value === false || value === '') return false
  return !(Array.isArray(value) && value.length === 0)
}

/** A value in words. */
export function sayValue({ say, none, name }: Attribute, value: Value): string {
  if (!isSome(value)) return value === false ? 'no' : (none ?? `no ${name}`)
  if (say !== undefined) return say(value)
  if (value === true) return 'yes'
  return Array.isArray(value) ? value.join(', ') : String(value)
}
