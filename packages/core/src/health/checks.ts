import { blacklistCheck } from '../blacklist/index.ts'
import type {
  Check,
  CheckContext,
  CheckId,
  FindingActions,
  FindingOf,
  FindingRows,
  Known,
  LastKnownValue,
  ReplyContext,
  Section,
} from '../check/index.ts'
import { dkimCheck } from '../dkim/index.ts'
import { dmarcCheck } from '../dmarc/index.ts'
import { mxCheck } from '../mx/index.ts'
import { relayCheck } from '../relay/index.ts'
import { spfCheck } from '../spf/index.ts'
import { threatCheck } from '../threat/index.ts'
import { transportCheck } from '../transport/index.ts'
import { zoneCheck } from '../zone/index.ts'

/** All checks. A check that is missing here, or lacks a part, does not compile. */
const list = {
  dns: zoneCheck,
  mx: mxCheck,
  spf: spfCheck,
  dmarc: dmarcCheck,
  dkim: dkimCheck,
  blacklist: blacklistCheck,
  threat: threatCheck,
  relay: relayCheck,
  transport: transportCheck,
} satisfies { readonly [K in CheckId]: { id: K } }

type List = typeof list

/** The value each check collects. */
export type CheckValues = {
  [K in CheckId]: List[K] extends { assess: (known: Known<infer Value>, ...rest: never) => unknown } ? Value : never
}

/** The facts each check provides to the checks that need it. */
type Provided = { readonly [K in CheckId]: ReturnType<List[K]['provides']> }

/** The facts all checks of a scan provide; null: nothing is known of that check. */
export type AllProvided = { readonly [K in CheckId]: Provided[K] | null }

/** The intersection of the members of a union. */
type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never

/** The data for the texts of each finding. */
export type FindingFacts = Together<
  { [K in CheckId]: List[K] extends { findings: FindingRows<infer Facts> } ? Facts : never }[CheckId]
>

export type FindingId = keyof FindingFacts

/** One thing that is wrong with a domain, found by any of the checks. */
export type Finding = FindingOf<FindingFacts>

/** The wire's `results`: the parts of all checks. */
export type Results = Together<ReturnType<List[CheckId]['reply']>>

/** A check's part of `results`. Several may share one: `dns` has the summaries of DMARC and DKIM too. */
type PartialResults = { readonly [Part in keyof Results]?: Partial<Results[Part]> }

/** A check as the loops see it. The assignment of `checks` verifies that the others provide the facts it needs. */
interface AnyCheck<K extends CheckId>
  extends Omit<
    Check<K, CheckValues[K], FindingFacts, Provided>,
    'actions' | 'findings' | 'needs' | 'provides' | 'reply'
  > {
  readonly findings: Partial<FindingRows<FindingFacts>>
  readonly actions: Partial<FindingActions<FindingFacts>>
  readonly needs: { readonly [Other in CheckId]?: true }
  readonly provides: (known: Known<CheckValues[K]>, domain: string) => Provided[K]
  readonly reply: (
    section: Section<CheckValues[K]>,
    context: ReplyContext<Provided>,
    lastKnown?: LastKnownValue<CheckValues[K]>,
  ) => PartialResults
}

export const checks: { readonly [K in CheckId]: AnyCheck<K> } = list

/** The context of one check: only the facts it needs. */
export function contextOf(check: CheckId, domain: string, provided: AllProvided): CheckContext<Provided> {
  const { needs } = checks[check]
  const others = Object.fromEntries(Object.entries(provided).filter(([other]) => other in needs))
  return { domain, others: others as AllProvided }
}
