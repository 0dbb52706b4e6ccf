/**
 * npm passes Ctrl-C on to a process that the terminal has told already: a signal so soon after the first is the same
 * one, and must not end the process in the middle of its stopping.
 */
const sameSignalMs = 1000

/** Fires when this process is told to end (SIGINT, SIGTERM). Told once more after that, it ends on the spot with 1. */
export function stopSignal(): AbortSignal {
  const told = new AbortController()
  let toldAt = 0
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (!told.signal.aborted) {
        toldAt = performance.now()
        told.abort()
      } else if (performance.now() - toldAt > sameSignalMs) process.exit(1)
    })
  }
  return told.signal
}
