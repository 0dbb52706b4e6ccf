/** Runs work of this thread; rejects when the signal is aborted before its turn. */
export type InTurn = <T>(work: () => T, signal: AbortSignal) => Promise<T>

/**
 * Runs pieces of work of this thread one after another, and lets all waiting events go first between two of them: many
 * expensive requests at once delay every other request by one of them, not by all.
 */
export function inTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work, signal) => {
    const mine = last.then(otherEvents).then(() => {
      signal.throwIfAborted()
      return work()
    })
    last = mine.catch(() => null)
    return mine
  }
}

function otherEvents(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
