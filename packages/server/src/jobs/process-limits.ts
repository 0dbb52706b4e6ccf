import type { ServerResponse } from 'node:http'

/** How many streams of events are open at once: of one workspace or visitor, and in this process. */
const streams = { each: 5, all: 200 }

/** Keys that are not valid, from one client address. A valid key of the same address is not counted. */
const wrongKeys = { max: 30, windowMs: 60_000 }
/** So many addresses are told apart in a minute; all others share one counter. */
const clientsMax = 20_000

/** What is counted in memory, for this process alone: it costs the database nothing, however often it is asked. */
export interface ProcessLimits {
  /**
   * Takes a stream of events until the response closes. Who gets none has the plain reply when the scan is done.
   *
   * @param holder whose it is: a workspace or a visitor
   * @returns whether there was one left
   */
  takeStream(holder: string, response: ServerResponse): boolean
  /** Counts an API key that does not work. @returns the seconds to wait when its client sent too many, else null */
  wrongKey(client: string): number | null
}

/** @param now milliseconds since the epoch, or of any clock that runs on */
export function processLimits(now: () => number): ProcessLimits {
  const open = new Map<string, number>()
  let total = 0
  let windowStart = 0
  const wrong = new Map<string, number>()
  return {
    takeStream(holder, response) {
      const n = open.get(holder) ?? 0
      if (n >= streams.each || total >= streams.all || response.destroyed) return false
      open.set(holder, n + 1)
      total += 1
      response.once('close', () => {
        total -= 1
        const left = (open.get(holder) ?? 1) - 1
        if (left === 0) open.delete(holder)
        else open.set(holder, left)
      })
      return true
    },
    wrongKey(client) {
      const at = now()
      const start = at - (at % wrongKeys.windowMs)
      if (start !== windowStart) wrong.clear()
      windowStart = start
      const counted = wrong.has(client) || wrong.size < clientsMax ? client : ''
      const n = (wrong.get(counted) ?? 0) + 1
      wrong.set(counted, n)
      return n > wrongKeys.max ? Math.ceil((start + wrongKeys.windowMs - at) / 1000) : null
    },
  }
}
