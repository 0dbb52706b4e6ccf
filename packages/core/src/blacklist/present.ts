import { calendarDay, type LastKnownValue, type Section } from '../check/index.ts'
import { blocklists } from './lists.data.ts'
import { type AskedAddress, applicableLists, type BlacklistRow, type BlacklistValue } from './value.ts'

/** The blocklists, as the specification has them and more. */
export interface BlacklistReply {
  success: boolean
  listed_count: number
  /** The lists that apply to the domain; all lists of the plan where nothing was asked. */
  total_checked: number
  /** `status` error: no verdict, and never listed or clean. */
  blacklists: readonly BlacklistRow[]
  custom: readonly BlacklistRow[]
  addresses: readonly AskedAddress[]
  names: readonly string[]
  not_asked: number
  /** The names of the lists that are off. */
  off: readonly string[]
}

/**
 * All rows are errors where nothing was asked: `success` says so. A list without a verdict names its last known one in the
 * words of its row, because the score rests on it.
 *
 * @param lists how many the plan of the scan asks
 */
export function presentBlacklist(
  section: Section<BlacklistValue>,
  lists: number,
  lastKnown?: LastKnownValue<BlacklistValue>,
): BlacklistReply {
  if (!section.ran) {
    const nothing = { blacklists: [], custom: [], addresses: [], names: [], not_asked: 0, off: [] }
    return { success: false, listed_count: 0, total_checked: lists, ...nothing }
  }
  const { success, listedCount, rows, custom, addresses, names, notAsked, off } = section.value
  return {
    success,
    listed_count: listedCount,
    total_checked: applicableLists(section.value).length,
    blacklists: rows.map(row => withLastKnown(row, lastKnown)),
    custom,
    addresses,
    names,
    not_asked: notAsked,
    off: off.map(id => blocklists.find(list => list.id === id)?.name ?? id),
  }
}

/** The last known verdict is no new one: the row keeps its state and says what it was, and when. */
function withLastKnown(row: BlacklistRow, known: LastKnownValue<BlacklistValue> | undefined): BlacklistRow {
  if (known === undefined || row.status !== 'error' || row.trouble === 'not-applicable') return row
  const older = known.value.rows.find(({ list }) => list === row.list)
  if (older === undefined || older.status === 'error') return row
  const verdict = older.status === 'listed' ? 'listed' : 'not listed'
  return { ...row, reason: `${row.reason} Last known result, from ${calendarDay(known.answeredAt)}: ${verdict}.` }
}
