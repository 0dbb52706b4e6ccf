import type { CheckId } from './check-id.ts'
import type { FindingOf } from './finding.ts'
import type { FindingRows } from './finding-row.ts'
import type { Filled, Known } from './known.ts'
import type { Section } from './section.ts'

/** The input of a check beside its own section. `Needs` has, by check, the data from others. */
export interface CheckContext<Needs> {
  /** The domain, as A-labels. */
  domain: string
  /** The data that the other checks provide; null: that check is unknown. */
  others: { readonly [Other in keyof Needs]: Needs[Other] | null }
}

/** The input of a check's reply beside its section. */
export interface ReplyContext<Needs> extends CheckContext<Needs> {
  /** The number of blocklists in the scan's plan. */
  blocklists: number
  /** Whether the reader's plan has smart interpretation. */
  smart: boolean
  /** The ids of all findings of the scan. */
  found: ReadonlySet<string>
}

/**
 * One complete check: everything that judging, scoring and presenting a scan needs. The scanner collects. All functions
 * are pure. If one throws, only this check fails (`judge`).
 *
 * `Value` is what it collects, `Facts` has its findings with the data of their texts, `Needs` the data from other
 * checks.
 */
export interface Check<Id extends CheckId, Value, Facts, Needs = object> {
  readonly id: Id
  /** Its name in sentences and on screen. */
  readonly title: string
  /** Its letter on the seal. */
  readonly letter: string
  /** Its maximum cost in points; null: no limit. */
  readonly cap: number | null
  /** Its weight in the coverage; 0: other checks cover the same, or it costs nothing. */
  readonly weight: number
  /** Its findings: points, texts and clause of each. */
  readonly findings: FindingRows<Facts>
  /** The other checks whose data it needs. */
  readonly needs: { readonly [Other in keyof Needs]: true }
  /** The data for the checks that need it. */
  readonly tells: (known: Known<Value>, domain: string) => object
  /** Its findings. Failed lookups give none. */
  readonly assess: (known: Known<Value>, context: CheckContext<Needs>) => readonly FindingOf<Facts>[]
  /** Findings that other checks' answers prove while its own section is unknown; most checks have none. */
  readonly assessUnknown?: (context: CheckContext<Needs>) => readonly FindingOf<Facts>[]
  /** Fills the gaps of this scan's value from the last known one. Null: there is nothing to fill in. */
  readonly fillGaps: (now: Known<Value>, before: Known<Value>) => Filled<Value> | null
  /** Whether it applies to this domain, on this installation. `now`: what this scan collected; null: nothing. */
  readonly applies: (now: Known<Value> | null, context: CheckContext<Needs>) => boolean
  /** The share of it that was answered in this scan, 0 to 1. */
  readonly answeredShare: (now: Known<Value>) => number
  /**
   * Whether it is known well enough to compare the score with that of another scan. `known` includes last known
   * answers, `now` only those of this scan.
   */
  readonly isSettled: (known: Known<Value>, now: Known<Value>) => boolean
  /** Its part of the wire's `results`. */
  readonly reply: (section: Section<Value>, context: ReplyContext<Needs>) => object
}
