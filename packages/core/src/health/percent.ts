/**
 * How much of a whole a part is, in percent, rounded to the nearest one. Only nothing is 0 and only all of it is 100: 999 of
 * 1,000 are 99%, and 1 of 1,000 is 1%.
 *
 * @param part 0 to `whole`; of nothing it is 0%
 */
export function percentOf(part: number, whole: number): number {
  if (part <= 0 || whole <= 0) return 0
  if (part >= whole) return 100
  return Math.min(99, Math.max(1, Math.round((100 * part) / whole)))
}
