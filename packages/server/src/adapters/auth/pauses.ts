import { setTimeout as sleep } from 'node:timers/promises'

/** As many replies are held back at once. More leave at once: they must not fill the memory. */
const heldMax = 500

/** Holds replies back. */
export interface Pauses {
  /**
   * Waits until the time since `since` (of `performance.now()`) is a multiple of `stepMs`; not at all when too many wait
   * already.
   */
  pauseToStep(since: number, stepMs: number): Promise<void>
  /** The same and up to a step longer, by chance: those who were refused together must not come back together. */
  pauseApart(since: number, stepMs: number): Promise<void>
  /** Lets all go. */
  close(): void
}

/** The time from now to a full step, in ms. */
const toStep = (since: number, stepMs: number): number => stepMs - ((performance.now() - since) % stepMs)

/** Real time. */
export function openPauses(): Pauses {
  const closing = new AbortController()
  let held = 0
  async function pause(ms: number): Promise<void> {
    if (held >= heldMax || closing.signal.aborted) return
    held++
    try {
      await sleep(ms, undefined, { signal: closing.signal })
    } catch (error) {
      if (!closing.signal.aborted) throw error
    } finally {
      held--
    }
  }
  return {
    pauseToStep: (since, stepMs) => pause(toStep(since, stepMs)),
    pauseApart: (since, stepMs) => pause(toStep(since, stepMs) + Math.random() * stepMs),
    close: () => closing.abort(),
  }
}

/** No time passes. */
export const noPauses: Pauses = { pauseToStep: async () => {}, pauseApart: async () => {}, close: () => {} }
