/** The maximum length of a word that is compared, unless another is given. */
const longestWord = 16

/**
 * The number of typing errors between two words: a letter too many, missing, wrong, or two swapped (optimal string
 * alignment). Infinity for long words.
 */
export function typos(one: string, other: string, longest = longestWord): number {
  if (one.length > longest || other.length > longest) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      line.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = last
    last = line
  }
  return last[other.length] ?? 0
}
