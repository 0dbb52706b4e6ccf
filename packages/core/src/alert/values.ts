import type { JsonValue } from './alert.ts'
import { shownLine, shownPair } from './difference.ts'

/** How much of each value is shown: its lines, and the characters of each. */
export interface ValueRoom {
  lines: number
  line: number
}

/** Two values as lines that are read side by side. */
interface Compared {
  before: readonly string[]
  now: readonly string[]
}

/** Lines in that many characters fit into every channel. */
const roomyMax = 1200

/**
 * An old and a new value as lines: a set of records has one line each. Where not all of it is shown, what differs is: the
 * records that only one of the values has come first, and of a long record its part that differs from the other value's.
 */
export function comparedLines(old: JsonValue, now: JsonValue, room: ValueRoom): Compared {
  const [one, other] = [itemsBeside(old, now), itemsBeside(now, old)]
  return { before: linesOf(one, other, 0, room), now: linesOf(other, one, 1, room) }
}

/** A text that reads like a value of another kind (`"1"` beside 1, `"(none)"`) keeps its quotation marks. */
function itemsBeside(value: JsonValue, beside: JsonValue): readonly string[] {
  const others = new Set(elementsOf(beside).flatMap(each => (typeof each === 'string' ? [] : [textOf(each)])))
  return elementsOf(value).map(each =>
    typeof each === 'string' && (others.has(each) || each === none || each === empty)
      ? JSON.stringify(each)
      : textOf(each),
  )
}

const none = '(none)'
const empty = '(empty)'

function linesOf(
  items: readonly string[],
  others: readonly string[],
  place: 0 | 1,
  room: ValueRoom,
): readonly string[] {
  if (items.length === 0) return [none]
  const { ordered, partners } = changedFirst(items, others, room)
  const shown = ordered.slice(0, items.length > room.lines ? room.lines - 1 : room.lines).map(item => {
    const partner = partners.get(item)
    if (partner === undefined) return shownLine(item, room.line) || empty
    const pair = place === 0 ? shownPair(item, partner, room.line) : shownPair(partner, item, room.line)
    return pair[place] || empty
  })
  return items.length > shown.length ? [...shown, `… and ${items.length - shown.length} more`] : shown
}

/** The items, what differs first where not all of them fit, and the item of the other value that each is compared with. */
function changedFirst(items: readonly string[], others: readonly string[], { lines, line }: ValueRoom) {
  const [mine, theirs] = [new Set(items), new Set(others)]
  const changed = items.filter(item => !theirs.has(item))
  const candidates = others.filter(item => !mine.has(item))
  const partners = new Map(
    changed.flatMap((item, at) => {
      // Where one value has all records of the other, a new record may still read like one of them.
      const partner = candidates[Math.min(at, candidates.length - 1)] ?? others[0]
      return partner === undefined ? [] : [[item, partner] as const]
    }),
  )
  const total = items.reduce((sum, item) => sum + Math.min(item.length, line), 0)
  const fits = items.length <= lines && total <= roomyMax
  return { ordered: fits ? items : [...changed, ...items.filter(item => theirs.has(item))], partners }
}

const itemsMax = 20
const textMax = 1024

/**
 * An old and a new value for programs: scalars, or lists of scalars. Texts are displayable and bounded, with the part that
 * differs; the rest of a long list is `…`, and what is nested deeper is its JSON as text.
 */
export function boundedValues(old: JsonValue, now: JsonValue): readonly [JsonValue, JsonValue] {
  const [one, other] = [itemsOf(old), itemsOf(now)]
  return [boundedValue(old, one, other, 0), boundedValue(now, other, one, 1)]
}

function boundedValue(value: JsonValue, items: readonly string[], others: readonly string[], place: 0 | 1): JsonValue {
  const room = { lines: itemsMax, line: textMax }
  const { ordered, partners } = changedFirst(items, others, room)
  const scalarOf = (item: string): string => {
    const partner = partners.get(item)
    if (partner === undefined) return shownLine(item, textMax)
    return place === 0 ? shownPair(item, partner, textMax)[0] : shownPair(partner, item, textMax)[1]
  }
  if (!Array.isArray(value)) return isText(value) ? scalarOf(items[0] ?? '') : value
  const texts = new Map<string, JsonValue>()
  for (const item of value as readonly JsonValue[]) if (!isText(item)) texts.set(textOf(item), item)
  const kept = ordered.slice(0, itemsMax).map(item => (texts.has(item) ? (texts.get(item) ?? null) : scalarOf(item)))
  return items.length > itemsMax ? [...kept, '…'] : kept
}

/** What is shown as text: a text, or what is nested. */
function isText(value: JsonValue): boolean {
  return value !== null && (typeof value === 'string' || typeof value === 'object')
}

function itemsOf(value: JsonValue): readonly string[] {
  return elementsOf(value).map(textOf)
}

function elementsOf(value: JsonValue): readonly JsonValue[] {
  if (value === null) return []
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
}

/** A text as it is, anything else as JSON. */
function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value)
  } catch {
    // It is nested more deeply than the stack allows.
    return '…'
  }
}
