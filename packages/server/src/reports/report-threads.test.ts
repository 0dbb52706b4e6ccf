import { afterEach, describe, expect, it, vi } from 'vitest'
import { replyTo } from '../testing/header-reply.ts'
import { openReportThreads, type Report, type ReportThreads, type ThreadLimits } from './report-threads.ts'

/** A thread that does what its report says. */
const obedient = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', ({ id, report: { content } }) => {
    if (content === 'hang') for (;;);
    if (content === 'die') process.exit(3)
    if (content === 'throw') throw new Error('a secret subject')
    if (content === 'eat') for (const eaten = [];;) eaten.push(new Array(1e5).fill({}))
    if (content === 'fail') return parentPort.postMessage({ kind: 'failed', id, problem: 'RangeError' })
    if (content === 'silence') return
    parentPort.postMessage({ kind: 'done', id, file: new Uint8Array([threadId]), problem: null })
  })`)}`,
)

let threads: ReportThreads
const warnings: unknown[] = []
const log = { warn: (...details: unknown[]) => void warnings.push(details) }
const opened = (limits: ThreadLimits = {}) => {
  warnings.length = 0
  threads = openReportThreads(log, { module: obedient, ...limits })
  return threads
}
afterEach(() => threads.close())

/** The number of the thread that made the report, or why there is none. */
const made = async (content: string) => {
  const report = { kind: 'headers', content } as unknown as Report
  return threads.render(report).then(
    ([thread]) => thread,
    (error: { reason: string; message: string }) => `${error.reason}: ${error.message}`,
  )
}

describe('the threads', () => {
  it('make a real report of an analysis', async () => {
    threads = openReportThreads(log)
    const analysis = replyTo('Subject: Hello\nFrom: a@example.com')
    const file = await threads.render({ kind: 'headers', content: { analysis, exportedAt: '2026-11-25T10:05:00Z' } })
    expect(Buffer.from(file).toString('latin1', 0, 8)).toBe('%PDF-1.7')
  })

  it('are two at most, and the next report uses one that is there', async () => {
    opened()
    const numbers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(made))
    expect(new Set(numbers).size).toBe(2)
    expect(numbers).toContain(await made('f'))
  })

  it.each([
    ['hangs', 'hang', 'failed: no report after 2 s'],
    ['answers nothing', 'silence', 'failed: no report after 2 s'],
    ['dies', 'die', 'failed: the thread ended (3)'],
    ['fails', 'throw', 'failed: the thread failed: Error'],
  ])('replace one that %s', async (_, content, reason) => {
    opened({ threads: 1, renderMs: 2_000 })
    const [failed, next] = await Promise.all([made(content), made('a')])
    expect(failed).toBe(reason)
    expect(next).toEqual(expect.any(Number))
    expect(warnings).toHaveLength(1)
    expect(JSON.stringify(warnings)).not.toContain('secret')
  })

  it('end at their limit of memory, and the process goes on', async () => {
    opened({ threads: 1, heapMb: 16 })
    expect(await made('eat')).toBe('failed: the thread failed: ERR_WORKER_OUT_OF_MEMORY')
    expect(await made('a')).toEqual(expect.any(Number))
  })

  it('go on after a report that cannot be made', async () => {
    opened({ threads: 1 })
    const before = await made('a')
    expect(await made('fail')).toBe('failed: RangeError')
    expect(await made('b')).toBe(before)
  })

  it('let only so many reports wait', async () => {
    opened({ threads: 1, waiting: 2, renderMs: 2_000 })
    const answers = await Promise.all(['hang', 'a', 'b', 'c'].map(made))
    expect(answers).toEqual([
      'failed: no report after 2 s',
      expect.any(Number),
      expect.any(Number),
      'busy: too many reports are waiting',
    ])
  })

  it('end when there is nothing to do', async () => {
    opened({ threads: 1, idleMs: 20 })
    const first = await made('a')
    await vi.waitFor(async () => expect(await made('b')).not.toBe(first), { interval: 60 })
    expect(warnings).toEqual([])
  })

  it('end with the server, and so do the reports', async () => {
    opened({ threads: 1 })
    const answers = Promise.all(['silence', 'a'].map(made))
    await threads.close()
    expect(await answers).toEqual(['closed: the server is stopping', 'closed: the server is stopping'])
    expect(await made('b')).toBe('closed: the server is stopping')
    expect(warnings).toEqual([])
  })
})
