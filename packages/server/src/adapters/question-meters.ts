import type { QuestionMeter } from '@waxseal/scanner'

/** So many questions a workspace may have asked in a minute, beyond what a cache answers. */
const questionsMax = 600
const windowMs = 60_000

/**
 * What previews, tools and header look-ups of one workspace ask together in this process. Beyond the limit a question
 * could not be asked, which is never "missing".
 *
 * @param now milliseconds of a clock that runs on
 */
export function questionMeters(now: () => number): (holder: string | undefined) => QuestionMeter | undefined {
  let windowStart = 0
  const asked = new Map<string, number>()
  const of = (holder: string): number => {
    const at = now()
    if (at - windowStart >= windowMs) {
      asked.clear()
      windowStart = at
    }
    return asked.get(holder) ?? 0
  }
  return holder =>
    holder === undefined
      ? undefined
      : {
          take() {
            const n = of(holder)
            if (n < questionsMax) asked.set(holder, n + 1)
            return n < questionsMax
          },
          giveBack() {
            asked.set(holder, Math.max(0, of(holder) - 1))
          },
        }
}
