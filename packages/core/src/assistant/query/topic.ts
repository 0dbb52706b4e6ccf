import type { AccountGroup } from '../account-facts.ts'
import type { AccountQuestion } from '../account-question.ts'
import type { Answer } from '../answer.ts'
import type { ScanFacts } from '../facts.ts'
import type { PlaceId } from '../places.data.ts'
import { type Context, scanOf } from './context.ts'
import type { Asked } from './match.ts'

/** Something that can be asked, and how it is answered. */
export interface Topic extends Asked {
  id: string
  /**
   * What it is asked about. `domain`: one domain, so a question that names none asks back. `domains`: all of them, or those
   * that it names. `none`: neither.
   */
  of: 'domain' | 'domains' | 'none'
  /** What the words alone do not tell: whether the question is this one. */
  when?: ((context: Context) => boolean) | undefined
  /** Whether the answer over all domains needs the scan of each. */
  needsScans?: true
  /** The domains whose issues the answer names where the question names none; absent: none. Those of 500 are thousands of rows. */
  issuesOf?: 'all' | ((context: Context) => readonly string[])
  /** The facts of the account that the answer needs. */
  account?: (context: Context) => AccountQuestion | null
  /** Groups of facts that the answer has beside those of the question about the account. */
  reads?: readonly AccountGroup[]
  /** What the answer says how to do: it also says who may, where whoever asks may not. */
  place?: PlaceId | undefined
  /** It also says which role whoever asks has. */
  isOfRole?: true
  answer: (context: Context) => Answer
  /** Its answer keeps to `Context.within`, so that a question can choose among the domains. */
  isWithin?: true
  /** The domains that the answer lists, for "which of these". */
  lists?: (context: Context) => readonly string[]
}

/** A topic about one scan. */
export function aboutScan(
  topic: Omit<Topic, 'of' | 'answer'> & { answer: (scan: ScanFacts, context: Context) => Answer },
): Topic {
  const { answer, ...rest } = topic
  return {
    ...rest,
    of: 'domain',
    answer: context => {
      const [first] = scansOf(context)
      return first === undefined ? [] : answer(first, context)
    },
  }
}

/** The scans of the domains that a question is about, in its order. */
export function scansOf({ own, facts }: Context): readonly ScanFacts[] {
  const names = [...new Set(own.map(({ name }) => name))]
  return names.flatMap(name => scanOf(facts, name) ?? [])
}
