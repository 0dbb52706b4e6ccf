/**
 * npm forwards Ctrl-C to a process that also gets it from the terminal. A signal this soon after the first is the same
 * one, and must not kill the process while it stops.
 */
const sameSignalMs = 1000

/** Fires when this process gets SIGINT or SIGTERM. After a second signal it exits at once with 1. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  let toldAt = 0
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (!stop.signal.aborted) {
        toldAt = performance.now()
        stop.abort()
      } else if (performance.now() - toldAt > sameSignalMs) process.exit(1)
    })
  }
  return stop.signal
}
