import { type AskedList, addressLabels, familyOf } from '@waxseal/core/blacklist'
import type { Answer } from '@waxseal/core/dns'
import type { SelfTest } from './self-test.ts'
import type { BlocklistAccess } from './shared-access.ts'

/** The queries to one list and their answers. */
export interface ListAnswers {
  list: AskedList
  test: SelfTest
  /** Whether any subject is of the kind that the list covers. */
  applies: boolean
  /** Empty while the list fails its self-test. */
  answers: readonly { subject: string; question: string; answer: Answer<'A'> }[]
}

/** Queries to lists, sent as soon as their subject is known. */
export interface ListQueries {
  /** Queries each list about those addresses or names that it covers. */
  about(subjects: readonly string[]): void
  /** Waits for the answers to all queries. */
  finish(): Promise<readonly ListAnswers[]>
}

/**
 * Starts with the self-tests of the lists. A list that is known to fail its self-test gets no query. While the result
 * is unknown, the queries run in parallel to the self-test.
 */
export function startListQueries(access: BlocklistAccess, lists: readonly AskedList[]): ListQueries {
  const states = lists.map(list => ({
    list,
    test: access.selfTest(list),
    answers: [] as Promise<ListAnswers['answers'][number] | null>[],
  }))

  async function ask({ list, test }: { list: AskedList; test: Promise<SelfTest> }, subject: string) {
    const known = await Promise.race([test, unsettled])
    if (known !== null && known.trouble !== null) return null
    const labels = addressLabels(subject) ?? subject
    return { subject, question: `${labels}.${list.zone}`, answer: await access.ask(list, labels) }
  }

  return {
    about(subjects) {
      for (const state of states) {
        for (const subject of subjects) if (knows(state.list, subject)) state.answers.push(ask(state, subject))
      }
    },
    finish: () =>
      Promise.all(
        states.map(async ({ list, test, answers }): Promise<ListAnswers> => {
          const [tested, ...answered] = await Promise.all([test, ...answers])
          const given = answered.flatMap(each => each ?? [])
          return { list, test: tested, applies: answers.length > 0, answers: tested.trouble === null ? given : [] }
        }),
      ),
  }
}

const unsettled: Promise<null> = Promise.resolve(null)

/** Whether the list covers subjects of this kind. */
export function knows({ kind, families }: AskedList, subject: string): boolean {
  const family = familyOf(subject)
  return family === null ? kind === 'domain' : families.includes(family)
}
