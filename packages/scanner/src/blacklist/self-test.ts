import { type AskedList, judgeSelfTest, type Trouble } from '@waxseal/core/blacklist'
import type { Answer, FailureReason } from '@waxseal/core/dns'

/** The result of a list's self-test. */
export interface SelfTest {
  /** null: the list passed. */
  trouble: Trouble | null
  /** The queries, with names as displayed, and their answers. */
  asked: readonly { name: string; answer: Answer<'A'> }[]
}

/** How long a passed and a failed self-test are valid, in milliseconds. */
const wellMs = 3_600_000
const troubledMs = 300_000
/**
 * A scan does not wait for a list that failed: while the list is tested again, the failed result stays valid for this
 * long.
 */
const stillTroubledMs = 3_600_000

interface Kept {
  test: Promise<SelfTest>
  /** The time until which the result is valid while another test runs, in milliseconds since 1970. */
  until: number
  atLongest: number
}

export interface SelfTests {
  /** The newest valid result for this list, the running test, or a new test. Never rejects. */
  of(list: AskedList): Promise<SelfTest>
}

/**
 * Tests each list when it is first needed, and again after an hour, or after five minutes while it fails. Scans that
 * need the same test share it. A scan that ends does not cancel the test.
 *
 * @param keeps false: a test is shared while it runs, and its result is not kept
 */
export function selfTests(
  ask: (list: AskedList, labels: string) => Promise<{ name: string; answer: Answer<'A'> }>,
  now: () => Date,
  keeps = true,
): SelfTests {
  const kept = new Map<string, Kept>()

  async function run(list: AskedList): Promise<SelfTest> {
    const [clean, ...listed] = await Promise.all(
      [list.test.clean, ...list.test.listed].map(labels => ask(list, labels)),
    )
    if (clean === undefined) throw new Error('a test has an entry that must not be listed')
    const trouble = judgeSelfTest(
      list,
      listed.map(({ answer }) => answer),
      clean.answer,
    )
    return { trouble, asked: [...listed, clean] }
  }

  function begin(list: AskedList): Kept {
    const entry: Kept = { test: run(list), until: Number.POSITIVE_INFINITY, atLongest: Number.POSITIVE_INFINITY }
    void settle(keyOf(list), entry)
    return entry
  }

  async function settle(key: string, entry: Kept): Promise<void> {
    const { trouble, asked } = await entry.test
    if (!keeps) {
      kept.delete(key)
      return
    }
    const nowMs = now().getTime()
    // Queries refused by our own limits say nothing about the list.
    const isOurs = asked.some(({ answer }) => answer.kind === 'failed' && ours.includes(answer.reason))
    entry.until = nowMs + (isOurs ? 0 : trouble === null ? wellMs : troubledMs)
    entry.atLongest = isOurs || trouble === null ? entry.until : nowMs + stillTroubledMs
    kept.set(key, entry)
  }

  return {
    of(list) {
      const nowMs = now().getTime()
      const key = keyOf(list)
      const known = kept.get(key)
      if (known !== undefined && nowMs < known.until) return known.test
      for (const [each, { atLongest }] of kept) if (nowMs >= atLongest) kept.delete(each)
      const entry = begin(list)
      if (known !== undefined && nowMs < known.atLongest) {
        known.until = Number.POSITIVE_INFINITY
        return known.test
      }
      kept.set(key, entry)
      return entry.test
    },
  }
}

/** A user's own list must not share the result of a catalogue list, even at the same zone. */
export function keyOf(list: AskedList): string {
  return `${'operator' in list ? 'catalogue' : 'own'} ${list.kind} ${list.zone}`
}

const ours: readonly FailureReason[] = ['cancelled', 'over-budget']
