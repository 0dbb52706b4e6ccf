import type { Thread } from './thread.ts'

/** How long a thread without work is kept, in milliseconds. */
export const idleForMs = 60_000

/**
 * A few threads that do the same kind of job. Each starts when it is first needed, and ends after an idle minute. Whose turn
 * it is is decided outside: a pool has no queue.
 */
export interface ThreadPool<Job, Reply> {
  /** Whether a thread is free, or may be started. */
  hasRoom(): boolean
  /**
   * Does a job. Call it only when there is room. When it fails, the thread has ended, and the next job gets another one.
   *
   * @throws ThreadEnded; the signal's reason
   */
  run(job: Job, signal?: AbortSignal): Promise<Reply>
  /** Ends all threads; running jobs fail. */
  close(): Promise<void>
}

/**
 * @param options.most the number of threads
 * @param options.idleMs how long a thread without work is kept
 * @param options.start starts one
 */
export function threadPool<Job, Reply>({
  most,
  idleMs = idleForMs,
  start,
}: {
  most: number
  idleMs?: number
  start: () => Thread<Job, Reply>
}): ThreadPool<Job, Reply> {
  const idle = new Map<Thread<Job, Reply>, NodeJS.Timeout>()
  const busy = new Set<Thread<Job, Reply>>()
  let isClosed = false

  function take(): Thread<Job, Reply> {
    for (const [thread, timer] of idle) {
      clearTimeout(timer)
      idle.delete(thread)
      if (!thread.hasEnded) return thread
    }
    return start()
  }

  function rest(thread: Thread<Job, Reply>): void {
    if (isClosed) return
    const end = () => {
      idle.delete(thread)
      void thread.close()
    }
    idle.set(thread, setTimeout(end, idleMs).unref())
  }

  return {
    hasRoom: () => !isClosed && (idle.size > 0 || busy.size < most),
    async run(job, signal) {
      const thread = take()
      busy.add(thread)
      try {
        const reply = await thread.do(job, signal)
        busy.delete(thread)
        rest(thread)
        return reply
      } catch (error) {
        busy.delete(thread)
        throw error
      }
    },
    async close() {
      isClosed = true
      for (const timer of idle.values()) clearTimeout(timer)
      await Promise.all([...idle.keys(), ...busy].map(thread => thread.close()))
      idle.clear()
    },
  }
}
