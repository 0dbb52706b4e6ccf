import { type AskedList, type Blocklist, blocklists, type CustomList, type Trouble } from '@waxseal/core/blacklist'
import { type Answer, type Signal, unasked } from '@waxseal/core/dns'
import { unlessEnded } from './ended.ts'
import { keyedZones, withoutKey } from './key-mask.ts'
import { listRates } from './list-rates.ts'
import { keyOf, type SelfTest, selfTests } from './self-test.ts'

/** How one scan asks blocklists. */
export interface BlocklistAccess {
  /** The lists of the catalogue that are on, in its order. Zones are as they may be shown: without a key. */
  readonly lists: readonly Blocklist[]
  /** Ids of the lists that are switched off. */
  readonly off: readonly string[]
  /** The user's own lists. */
  readonly custom: readonly CustomList[]
  /** Asks for `labels` below the list's zone, each once: 600 questions a scan, then `over-budget`. */
  ask(list: AskedList, labels: string): Promise<Answer<'A'>>
  /** What the list's own test entries show. Shared between scans, and not counted. */
  selfTest(list: AskedList): Promise<SelfTest>
}

/** What one scan brings. */
export interface AccessOptions extends UserLists {
  signal?: Signal
  onAsked?: () => void
  /** A question that would have to wait longer for its turn is not asked: 10 s when left out. */
  patienceMs?: number
}

/** What a user says about lists. */
export interface UserLists {
  /** Ids of lists the user does not want asked, beside those the operator switched off. */
  off?: readonly string[]
  /** Lists of the user's own. */
  custom?: readonly CustomList[]
}

/** Which lists are asked, and how. */
export interface ListOptions {
  /** Ids of lists that are not asked. */
  off?: readonly string[]
  /** Keys of operators, by the id of the list. A list without keyed zone takes none. */
  keys?: ReadonlyMap<string, string>
  /** Are operators' published rates kept? Off in benchmarks, and where the lists are one's own. */
  rates?: 'published' | 'unlimited'
  /** False: a self-test serves the scans that need it while it is under way, and none that begins later. */
  keepsTests?: boolean
  now?: () => Date
}

/** Asks for a name of a list's zone, by whatever way. Never rejects. */
export type AskZone = (zone: string, name: string, signal?: Signal) => Promise<Answer<'A'>>

/** A scan's questions to blocklists. */
const questionsMax = 600
/** Records of one answer: a list has a few, one for each of its codes. */
const recordsMax = 64
/** How long a question waits for its turn: the scan has other things to do. */
const longestWaitMs = 10_000
/** Self-tests come before the questions of many scans, so they wait for their turn. */
const testWaitMs = 60_000

/**
 * Rates and the outcome of self-tests, which many scans share, around a way to ask.
 *
 * @returns opens the blocklists for one scan
 * @throws TypeError for an id that is no list's, or a key no list takes
 */
export function sharedAccess(askZone: AskZone, options: ListOptions): (scan?: AccessOptions) => BlocklistAccess {
  const { off = [], keys = new Map(), rates = 'published', keepsTests = true, now = () => new Date() } = options
  checkIds(off, keys)
  const zones = new Map<string, { real: string; key: string }>()
  const lists = blocklists.flatMap((list: Blocklist): Blocklist[] => {
    if (off.includes(list.id)) return []
    const key = keys.get(list.id)
    if (key === undefined || list.keyedZone === null) return [list]
    const { real, shown } = keyedZones(list.keyedZone, key)
    zones.set(shown, { real, key })
    return [{ ...list, zone: shown }]
  })
  const limits = listRates(rates === 'published' ? lists : [])

  async function send(list: AskedList, labels: string, mostMs: number, signal?: Signal): Promise<Answer<'A'>> {
    const wait = limits.turn(operatorOf(list, lists), performance.now(), mostMs)
    if (wait > mostMs) return unasked('over-budget', now().getTime())
    if (wait > 0 && !(await waited(wait, signal))) return unasked('cancelled', now().getTime())
    const keyed = 'operator' in list ? zones.get(list.zone) : undefined
    const real = keyed?.real ?? list.zone
    const answer = readable(await askZone(real, `${labels}.${real}`, signal))
    return keyed === undefined ? answer : withoutKey(answer, keyed.key)
  }

  const tests = selfTests(
    async (list, labels) => ({ name: `${labels}.${list.zone}`, answer: await send(list, labels, testWaitMs) }),
    now,
    keepsTests,
  )

  return ({ signal, onAsked = () => {}, patienceMs = longestWaitMs, custom = [], off: unwanted = [] } = {}) => {
    const tested = new Map<string, Promise<SelfTest>>()
    const testOf = (list: AskedList): Promise<SelfTest> => {
      const test = tested.get(keyOf(list)) ?? tests.of(list)
      tested.set(keyOf(list), test)
      return test
    }
    const sent = new Map<string, Promise<Answer<'A'>>>()
    let asked = 0
    return {
      lists: lists.filter(({ id }) => !unwanted.includes(id)),
      off: [...new Set([...off, ...unwanted])],
      custom,
      ask(list, labels) {
        const name = `${labels}.${list.zone}`
        // The threat check asks some lists about the same: that is one question.
        const known = sent.get(name)
        if (known !== undefined) return known
        if (asked >= questionsMax) return Promise.resolve(unasked('over-budget', now().getTime()))
        asked++
        onAsked()
        const answer = send(list, labels, patienceMs, signal)
        sent.set(name, answer)
        return answer
      },
      selfTest: list => unlessEnded(signal, testOf(list), { trouble: testCutShort, asked: [] }),
    }
  }
}

function checkIds(off: readonly string[], keys: ReadonlyMap<string, string>): void {
  const ids = new Set<string>(blocklists.map(({ id }) => id))
  for (const id of [...off, ...keys.keys()]) if (!ids.has(id)) throw new TypeError(`there is no blocklist "${id}"`)
  for (const [id, key] of keys) {
    const list: Blocklist | undefined = blocklists.find(each => each.id === id)
    if (list?.keyedZone == null) throw new TypeError(`the blocklist "${id}" takes no key`)
    if (!/^[a-z0-9][a-z0-9-]{0,61}$/i.test(key)) throw new TypeError(`the key of "${id}" is no label of a name`)
  }
}

/** Whoever asks a list of the catalogue under a name of their own is bound by its operator's rate all the same. */
function operatorOf({ zone }: AskedList, lists: readonly Blocklist[]): string {
  return lists.find(list => list.zone === zone)?.operator ?? zone
}

/** What a test is taken for when the scan ends before it. */
const testCutShort: Trouble = {
  trouble: 'silent',
  reason: 'It did not answer before the scan ended.',
  advice: null,
}

/** What a list has to say fits a few records; thousands, which one answer can hold, would cost seconds and megabytes. */
function readable(answer: Answer<'A'>): Answer<'A'> {
  if (answer.kind !== 'records' || answer.records.length <= recordsMax) return answer
  return { kind: 'failed', reason: 'malformed', via: answer.via }
}

/** True once the time has gone by, false when the scan ended first. */
function waited(ms: number, signal: Signal | undefined): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  if (signal?.aborted) return Promise.resolve(false)
  const end = (): void => resolve(false)
  const timer = setTimeout(() => resolve(true), ms)
  signal?.addEventListener('abort', end, { once: true })
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  })
}
