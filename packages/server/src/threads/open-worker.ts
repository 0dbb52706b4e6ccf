import { type ResourceLimits, Worker } from 'node:worker_threads'

/** The thread of a job ended before the job was done. The message quotes nothing of the job. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
}

/** What a thread is started with. */
export interface WorkerOptions {
  /** The module that runs in it. */
  module: URL
  workerData?: unknown
  resourceLimits?: ResourceLimits
  /** Its first message says that its modules are loaded, which takes a moment that is no job's. */
  saysReady?: boolean
}

/** A started thread. It does not hold up the process; who gives it work calls `worker.ref()`. */
export interface OpenWorker {
  worker: Worker
  /** Resolves when its modules are loaded; rejects when it ended before. */
  loaded: Promise<void>
  /** Why it has ended; null: it runs. */
  readonly failure: { cause: unknown } | null
  /** Ends it for this reason, if it has not ended already. */
  end(cause: unknown): void
}

/**
 * Starts a thread.
 *
 * @param on.message told each message but that it is ready
 * @param on.end told once why it ended: a fault, the limit of memory, or who called `end`
 */
export function openWorker(
  { module, workerData, resourceLimits, saysReady = false }: WorkerOptions,
  on: { message: (message: unknown) => void; end: (cause: unknown) => void },
): OpenWorker {
  const worker = new Worker(module, { workerData, ...(resourceLimits && { resourceLimits }) })
  const loaded = Promise.withResolvers<void>()
  // Who waits for it hears of it.
  loaded.promise.catch(() => {})
  let isLoaded = !saysReady
  if (isLoaded) loaded.resolve()
  let failure: { cause: unknown } | null = null

  function end(cause: unknown): void {
    if (failure !== null) return
    failure = { cause }
    loaded.reject(cause)
    void worker.terminate()
    on.end(cause)
  }
  worker.on('message', message => {
    if (isLoaded) return on.message(message)
    isLoaded = true
    loaded.resolve()
  })
  // The message of an error may quote the job.
  worker.on('error', (error: NodeJS.ErrnoException) =>
    end(new ThreadEnded(`the thread failed: ${error.code ?? error.name}`)),
  )
  worker.on('exit', code => end(new ThreadEnded(`the thread ended (${code})`)))
  worker.unref()
  return {
    worker,
    loaded: loaded.promise,
    get failure() {
      return failure
    },
    end,
  }
}
