import { type AskedList, addressLabels, familyOf } from '@waxseal/core/blacklist'
import type { Answer } from '@waxseal/core/dns'
import type { SelfTest } from './self-test.ts'
import type { BlocklistAccess } from './shared-access.ts'

/** What one list was asked, and answered. */
export interface AskedOfList {
  list: AskedList
  test: SelfTest
  /** Was there anything of the kind the list knows? */
  applies: boolean
  /** Empty while the list fails its own test entries. */
  answers: readonly { subject: string; question: string; answer: Answer<'A'> }[]
}

/** Questions to lists, sent as soon as what they are about is known. */
export interface Asking {
  /** Asks every list about those addresses or names that it knows. */
  about(subjects: readonly string[]): void
  /** Everything asked so far, answered. */
  finish(): Promise<readonly AskedOfList[]>
}

/**
 * Begins with the lists' self-tests. A list that is known to fail its own is asked nothing more; while that is not known
 * yet, it is asked at the same time.
 */
export function startAsking(access: BlocklistAccess, lists: readonly AskedList[]): Asking {
  const states = lists.map(list => ({
    list,
    test: access.selfTest(list),
    answers: [] as Promise<AskedOfList['answers'][number] | null>[],
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
        states.map(async ({ list, test, answers }): Promise<AskedOfList> => {
          const [tested, ...answered] = await Promise.all([test, ...answers])
          const given = answered.flatMap(each => each ?? [])
          return { list, test: tested, applies: answers.length > 0, answers: tested.trouble === null ? given : [] }
        }),
      ),
  }
}

const unsettled: Promise<null> = Promise.resolve(null)

/** Is this subject of the kind the list knows? */
export function knows({ kind, families }: AskedList, subject: string): boolean {
  const family = familyOf(subject)
  return family === null ? kind === 'domain' : families.includes(family)
}
