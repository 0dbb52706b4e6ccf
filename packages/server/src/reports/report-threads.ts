import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { type HeaderReport, ReportFailed } from '../ports.ts'

/** A report to be made. */
export interface Report {
  kind: 'headers'
  content: HeaderReport
}

export interface ThreadRequest {
  id: number
  report: Report
}

/** From the thread. `problem` of a finished report: why its first try failed. */
export type ThreadReply =
  | { kind: 'done'; id: number; file: Uint8Array<ArrayBuffer>; problem: string | null }
  | { kind: 'failed'; id: number; problem: string }

/** Makes reports in threads of their own: the fonts take more time than an event loop has. */
export interface ReportThreads {
  /** @throws ReportFailed */
  render(report: Report): Promise<Uint8Array>
  /** Ends the threads; reports that are not finished fail. */
  close(): Promise<void>
}

/** Limits, for tests. */
export interface ThreadLimits {
  /** Threads at once. */
  threads?: number
  /** Reports that may wait for a thread. */
  waiting?: number
  /** The time for one report, from its start in a thread. */
  renderMs?: number
  /** A thread without work ends after this time and gives its memory back. */
  idleMs?: number
  /** The heap of a thread in megabytes. */
  heapMb?: number
  /** The module that runs in a thread. */
  module?: URL
}

interface Task {
  report: Report
  resolve: (file: Uint8Array) => void
  reject: (error: ReportFailed) => void
}

interface Thread {
  worker: Worker
  task: Task | null
  /** Of the running report, or of an idle thread. */
  timer: NodeJS.Timeout | null
}

/** Starts no thread before the first report. */
export function openReportThreads(
  log: Pick<Logger, 'warn'>,
  {
    threads: most = 2,
    waiting: mostWaiting = 16,
    renderMs = 20_000,
    idleMs = 60_000,
    heapMb = 256,
    module = new URL('./report-thread.ts', import.meta.url),
  }: ThreadLimits = {},
): ReportThreads {
  const threads = new Set<Thread>()
  const queue: Task[] = []
  let requests = 0
  let isClosed = false

  function end(thread: Thread, problem: string): Promise<number> {
    threads.delete(thread)
    if (thread.timer !== null) clearTimeout(thread.timer)
    const { task } = thread
    thread.task = null
    task?.reject(new ReportFailed(isClosed ? 'closed' : 'failed', problem))
    if (task !== null && !isClosed) log.warn({ problem }, 'a report could not be made')
    startNext()
    return thread.worker.terminate()
  }

  function open(): Thread {
    const worker = new Worker(module, {
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    })
    const thread: Thread = { worker, task: null, timer: null }
    threads.add(thread)
    worker.on('message', (reply: ThreadReply) => {
      const { task } = thread
      if (task === null) return
      if (reply.kind === 'failed') log.warn({ problem: reply.problem }, 'a report could not be made')
      else if (reply.problem !== null) {
        log.warn({ problem: reply.problem }, 'a report shows code points, because its text could not be set')
      }
      if (reply.kind === 'done') task.resolve(reply.file)
      else task.reject(new ReportFailed('failed', reply.problem))
      rest(thread)
      startNext()
    })
    // The message of an error may quote the report.
    worker.on('error', (error: NodeJS.ErrnoException) => {
      void end(thread, `the thread failed: ${error.code ?? error.name}`)
    })
    worker.on('exit', code => {
      if (threads.has(thread)) void end(thread, `the thread ended (${code})`)
    })
    return thread
  }

  /** A thread without work holds up neither the process nor its memory for long. */
  function rest(thread: Thread): void {
    if (thread.timer !== null) clearTimeout(thread.timer)
    thread.task = null
    thread.worker.unref()
    thread.timer = setTimeout(() => void end(thread, 'idle'), idleMs).unref()
  }

  function startNext(): void {
    if (isClosed) return
    const idle = [...threads].find(({ task }) => task === null)
    if (queue.length === 0 || (idle === undefined && threads.size >= most)) return
    const task = queue.shift()
    if (task === undefined) return
    const thread = idle ?? open()
    if (thread.timer !== null) clearTimeout(thread.timer)
    thread.task = task
    thread.worker.ref()
    thread.timer = setTimeout(() => void end(thread, `no report after ${renderMs / 1_000} s`), renderMs)
    thread.worker.postMessage({ id: ++requests, report: task.report } satisfies ThreadRequest, [])
  }

  return {
    render: report =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new ReportFailed('closed', 'the server is stopping'))
        const isFull = threads.size >= most && [...threads].every(({ task }) => task !== null)
        if (isFull && queue.length >= mostWaiting)
          return reject(new ReportFailed('busy', 'too many reports are waiting'))
        queue.push({ report, resolve, reject })
        startNext()
      }),
    async close() {
      isClosed = true
      for (const { reject } of queue.splice(0)) reject(new ReportFailed('closed', 'the server is stopping'))
      await Promise.all([...threads].map(thread => end(thread, 'the server is stopping')))
    },
  }
}
