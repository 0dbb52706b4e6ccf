import type { Worker } from 'node:worker_threads'
import { openWorker, ThreadEnded, type WorkerOptions } from './open-worker.ts'

/** Watches a thread while it has a job. Calls `late` at most once, with the problem. Returns what ends the watch. */
export type Watch = (worker: Worker, late: (problem: string) => void) => () => void

/** How a thread is started and watched. It answers each message with one message. */
export interface ThreadOptions extends WorkerOptions {
  watch?: Watch
  /** Takes a message that answers no job: true. */
  takesNotice?: (message: unknown) => boolean
}

/** A thread of this process. It has one job at a time, and holds up the process only while it has one. */
export interface Thread<Job, Reply> {
  /**
   * Does one job. When it fails, the thread has ended.
   *
   * @param signal ends the job with its thread
   * @throws ThreadEnded; the signal's reason
   */
  do(job: Job, signal?: AbortSignal): Promise<Reply>
  /** It takes no job any more: it failed, also while it had no work. */
  readonly hasEnded: boolean
  close(): Promise<unknown>
}

const nothing = (): void => {}

/** Starts a thread. */
export function startThread<Job, Reply>({
  watch = () => nothing,
  takesNotice = () => false,
  ...options
}: ThreadOptions): Thread<Job, Reply> {
  let open: { resolve: (reply: Reply) => void; reject: (error: unknown) => void } | null = null
  const thread = openWorker(options, {
    message: message => {
      if (takesNotice(message)) return
      open?.resolve(message as Reply)
      open = null
    },
    end: cause => {
      open?.reject(cause)
      open = null
    },
  })
  const { worker } = thread
  return {
    get hasEnded() {
      return thread.failure !== null
    },
    async do(job, signal) {
      if (thread.failure !== null) throw thread.failure.cause
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      // It may reject before the caller waits for it.
      promise.catch(() => {})
      open = { resolve, reject }
      const leave = () => thread.end(signal?.reason)
      signal?.addEventListener('abort', leave)
      if (signal?.aborted) leave()
      worker.ref()
      let unwatch = nothing
      try {
        await thread.loaded
        if (thread.failure === null) {
          unwatch = watch(worker, problem => thread.end(new ThreadEnded(problem)))
          worker.postMessage(job, [])
        }
        return await promise
      } finally {
        unwatch()
        signal?.removeEventListener('abort', leave)
        worker.unref()
      }
    },
    close: () => {
      thread.end(new ThreadEnded('the server is stopping'))
      return worker.terminate()
    },
  }
}

/** Ends a thread that has no answer for a job after so many milliseconds. */
export function watchdog(ms: number): Watch {
  return (_worker, late) => {
    const timer = setTimeout(() => late(`no answer after ${ms / 1_000} s`), ms)
    return () => clearTimeout(timer)
  }
}
