import { type AskedList, type Blocklist, blocklists, type CustomList, type Trouble } from '@waxseal/core/blacklist'
import { type Answer, type Signal, unasked } from '@waxseal/core/dns'
import { unlessEnded } from './ended.ts'
import { keyedZones, withoutKey } from './key-mask.ts'
import { listRates } from './list-rates.ts'
import { keyOf, type SelfTest, selfTests } from './self-test.ts'

/** Access of one scan to the blocklists. */
export interface BlocklistAccess {
  /** The enabled lists of the catalogue, in its order. Zones are in the form for display, without a key. */
  readonly lists: readonly Blocklist[]
  /** Ids of the disabled lists. */
  readonly off: readonly string[]
  /** The user's own lists. */
  readonly custom: readonly CustomList[]
  /** Queries `labels` below the list's zone, each name once. At most 600 queries per scan, and 400 to the user's own, then `over-budget`. */
  ask(list: AskedList, labels: string): Promise<Answer<'A'>>
  /** The result of the list's self-test. Shared between scans, and not counted. */
  selfTest(list: AskedList): Promise<SelfTest>
}

/** The options of one scan. */
export interface AccessOptions extends UserLists {
  signal?: Signal
  onAsked?: () => void
  /** A query that would wait longer for its turn is not sent; 10 s by default. */
  patienceMs?: number
}

/** A user's choice of lists. */
export interface UserLists {
  /** Ids of lists that the user disabled, beside those that the operator disabled. */
  off?: readonly string[]
  /** The user's own lists. */
  custom?: readonly CustomList[]
}

/** Which lists are asked, and how. */
export interface ListOptions {
  /** Ids of disabled lists. */
  off?: readonly string[]
  /** Keys of operators, by the id of the list. A list without a keyed zone accepts none. */
  keys?: ReadonlyMap<string, string>
  /** Whether to respect the published rates. Off in benchmarks and for test lists. */
  rates?: 'published' | 'unlimited'
  /** False: a self-test serves the scans that need it while it runs, and no later ones. */
  keepsTests?: boolean
  now?: () => Date
}

/** Queries a name in a list's zone. Never rejects. */
export type AskZone = (zone: string, name: string, signal?: Signal) => Promise<Answer<'A'>>

/** The maximum number of a scan's queries to the lists of the catalogue, and to the user's own. */
const questionsMax = { catalogue: 600, own: 400 }
/** The maximum number of records of one answer: a list has a few, one for each of its codes. */
const recordsMax = 64
/** The maximum wait of a query for its turn, because the scan has other work. */
const longestWaitMs = 10_000
/** The maximum wait of a self-test for its turn. It is long, because many scans need the result. */
const testWaitMs = 60_000

/**
 * Adds the shared rates and self-test results to a function that queries lists.
 *
 * @returns a function that opens the blocklists for one scan
 * @throws TypeError for an unknown list id, or a key for a list without keys
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
    const asked = { catalogue: 0, own: 0 }
    return {
      lists: lists.filter(({ id }) => !unwanted.includes(id)),
      off: [...new Set([...off, ...unwanted])],
      custom,
      ask(list, labels) {
        const name = `${labels}.${list.zone}`
        // The threat check sends some of the same queries: each is sent once.
        const known = sent.get(name)
        if (known !== undefined) return known
        const kind = 'operator' in list ? 'catalogue' : 'own'
        if (asked[kind] >= questionsMax[kind]) return Promise.resolve(unasked('over-budget', now().getTime()))
        asked[kind]++
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
  for (const id of [...off, ...keys.keys()]) if (!ids.has(id)) throw new TypeError(`unknown blocklist "${id}"`)
  for (const [id, key] of keys) {
    const list: Blocklist | undefined = blocklists.find(each => each.id === id)
    if (list?.keyedZone == null) throw new TypeError(`the blocklist "${id}" does not use a key`)
    if (!/^[a-z0-9][a-z0-9-]{0,61}$/i.test(key)) throw new TypeError(`the key of "${id}" is not a valid DNS label`)
  }
}

/** A user's own list with the zone of a catalogue list is bound by that operator's rate too. */
function operatorOf({ zone }: AskedList, lists: readonly Blocklist[]): string {
  return lists.find(list => list.zone === zone)?.operator ?? zone
}

/** The result of a test when the scan ends first. */
const testCutShort: Trouble = {
  trouble: 'silent',
  reason: 'It did not answer before the scan ended.',
  advice: null,
}

/** An honest answer has a few records. Thousands of records, which fit one answer, would cost seconds and megabytes. */
function readable(answer: Answer<'A'>): Answer<'A'> {
  if (answer.kind !== 'records' || answer.records.length <= recordsMax) return answer
  return { kind: 'failed', reason: 'malformed', via: answer.via }
}

/** True after the time, false when the scan ended first. */
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
