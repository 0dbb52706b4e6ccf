import type { CheckId } from './check-id.ts'
import type { FindingOf } from './finding.ts'
import type { FindingRows } from './finding-row.ts'
import type { Filled, Known } from './known.ts'
import type { Section } from './section.ts'

/** What a check is given beside its own section. `Needs` holds, by check, what it must be told by others. */
export interface CheckContext<Needs> {
  /** The domain, as A-labels. */
  domain: string
  /** What the checks it needs tell of the domain; null: that check is not known. */
  others: { readonly [Other in keyof Needs]: Needs[Other] | null }
}

/** What the reply of a check depends on beside its section. */
export interface ReplyContext<Needs> extends CheckContext<Needs> {
  /** How many blocklists the plan of the scan asks. */
  blocklists: number
  /** Does the reader's plan have smart interpretation? */
  smart: boolean
  /** The ids of the scan's findings, of whatever check. */
  found: ReadonlySet<string>
}

/**
 * One check, whole: all that judging, scoring and presenting a scan must know of it. Collecting is the scanner's. Every
 * function is pure; one that throws costs this check its word and no other (`judge`).
 *
 * `Value` is what it collects, `Facts` its findings with what their words need, `Needs` what others must tell it.
 */
export interface Check<Id extends CheckId, Value, Facts, Needs = object> {
  readonly id: Id
  /** What it is called in a sentence and on screen. */
  readonly title: string
  /** What stands for it on the seal. */
  readonly letter: string
  /** What it can cost at most, in points; null: as much as its findings. */
  readonly cap: number | null
  /** How much of the whole it is in the coverage; 0: others tell the same, or it costs nothing. */
  readonly weight: number
  /** Its findings: points, words and clause of each. */
  readonly findings: FindingRows<Facts>
  /** The other checks it must be told by. */
  readonly needs: { readonly [Other in keyof Needs]: true }
  /** What it tells the checks that need it. */
  readonly tells: (known: Known<Value>, domain: string) => object
  /** Its findings. What could not be asked gives none. */
  readonly assess: (known: Known<Value>, context: CheckContext<Needs>) => readonly FindingOf<Facts>[]
  /** The findings that others' answers prove while nothing is known of its own section; most checks have none. */
  readonly assessUnknown?: (context: CheckContext<Needs>) => readonly FindingOf<Facts>[]
  /** Fills the gaps of this scan's value from the last known one. Null: there is nothing to fill in. */
  readonly fillGaps: (now: Known<Value>, before: Known<Value>) => Filled<Value> | null
  /** Does it say anything about this domain, on this installation? `now`: what this scan collected, null: nothing. */
  readonly applies: (now: Known<Value> | null, context: CheckContext<Needs>) => boolean
  /** The share of it that was answered in this scan, 0 to 1. */
  readonly answeredShare: (now: Known<Value>) => number
  /**
   * Is it known well enough for the score to be compared with that of another scan? `known` holds last-known answers
   * too, `now` only those of this scan.
   */
  readonly isSettled: (known: Known<Value>, now: Known<Value>) => boolean
  /** Its part of the wire's `results`. */
  readonly reply: (section: Section<Value>, context: ReplyContext<Needs>) => object
}
