import { blacklistCheck } from '../blacklist/index.ts'
import type {
  Check,
  CheckContext,
  CheckId,
  FindingOf,
  FindingRows,
  Known,
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

/** Every check there is. A check that is forgotten here, or lacks a part, does not compile. */
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

/** What each check tells the checks that need it. */
type Told = { readonly [K in CheckId]: ReturnType<List[K]['tells']> }

/** What every check of a scan tells; null: it is not known. */
export type AllTold = { readonly [K in CheckId]: Told[K] | null }

/** What all members of a union have together. */
type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never

/** What the wording of each finding needs to know. */
export type FindingFacts = Together<
  { [K in CheckId]: List[K] extends { findings: FindingRows<infer Facts> } ? Facts : never }[CheckId]
>

export type FindingId = keyof FindingFacts

/** One thing that is wrong with a domain, found by any of the checks. */
export type Finding = FindingOf<FindingFacts>

/** The wire's `results`: the parts of all checks. */
export type Results = Together<ReturnType<List[CheckId]['reply']>>

/** A check's part of `results`. Several may share one: `dns` holds the summaries of DMARC and DKIM too. */
type PartialResults = { readonly [Part in keyof Results]?: Partial<Results[Part]> }

/** A check as loops over all of them see it. That its needs fit what the others tell is checked where it joins the list. */
interface AnyCheck<K extends CheckId>
  extends Omit<Check<K, CheckValues[K], FindingFacts, Told>, 'findings' | 'needs' | 'tells' | 'reply'> {
  readonly findings: Partial<FindingRows<FindingFacts>>
  readonly needs: { readonly [Other in CheckId]?: true }
  readonly tells: (known: Known<CheckValues[K]>, domain: string) => Told[K]
  readonly reply: (section: Section<CheckValues[K]>, context: ReplyContext<Told>) => PartialResults
}

export const checks: { readonly [K in CheckId]: AnyCheck<K> } = list

/** What one check is given: of what the others tell only what it needs. */
export function contextOf(check: CheckId, domain: string, told: AllTold): CheckContext<Told> {
  const { needs } = checks[check]
  const others = Object.fromEntries(Object.entries(told).filter(([other]) => other in needs))
  return { domain, others: others as AllTold }
}
