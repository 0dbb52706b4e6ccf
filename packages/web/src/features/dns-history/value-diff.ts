/** A part of a value, and whether the other value lacks it. */
export interface Piece {
  text: string
  differs: boolean
}

const none = 'N/A'

/** A value as text (specification 2): objects pretty-printed, lists joined by commas, empty values as N/A. */
export function valueText(value: unknown): string {
  if (isEmpty(value)) return none
  if (Array.isArray(value)) return value.map(itemText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** The texts of the previous and the new value, cut where one has what the other lacks. */
export function valueDiff(before: unknown, after: unknown): { before: readonly Piece[]; after: readonly Piece[] } {
  if (isEmpty(before) || isEmpty(after)) return { before: whole(before), after: whole(after) }
  if (Array.isArray(before) && Array.isArray(after)) return listDiff(before.map(itemText), after.map(itemText))
  return textDiff(valueText(before), valueText(after))
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function itemText(item: unknown): string {
  return typeof item === 'string' ? item : JSON.stringify(item)
}

function whole(value: unknown): readonly Piece[] {
  return [{ text: valueText(value), differs: !isEmpty(value) }]
}

/** Lists are sets: an item differs when the other list lacks it. One item that took the place of another is compared with it. */
function listDiff(before: readonly string[], after: readonly string[]): ReturnType<typeof valueDiff> {
  const had = new Set(before)
  const has = new Set(after)
  const gone = before.filter(item => !has.has(item))
  const added = after.filter(item => !had.has(item))
  const [left] = gone
  const [right] = added
  const pair = gone.length === 1 && added.length === 1 && left !== undefined && right !== undefined
  const inner = pair ? textDiff(left, right) : null
  return {
    before: joined(listPieces(before, has, inner?.before)),
    after: joined(listPieces(after, had, inner?.after)),
  }
}

/** The items of a list; those that the other list lacks differ, or are `replaced` by the pieces of a closer comparison. */
function listPieces(
  list: readonly string[],
  other: ReadonlySet<string>,
  replaced: readonly Piece[] | undefined,
): readonly Piece[] {
  return list.flatMap((item, at) => {
    const own = other.has(item) ? [{ text: item, differs: false }] : (replaced ?? [{ text: item, differs: true }])
    return at === 0 ? own : [{ text: ', ', differs: false }, ...own]
  })
}

/** Above this number of words, what is between the common beginning and end differs as a whole. */
const wordsMax = 300

/** Compares word by word; the longest common sequence of words does not differ. */
function textDiff(before: string, after: string): ReturnType<typeof valueDiff> {
  const left = wordsOf(before)
  const right = wordsOf(after)
  let start = 0
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1
  let end = 0
  const room = Math.min(left.length, right.length) - start
  while (end < room && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1
  const middle = commonWords(left.slice(start, left.length - end), right.slice(start, right.length - end))
  const side = (words: readonly string[], common: ReadonlySet<number>): Piece[] =>
    joined(
      words.map((text, at) => ({
        text,
        differs: at >= start && at < words.length - end && !common.has(at - start),
      })),
    )
  return { before: side(left, middle.left), after: side(right, middle.right) }
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\s;,]+|[^\s;,]+/g) ?? []
}

/** The places of a longest common sequence in both lists. */
function commonWords(left: readonly string[], right: readonly string[]): { left: Set<number>; right: Set<number> } {
  const found = { left: new Set<number>(), right: new Set<number>() }
  if (left.length > wordsMax || right.length > wordsMax) return found
  // lengths[i][j]: of the longest common sequence of left from i and right from j.
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1))
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = left.length - 1; i >= 0; i--) {
    const row = lengths[i]
    if (row === undefined) continue
    for (let j = right.length - 1; j >= 0; j--) {
      row[j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      found.left.add(i)
      found.right.add(j)
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return found
}

/** Neighbors that agree are one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  for (const piece of pieces) {
    const last = out.at(-1)
    if (last?.differs === piece.differs) last.text += piece.text
    else out.push({ ...piece })
  }
  return out
}
