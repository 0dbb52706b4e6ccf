import type { Answer, RecordType, Resolver } from '@waxseal/core/dns'
import { type OpenWorker, openWorker, ThreadEnded, type WorkerOptions } from './open-worker.ts'
import { idleForMs } from './thread-pool.ts'

/** To the thread. */
export type AskingRequest<Job> =
  | { kind: 'job'; id: number; job: Job }
  | { kind: 'answer'; question: number; answer: Answer }

/** A request with its number. The thread says when it has done all that followed of it. */
export interface NumberedRequest<Job> {
  seen: number
  request: AskingRequest<Job>
}

/** From the thread, after its first message. A problem quotes nothing of the job. */
export type AskingReply<Result> =
  | { kind: 'ask'; id: number; question: number; by: string; name: string; type: RecordType }
  | { kind: 'done'; id: number; result: Result }
  | { kind: 'failed'; id: number; problem: string }
  | { kind: 'seen'; seen: number }

/** A job could not be done in its thread. The message quotes nothing of the job. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed'
}

/**
 * A thread whose jobs ask DNS: the questions are sent by this one, which has the sockets. Many jobs are in the thread at
 * once, because each waits for answers most of the time.
 */
export interface AskingThread<Job, Result> {
  /**
   * Does a job with these resolvers, each by its name. It ends when they do: their signal belongs to the caller.
   *
   * @throws ThreadEnded when the thread was busy for longer than the watchdog allows, with this job or another one;
   *   JobFailed
   */
  run(job: Job, resolvers: Readonly<Record<string, Resolver>>): Promise<Result>
  /** Ends the thread; running jobs fail. */
  close(): Promise<void>
}

interface OpenJob<Result> {
  resolvers: Readonly<Record<string, Resolver>>
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Starts the thread at the first job, and ends it after an idle minute, or when it was busy without a pause.
 *
 * @param options.watchdogMs how long it may be busy
 * @param options.idleMs how long it is kept without a job
 */
export function askingThread<Job, Result>({
  watchdogMs = 5_000,
  idleMs = idleForMs,
  ...options
}: Omit<WorkerOptions, 'saysReady'> & { watchdogMs?: number; idleMs?: number }): AskingThread<Job, Result> {
  const jobs = new Map<number, OpenJob<Result>>()
  let current: OpenWorker | null = null
  let idle: NodeJS.Timeout | undefined
  let watch: NodeJS.Timeout | undefined
  let lastId = 0
  let lastSent = 0
  let lastSeen = 0
  let isClosed = false

  function thread(): OpenWorker {
    current ??= openWorker(
      { ...options, saysReady: true },
      { message: message => read(message as AskingReply<Result>), end },
    )
    return current
  }

  function end(cause: unknown): void {
    clearTimeout(watch)
    clearTimeout(idle)
    current = null
    lastSeen = lastSent
    for (const { reject } of jobs.values()) reject(cause)
    jobs.clear()
  }

  function send(to: OpenWorker, request: AskingRequest<Job>): void {
    if (to !== current) return
    if (lastSeen === lastSent) watchAgain()
    lastSent += 1
    to.worker.postMessage({ seen: lastSent, request } satisfies NumberedRequest<Job>, [])
  }

  function watchAgain(): void {
    clearTimeout(watch)
    watch = setTimeout(() => current?.end(new ThreadEnded(`no answer after ${watchdogMs / 1_000} s`)), watchdogMs)
  }

  function read(reply: AskingReply<Result>): void {
    if (reply.kind === 'seen') {
      lastSeen = reply.seen
      if (lastSeen === lastSent) clearTimeout(watch)
      else watchAgain()
      return
    }
    const job = jobs.get(reply.id)
    if (job === undefined) return
    if (reply.kind === 'ask') return void answer(job, reply)
    jobs.delete(reply.id)
    if (reply.kind === 'done') job.resolve(reply.result)
    else job.reject(new JobFailed(reply.problem))
    if (jobs.size > 0) return
    current?.worker.unref()
    idle = setTimeout(() => current?.end(new ThreadEnded('idle')), idleMs).unref()
  }

  async function answer(
    { resolvers }: OpenJob<Result>,
    { question, by, name, type }: Extract<AskingReply<Result>, { kind: 'ask' }>,
  ): Promise<void> {
    const asked = current
    const resolver = resolvers[by]
    if (asked === null || resolver === undefined) return
    send(asked, { kind: 'answer', question, answer: await resolver.query(name, type) })
  }

  return {
    async run(job, resolvers) {
      if (isClosed) throw new ThreadEnded('the server is stopping')
      clearTimeout(idle)
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      // It may reject before the caller waits for it.
      promise.catch(() => {})
      lastId += 1
      const id = lastId
      jobs.set(id, { resolvers, resolve, reject })
      const to = thread()
      to.worker.ref()
      await to.loaded
      send(to, { kind: 'job', id, job })
      return await promise
    },
    async close() {
      isClosed = true
      const { worker } = current ?? {}
      current?.end(new ThreadEnded('the server is stopping'))
      await worker?.terminate()
    },
  }
}
