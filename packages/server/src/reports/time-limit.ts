import type { Worker } from 'node:worker_threads'

/** How long a thread may work on one report, in milliseconds. */
export interface TimeLimits {
  /** Of a processor. On a busy machine the thread waits for one, and that is no fault of the report. */
  processorMs: number
  /** In all: also a thread that does nothing is ended. */
  longestMs: number
}

/** Between two looks at a thread, at least. */
const pauseMs = 100

/**
 * Watches a thread from now on.
 *
 * @param late is called once, with the reason, when a limit is over
 * @returns ends the watch
 */
export function limitTime(
  worker: Worker,
  { processorMs, longestMs }: TimeLimits,
  late: (problem: string) => void,
): () => void {
  const started = performance.now()
  const before = processorTime(worker)
  let isOver = false
  const end = setTimeout(() => over(`no report after ${longestMs / 1_000} s`), longestMs)
  // It cannot have used up its time before.
  let next = setTimeout(() => void look(), processorMs)
  const stop = (): void => {
    isOver = true
    clearTimeout(end)
    clearTimeout(next)
  }
  function over(problem: string): void {
    stop()
    late(problem)
  }
  async function look(): Promise<void> {
    const [earlier, now] = await Promise.all([before, processorTime(worker)])
    if (isOver) return
    // Without an answer, the time that has passed counts.
    const used = now === null ? performance.now() - started : now - (earlier ?? 0)
    if (used >= processorMs) return over(`no report after ${processorMs / 1_000} s of a processor`)
    next = setTimeout(() => void look(), Math.max(pauseMs, processorMs - used))
  }
  return stop
}

/** What the thread has used of a processor, also while it is busy; null: it is not ready, or Node is older than 24.6. */
async function processorTime(worker: Worker): Promise<number | null> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1_000
  } catch {
    return null
  }
}
