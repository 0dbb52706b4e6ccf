import type { Logger } from 'pino'
import type { ClockWatch } from './clock-watch.ts'

/** Work that repeats at an interval. Two processes may do it at the same time, so it must be harmless twice. */
export interface PeriodicTask {
  name: string
  everyMs: number
  /**
   * It deletes what is too old, and what it deletes is gone for good. So it runs only while the clock is believed
   * (`clock-watch.ts`), with the time that was.
   */
  deletesByAge?: true
  /** `stopping` is aborted when the process stops: the task then ends soon. */
  run(now: Date, stopping: AbortSignal): Promise<void>
}

/** Runs each task at once and then at its interval, never twice at a time. A failure is logged, and the task goes on. */
export function startPeriodic(
  tasks: readonly PeriodicTask[],
  { now, log, clockWatch }: { now: () => Date; log: Logger; clockWatch: Pick<ClockWatch, 'timeToDelete'> },
): { stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  const runOnce = async (task: PeriodicTask): Promise<void> => {
    const at = task.deletesByAge ? await clockWatch.timeToDelete() : now()
    if (at !== null) await task.run(at, stopping.signal)
  }

  const start = (task: PeriodicTask): void => {
    if (running.has(task.name)) return
    const run = runOnce(task)
      .catch((cause: unknown) => log.error({ err: cause, task: task.name }, 'a periodic task failed'))
      .finally(() => running.delete(task.name))
    running.set(task.name, run)
  }

  const timers = tasks.map(task => {
    start(task)
    return setInterval(start, task.everyMs, task).unref()
  })

  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      stopping.abort(new Error('the process is stopping'))
      await Promise.all(running.values())
    },
  }
}
