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

/** The data that each check provides to others. */
type Told = { readonly [K in CheckId]: ReturnType<List[K]['tells']> }

/** The data of every check of a scan; null: unknown. */
export type AllTold = { readonly [K in CheckId]: Told[K] | null }

/** The intersection of all members of a union. */
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

/** A check in loops over all of them. Whether others provide what it needs is verified where it joins the list. */
interface AnyCheck<K extends CheckId>
  extends Omit<Check<K, CheckValues[K], FindingFacts, Told>, 'findings' | 'needs' | 'tells' | 'reply'> {
  readonly findings: Partial<FindingRows<FindingFacts>>
  readonly needs: { readonly [Other in CheckId]?: true }
  readonly tells: (known: Known<CheckValues[K]>, domain: string) => Told[K]
  readonly reply: (section: Section<CheckValues[K]>, context: ReplyContext<Told>) => PartialResults
}

export const checks: { readonly [K in CheckId]: AnyCheck<K> } = list

/** The input of one check: only the data that it needs from others. */
export function contextOf(check: CheckId, domain: string, told: AllTold): CheckContext<Told> {
  const { needs } = checks[check]
  const others = Object.fromEntries(Object.entries(told).filter(([other]) => other in needs))
  return { domain, others: others as AllTold }
}
