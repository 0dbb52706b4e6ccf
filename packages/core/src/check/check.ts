import type { FindingActions } from './action.ts'
import type { CheckId } from './check-id.ts'
import type { FindingOf } from './finding.ts'
import type { FindingRows } from './finding-row.ts'
import type { Filled, Known } from './known.ts'
import type { Section } from './section.ts'

/** The input of a check beside its own section. `Needs` holds, by check, the facts it needs from others. */
export interface CheckContext<Needs> {
  /** The domain, as A-labels. */
  domain: string
  /** The facts that the checks it needs provide; null: nothing is known of that check. */
  others: { readonly [Other in keyof Needs]: Needs[Other] | null }
}

/** Last known answers, with those of this scan. `answeredAt` is the time of the oldest, ISO 8601. */
export interface LastKnownValue<Value> {
  readonly value: Value
  readonly answeredAt: string
}

/** The input of a reply beside the section. */
export interface ReplyContext<Needs> extends CheckContext<Needs> {
  /** The number of blocklists in the scan's plan. */
  blocklists: number
  /** Whether the reader's plan has smart interpretation. */
  smart: boolean
  /** The ids of all findings of the scan. */
  found: ReadonlySet<string>
}

/**
 * One check: everything that judging, scoring and presenting a scan knows about it. The scanner does the collecting. Every
 * function is pure. If one throws, this check counts as unchecked and the others are unaffected (`judge`).
 *
 * `Value` is what it collects, `Facts` its findings with the facts of their wording, `Needs` the facts it needs from others.
 */
export interface Check<Id extends CheckId, Value, Facts, Needs = object> {
  readonly id: Id
  /** Its name in a sentence and on screen. */
  readonly title: string
  /** Its letter on the seal. */
  readonly letter: string
  /** The points it can cost at most; null: no limit. */
  readonly cap: number | null
  /** Its weight in the coverage; 0: other checks cover the same, or it costs nothing. */
  readonly weight: number
  /** Its findings: points, texts and clause of each. */
  readonly findings: FindingRows<Facts>
  /** What resolves each of its findings. */
  readonly actions: FindingActions<Facts>
  /** The other checks it needs facts from. */
  readonly needs: { readonly [Other in keyof Needs]: true }
  /** The facts it provides to the checks that need it. */
  readonly provides: (known: Known<Value>, domain: string) => object
  /** Judges what is known. A failed lookup gives no finding. */
  readonly assess: (known: Known<Value>, context: CheckContext<Needs>) => readonly FindingOf<Facts>[]
  /** The findings that other checks' answers prove while its own section is unknown. Most checks have none. */
  readonly assessUnknown?: (context: CheckContext<Needs>) => readonly FindingOf<Facts>[]
  /** Fills the gaps of this scan's value from the last known one; null: there is nothing to fill in. */
  readonly fillGaps: (now: Known<Value>, before: Known<Value>) => Filled<Value> | null
  /** Whether it applies to this domain on this installation. `now`: what this scan collected; null: nothing. */
  readonly applies: (now: Known<Value> | null, context: CheckContext<Needs>) => boolean
  /** The share of its lookups that this scan got answers to, 0 to 1. */
  readonly answeredShare: (now: Known<Value>) => number
  /**
   * Whether enough is known of it to compare the score with that of another scan. `known` includes last-known answers,
   * `now` only those of this scan.
   */
  readonly isSettled: (known: Known<Value>, now: Known<Value>) => boolean
  /** Its part of the wire's `results`. `lastKnown`: what the section was judged on where its own lookups failed. */
  readonly reply: (section: Section<Value>, context: ReplyContext<Needs>, lastKnown?: LastKnownValue<Value>) => object
}
