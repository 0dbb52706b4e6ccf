import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import { type DomainReport, type HeaderReport, ReportFailed, type ReportRequest } from '../ports.ts'
import { ThreadEnded } from '../threads/open-worker.ts'
import { startThread } from '../threads/thread.ts'
import { threadPool } from '../threads/thread-pool.ts'
import { limitTime, type TimeLimits } from './time-limit.ts'

/** A report to be made. */
export type Report = { kind: 'headers'; content: HeaderReport } | { kind: 'domain'; content: DomainReport }

/** What a thread is started with. */
export interface ThreadSettings {
  /** A font of the system (`installedFont`). */
  font: string | null
}

/** To the thread: it has one at a time. */
export interface ThreadRequest {
  report: Report
  /** Shows everything but ASCII as code points. */
  escaped: boolean
}

/** From the thread. A problem quotes nothing of the report. */
export type ThreadReply =
  | { kind: 'done'; file: Uint8Array<ArrayBuffer> }
  | { kind: 'failed'; problem: string }
  /** The font of the system cannot be read. Reports are made without it. */
  | { kind: 'no-font'; problem: string }

/** Makes reports in threads of their own: the fonts take more time than an event loop has. */
export interface ReportThreads {
  /**
   * Makes a report. When that fails, it is made once more with everything but ASCII as code points: a rare sequence of
   * characters can fail in a font, or need too much memory or time.
   *
   * @param request.workspaceId one report of a workspace is made at a time, and one more may wait
   * @param request.signal ends the work on it
   * @throws ReportFailed
   */
  render(report: Report, request: ReportRequest): Promise<Uint8Array>
  /** Ends the threads; reports that are not finished fail. */
  close(): Promise<void>
}

/** Limits, for tests. */
export interface ThreadLimits extends Partial<TimeLimits> {
  /** Threads at once. */
  threads?: number
  /** Reports that may wait for a thread. */
  waiting?: number
  /** A thread without work ends after this time and gives its memory back. */
  idleMs?: number
  /** The heap of a thread in megabytes. */
  heapMb?: number
  /** A font of the system for what the shipped ones lack; null: none. */
  font?: string | null
  /** The module that runs in a thread. */
  module?: URL
}

interface Task {
  report: Report
  workspaceId: string
  signal: AbortSignal
  /** Why the first try failed; null: this is the first. */
  problem: string | null
  resolve: (file: Uint8Array) => void
  reject: (error: ReportFailed) => void
}

/** Starts no thread before the first report. */
export function openReportThreads(
  log: Pick<Logger, 'warn'>,
  {
    threads: most = 2,
    waiting: mostWaiting = 16,
    processorMs = 5_000,
    longestMs = 120_000,
    idleMs,
    heapMb = 256,
    font = null,
    module = new URL('./report-thread.ts', import.meta.url),
  }: ThreadLimits = {},
): ReportThreads {
  const pool = threadPool<ThreadRequest, Exclude<ThreadReply, { kind: 'no-font' }>>({
    most,
    ...(idleMs !== undefined && { idleMs }),
    start: () =>
      startThread({
        module,
        workerData: { font } satisfies ThreadSettings,
        resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
        watch: (worker, late) => limitTime(worker, { processorMs, longestMs }, late),
        takesNotice: message => takesNotice(message as ThreadReply),
      }),
  })
  const queue: Task[] = []
  const running = new Set<Task>()
  let isClosed = false

  function takesNotice(reply: ThreadReply): boolean {
    if (reply.kind !== 'no-font') return false
    log.warn({ problem: reply.problem, font }, 'PDF reports show code points for what the shipped fonts lack')
    return true
  }

  /** The second try comes first in the queue: it has waited for its turn already. */
  function failed(task: Task, problem: string): void {
    if (isClosed) task.reject(new ReportFailed('closed', problem))
    else if (task.problem === null) {
      task.problem = problem
      queue.unshift(task)
    } else {
      log.warn({ problem, first: task.problem }, 'a report could not be made')
      task.reject(new ReportFailed('failed', problem))
    }
  }

  function done(task: Task, file: Uint8Array): void {
    const { problem } = task
    if (problem !== null) log.warn({ problem }, 'a report shows code points, because its text could not be set')
    task.resolve(file)
  }

  async function work(task: Task): Promise<void> {
    const { report, problem, signal } = task
    running.add(task)
    try {
      const reply = await pool.run({ report, escaped: problem !== null }, signal)
      running.delete(task)
      if (reply.kind === 'done') done(task, reply.file)
      else failed(task, reply.problem)
    } catch (error) {
      running.delete(task)
      if (!signal.aborted) failed(task, error instanceof ThreadEnded ? error.message : 'the thread failed')
    }
    startNext()
  }

  function startNext(): void {
    // A closed pool has no room.
    while (pool.hasRoom()) {
      const held = new Set(Array.from(running, ({ workspaceId }) => workspaceId))
      const next = queue.findIndex(({ workspaceId }) => !held.has(workspaceId))
      const [task] = next === -1 ? [] : queue.splice(next, 1)
      if (task === undefined) return
      void work(task)
    }
  }

  function enter(task: Task): void {
    if (isClosed) return task.reject(new ReportFailed('closed', 'the server is stopping'))
    if (queue.some(({ workspaceId }) => workspaceId === task.workspaceId))
      return task.reject(new ReportFailed('busy', 'a report of this workspace is waiting'))
    queue.push(task)
    startNext()
    if (queue.length <= mostWaiting) return
    queue.pop()
    task.reject(new ReportFailed('busy', 'too many reports are waiting'))
  }

  /** Its caller no longer waits for it. One that is being made ends with its thread. */
  function drop(task: Task): void {
    task.reject(new ReportFailed('closed', 'the caller has gone'))
    const waiting = queue.indexOf(task)
    if (waiting !== -1) queue.splice(waiting, 1)
  }

  return {
    render(report, { workspaceId, signal }) {
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
      const task: Task = { report, workspaceId, signal, problem: null, resolve, reject }
      const leave = () => drop(task)
      signal.addEventListener('abort', leave)
      if (signal.aborted) leave()
      else enter(task)
      return promise.finally(() => signal.removeEventListener('abort', leave))
    },
    async close() {
      isClosed = true
      for (const { reject } of queue.splice(0)) reject(new ReportFailed('closed', 'the server is stopping'))
      await pool.close()
    },
  }
}

/** Of Debian's package `fonts-droid-fallback`: Chinese and Japanese. What npm has of them is ten times as large. */
const droidFallback = '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf'

/** The font of the system that reports use where it is installed; null: it is not. */
export function installedFont(): string | null {
  return existsSync(droidFallback) ? droidFallback : null
}
