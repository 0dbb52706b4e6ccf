import { wording } from '@waxseal/contract'
import { Refusal } from '../../errors.ts'

/** The answers that one person may wait for at once. */
const placesOfPerson = 3
const retryAfterSeconds = 5

/** Limits how many answers are made at once for one person. */
export interface Places {
  /**
   * Takes a place.
   *
   * @returns frees it
   * @throws Refusal `rate_limited` when the person has no free place
   */
  take(personId: string): () => void
  /** Resolves when no place is taken. */
  allFree(): Promise<void>
}

/**
 * Places in the memory of this process: with several web processes a person has as many more. The strict limits of the
 * endpoints hold over all processes, and a place in the database would be lost with a process that is killed.
 */
export function openPlaces(): Places {
  const taken = new Map<string, number>()
  const waiting: (() => void)[] = []
  return {
    take(personId) {
      const before = taken.get(personId) ?? 0
      if (before >= placesOfPerson) throw new Refusal('rate_limited', wording.rateLimited, { retryAfterSeconds })
      taken.set(personId, before + 1)
      return () => {
        const left = (taken.get(personId) ?? 1) - 1
        if (left > 0) taken.set(personId, left)
        else taken.delete(personId)
        if (taken.size === 0) for (const resolve of waiting.splice(0)) resolve()
      }
    },
    async allFree() {
      if (taken.size > 0) await new Promise<void>(resolve => waiting.push(resolve))
    },
  }
}
