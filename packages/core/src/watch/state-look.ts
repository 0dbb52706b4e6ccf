import { isEqual, type Seen, type Unconfirmed } from './address-set.ts'
import { type PartMemory, unservedLooks } from './memory.ts'
import { inDns, type Part, unserved } from './snapshot.ts'
import { wordsOf } from './words.ts'

const minute = 60_000

/** How often, and how far apart, a trouble must be seen before it is a change. */
interface Patience {
  looks: number
  apartMs: number
}

/** Two looks of which the parent's servers said the same. */
const sure: Patience = { looks: 2, apartMs: 5 * minute }
/** Silence of servers, and what the configured resolver alone says, may pass: three looks over an hour (decision 3.18). */
const patient: Patience = unservedLooks

/**
 * A look at the name itself or at its DNSSEC. Trouble is a change only after several looks in a row, because everything
 * else depends on it and one wrong alert says that the whole domain is lost. Its end is a change at once: an answer proves
 * it. What no server of the parent confirmed counts only where these may not be asked.
 */
export function lookAtState(known: PartMemory, part: Part, at: number, unconfirmed: Unconfirmed): Seen {
  const { pending, looks: looked, ...settled } = known
  const fresh: PartMemory = { ...settled, seenAt: at }
  if (isEqual(known.values, part.values)) {
    return { memory: { ...fresh, ...looksAt(part, looked, at) }, change: null, doubtful: false }
  }
  const change = () => ({
    memory: { ...fresh, values: part.values, since: at },
    change: wordsOf(part, known.values, part.values),
    doubtful: false,
  })
  if (unconfirmed === 'report' || !isTrouble(part)) return change()
  const doubtful = !part.confirmed
  if (doubtful && unconfirmed === 'wait') {
    return { memory: { ...fresh, ...(pending && { pending }) }, change: null, doubtful }
  }
  const { looks, apartMs } = part.confirmed && !isUnserved(part) ? sure : patient
  const before = pending !== undefined && isEqual(pending.values, part.values) ? (pending.looks ?? []) : []
  const isNext = before.every(time => at - time >= apartMs)
  const seen = isNext ? [...before, at] : before
  if (seen.length >= looks) {
    const { memory, change: words } = change()
    return { memory: { ...memory, ...(isUnserved(part) && { looks: seen }) }, change: words, doubtful }
  }
  const [first = at] = seen
  return {
    memory: { ...fresh, pending: { values: part.values, at: first, looks: seen, apartMs } },
    change: null,
    doubtful,
  }
}

/**
 * The looks that found the zone unserved after this one. One that was so at the first sight is looked at as often as one
 * that becomes so.
 */
export function looksAt(
  part: Pick<Part, 'values'>,
  before: readonly number[] = [],
  at: number,
): Pick<PartMemory, 'looks'> {
  if (!isUnserved(part)) return {}
  const last = before.at(-1)
  const isNext = last === undefined || at - last >= unservedLooks.apartMs
  return { looks: isNext && before.length < unservedLooks.looks ? [...before, at] : before }
}

function isUnserved({ values }: Pick<Part, 'values'>): boolean {
  return values.includes(unserved)
}

/** Whether a look at the name or its DNSSEC found trouble. */
export function isTrouble({ kind, values }: Pick<Part, 'kind' | 'values'>): boolean {
  return kind === 'name' ? !isEqual(values, [inDns]) : values.length > 0
}
