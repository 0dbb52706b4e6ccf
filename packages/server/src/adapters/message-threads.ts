import { Worker } from 'node:worker_threads'
import type { HeaderAnalysis } from '@waxseal/core/headers'
import { whenAborted } from '../jobs/abort.ts'
import { fairPlaces } from '../jobs/fair-places.ts'

/** From the thread. */
export interface ThreadReply {
  analysis: HeaderAnalysis
  hasBody: boolean
}

/** Limits, for tests. */
interface Limits {
  /** 1 MB of hostile headers takes some 0.4 s. */
  watchdogMs?: number
  /** A thread without work ends after this time. */
  idleMs?: number
  waitingMax?: number
  /** The module that runs in the thread. */
  module?: URL
}

/** Analyzes messages that strangers write, in a thread of its own: none of them holds up a page. */
export interface MessageThreads {
  /**
   * @param holder whose message it is: one of each is analyzed in turn, and when the queue is full the one who has most in it
   *   is refused
   * @throws PlacesFull; the signal's reason; an Error when the analysis failed or took too long
   */
  analyze(bytes: Uint8Array, holder: string, signal: AbortSignal): Promise<ThreadReply>
  close(): Promise<void>
}

/** Starts no thread before the first message. */
export function messageThreads({
  watchdogMs = 5_000,
  idleMs = 60_000,
  waitingMax = 64,
  module = new URL('./message-thread.ts', import.meta.url),
}: Limits = {}): MessageThreads {
  const places = fairPlaces({ places: 1, eachMax: 1, waitingMax })
  let current: { worker: Worker; ready: Promise<unknown> } | null = null
  let idle: ReturnType<typeof setTimeout> | undefined

  /** Resolves when the thread can work: its start is not the message's. */
  function thread(): { worker: Worker; ready: Promise<unknown> } {
    if (current !== null) return current
    const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    const ready = new Promise((resolve, reject) => {
      worker.once('message', resolve).once('error', reject).once('exit', reject)
    })
    current = { worker, ready }
    worker.on('exit', () => {
      if (current?.worker === worker) current = null
    })
    // Who waits for it hears of it; an error of a thread without work has no other listener.
    ready.catch(() => {})
    worker.on('error', () => {})
    return current
  }

  function end(): void {
    void current?.worker.terminate()
    current = null
  }

  async function work(bytes: Uint8Array): Promise<ThreadReply> {
    clearTimeout(idle)
    const { worker, ready } = thread()
    worker.ref()
    const { promise, resolve, reject } = Promise.withResolvers<ThreadReply>()
    const failed = (cause: unknown) => reject(new Error('a message could not be analyzed', { cause }))
    const exited = () => failed('the thread ended')
    let watchdog: ReturnType<typeof setTimeout> | undefined
    try {
      await ready
      worker.once('message', resolve).once('error', failed).once('exit', exited)
      watchdog = setTimeout(() => failed('it took too long'), watchdogMs)
      worker.postMessage(bytes, [])
      return await promise
    } catch (cause) {
      if (current?.worker === worker) end()
      throw cause
    } finally {
      clearTimeout(watchdog)
      worker.off('message', resolve).off('error', failed).off('exit', exited)
      worker.unref()
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return {
    async analyze(bytes, holder, signal) {
      const leave = await places.take(holder, { signal })
      // Who goes away leaves the thread to end this message: to start another one takes longer.
      const done = work(bytes).finally(leave)
      return await Promise.race([done, whenAborted(signal)])
    },
    async close() {
      clearTimeout(idle)
      await current?.worker.terminate()
    },
  }
}
