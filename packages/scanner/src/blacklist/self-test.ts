import { type AskedList, judgeSelfTest, type Trouble } from '@waxseal/core/blacklist'
import type { Answer, FailureReason } from '@waxseal/core/dns'

/** What a list's own test entries showed. */
export interface SelfTest {
  /** null: the list is well. */
  trouble: Trouble | null
  /** What was asked, with the names as shown, and answered. */
  asked: readonly { name: string; answer: Answer<'A'> }[]
}

/** How long a list that is well is believed, and one that is not: milliseconds. */
const wellMs = 3_600_000
const troubledMs = 300_000
/** A list that was not well keeps no scan waiting: for so long it is taken for unwell while it is tested again. */
const stillTroubledMs = 3_600_000

interface Kept {
  test: Promise<SelfTest>
  /** Milliseconds since 1970; the time until which it counts while another test is under way. */
  until: number
  atLongest: number
}

export interface SelfTests {
  /** The newest test of this list that still counts, one under way, or a new one. Never rejects. */
  of(list: AskedList): Promise<SelfTest>
}

/**
 * Tests each list when it is first needed, and again after an hour, or five minutes while it fails. Scans that need the
 * same test share it; a scan that ends does not end the test.
 *
 * @param keeps false: a test is shared while it is under way, and stands for nobody who comes later
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
    // What our own limits kept from being asked says nothing of the list.
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

/** A list of a user's own must not speak for one of the catalogue, even at the same zone. */
export function keyOf(list: AskedList): string {
  return `${'operator' in list ? 'catalogue' : 'own'} ${list.kind} ${list.zone}`
}

const ours: readonly FailureReason[] = ['cancelled', 'over-budget']
