import { afterEach, describe, expect, it, vi } from 'vitest'
import { replyTo } from '../testing/header-reply.ts'
import { mixedHeader } from './mixed-scripts.fixture.ts'
import { readPdf } from './read-pdf.fixture.ts'
import {
  installedFont,
  openReportThreads,
  type Report,
  type ReportThreads,
  type ThreadLimits,
} from './report-threads.ts'

/** A thread that does what its report says, or does it `once` and then makes the report with code points. */
const obedient = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', ({ report, escaped }) => {
    const [content, isOnce] = report.content.split(' ')
    if (escaped && isOnce) return parentPort.postMessage({ kind: 'done', file: new Uint8Array([threadId]) })
    if (content === 'hang') for (;;);
    if (content === 'die') process.exit(3)
    if (content === 'throw') throw new Error('a secret subject')
    if (content === 'eat') for (const eaten = [];;) eaten.push(new Array(1e5).fill({}))
    if (content === 'fail') return parentPort.postMessage({ kind: 'failed', problem: 'RangeError' })
    if (content === 'silence') return
    if (content === 'wait') return setTimeout(() => parentPort.postMessage({ kind: 'done', file: new Uint8Array([threadId]) }), 1_000)
    parentPort.postMessage({ kind: 'done', file: new Uint8Array([threadId]) })
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

const staying = new AbortController().signal
let workspaces = 0

/** The number of the thread that made the report, or why there is none. By default each is for another workspace. */
const made = (content: string, { of = `w${++workspaces}`, signal = staying } = {}) =>
  threads.render({ kind: 'headers', content } as unknown as Report, { workspaceId: of, signal }).then(
    ([thread]) => thread,
    (error: { reason: string; message: string }) => `${error.reason}: ${error.message}`,
  )
const madeAll = (...contents: string[]) => Promise.all(contents.map(content => made(content)))

describe('the threads', () => {
  it('make a real report of an analysis', async () => {
    threads = openReportThreads(log)
    const analysis = replyTo('Subject: Hello\nFrom: a@example.com')
    const file = await threads.render(
      { kind: 'headers', content: { analysis, exportedAt: '2026-11-25T10:05:00Z' } },
      { workspaceId: 'w', signal: staying },
    )
    expect(Buffer.from(file).toString('latin1', 0, 8)).toBe('%PDF-1.7')
  })

  it('make the report of a message whose font changes at each letter, in the first try', {
    timeout: 60_000,
  }, async () => {
    warnings.length = 0
    threads = openReportThreads(log)
    const before = process.cpuUsage()
    const file = await threads.render(
      { kind: 'headers', content: { analysis: replyTo(mixedHeader()), exportedAt: '2026-11-25T10:05:00Z' } },
      { workspaceId: 'w', signal: staying },
    )
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6).toBeLessThan(10)
    expect(Buffer.from(file).toString('latin1', 0, 8)).toBe('%PDF-1.7')
    expect(warnings).toEqual([])
  })

  it.skipIf(installedFont() === null)(
    'show Chinese and Japanese in the font of the system, and their code points without it',
    { timeout: 60_000 },
    async () => {
      const analysis = replyTo('Subject: 日本語の件名 中文\nFrom: a@example.com')
      const content = { analysis, exportedAt: '2026-11-25T10:05:00Z' }
      const textWith = async (font: string | null) => {
        threads = openReportThreads(log, { font })
        const file = await threads.render({ kind: 'headers', content }, { workspaceId: 'w', signal: staying })
        await threads.close()
        return (await readPdf(file)).text
      }
      expect(await textWith(null)).toContain('[U+65E5]')
      const text = await textWith(installedFont())
      expect(text).toContain('日本語の件名 中文')
      expect(text).not.toContain('[U+')
    },
  )

  it('do without a font of the system that cannot be read, and say so in the log', async () => {
    warnings.length = 0
    threads = openReportThreads(log, { font: import.meta.filename })
    const analysis = replyTo('Subject: 日本\nFrom: a@example.com')
    const content = { analysis, exportedAt: '2026-11-25T10:05:00Z' }
    const file = await threads.render({ kind: 'headers', content }, { workspaceId: 'w', signal: staying })
    expect((await readPdf(file)).text).toContain('[U+65E5]')
    expect(warnings).toEqual([
      [
        { problem: expect.stringMatching(/^Error/), font: import.meta.filename },
        'PDF reports show code points for what the shipped fonts lack',
      ],
    ])
  })

  it('are two at most, and the next report uses one that is there', async () => {
    opened()
    const numbers = await madeAll('a', 'b', 'c', 'd', 'e')
    expect(new Set(numbers).size).toBe(2)
    expect(numbers).toContain(await made('f'))
  })

  it.each([
    ['hangs', 'hang', { processorMs: 500 }, 'failed: no report after 0.5 s of a processor'],
    ['answers nothing', 'silence', { longestMs: 3_000 }, 'failed: no report after 3 s'],
    ['dies', 'die', {}, 'failed: the thread ended (3)'],
    ['fails', 'throw', {}, 'failed: the thread failed: Error'],
  ])('replace one that %s', { timeout: 30_000 }, async (_, content, limits, reason) => {
    opened({ threads: 1, ...limits })
    const [failed, next] = await madeAll(content, 'a')
    expect(failed).toBe(reason)
    expect(next).toEqual(expect.any(Number))
    expect(warnings).toHaveLength(1)
    expect(JSON.stringify(warnings)).not.toContain('secret')
  })

  it('may wait for a processor: only the time that they use counts', async () => {
    opened({ threads: 1, processorMs: 500 })
    expect(await made('wait')).toEqual(expect.any(Number))
    expect(warnings).toEqual([])
  })

  it('end at their limit of memory, and the process goes on', async () => {
    opened({ threads: 1, heapMb: 16 })
    expect(await made('eat')).toBe('failed: the thread failed: ERR_WORKER_OUT_OF_MEMORY')
    expect(await made('a')).toEqual(expect.any(Number))
  })

  it.each([
    ['needs too much memory', 'eat once', 'the thread failed: ERR_WORKER_OUT_OF_MEMORY'],
    ['needs too much time', 'hang once', 'no report after 2 s of a processor'],
    ['cannot be set', 'fail once', 'RangeError'],
  ])('make a report once more with code points when its text %s', { timeout: 30_000 }, async (_, content, problem) => {
    opened({ threads: 1, heapMb: 16, processorMs: 2_000 })
    const [first, next] = await madeAll(content, 'a')
    expect(first).toEqual(expect.any(Number))
    expect(next).toBe(first)
    expect(warnings).toEqual([[{ problem }, 'a report shows code points, because its text could not be set']])
  })

  it('go on after a report that cannot be made', async () => {
    opened({ threads: 1 })
    const before = await made('a')
    expect(await made('fail')).toBe('failed: RangeError')
    expect(await made('b')).toBe(before)
  })

  it('let only so many reports wait', async () => {
    opened({ threads: 1, waiting: 2, processorMs: 500 })
    const answers = await madeAll('hang', 'a', 'b', 'c')
    expect(answers).toEqual([
      'failed: no report after 0.5 s of a processor',
      expect.any(Number),
      expect.any(Number),
      'busy: too many reports are waiting',
    ])
  })

  it('make one report of a workspace at a time, and let one more of it wait', async () => {
    opened({ processorMs: 500 })
    const mine = ['hang', 'a', 'b'].map(content => made(content, { of: 'mine' }))
    const others = await madeAll('c', 'd')
    expect(new Set(others).size).toBe(1)
    expect(await Promise.all(mine)).toEqual([
      'failed: no report after 0.5 s of a processor',
      expect.any(Number),
      'busy: a report of this workspace is waiting',
    ])
  })

  it('end a report whose caller has gone, and make the next', async () => {
    opened({ threads: 1 })
    const leaving = new AbortController()
    const running = made('silence', { signal: leaving.signal })
    const next = made('a')
    leaving.abort()
    expect(await running).toBe('closed: the caller has gone')
    expect(await next).toEqual(expect.any(Number))
    expect(warnings).toEqual([])
  })

  it('do not start a report whose caller has gone while it waited', async () => {
    opened({ threads: 1 })
    const [leaving, last] = [new AbortController(), new AbortController()]
    const running = made('silence', { of: 'mine', signal: last.signal })
    const waiting = made('silence', { of: 'mine', signal: leaving.signal })
    leaving.abort()
    expect(await waiting).toBe('closed: the caller has gone')
    const next = made('a', { of: 'mine' })
    last.abort()
    expect(await running).toBe('closed: the caller has gone')
    expect(await next).toEqual(expect.any(Number))
    expect(await made('a', { signal: leaving.signal })).toBe('closed: the caller has gone')
  })

  it('end when there is nothing to do', async () => {
    opened({ threads: 1, idleMs: 20 })
    const first = await made('a')
    await vi.waitFor(async () => expect(await made('b')).not.toBe(first), { interval: 60 })
    expect(warnings).toEqual([])
  })

  it('end with the server, and so do the reports', async () => {
    opened({ threads: 1 })
    const answers = madeAll('silence', 'a')
    await threads.close()
    expect(await answers).toEqual(['closed: the server is stopping', 'closed: the server is stopping'])
    expect(await made('b')).toBe('closed: the server is stopping')
    expect(warnings).toEqual([])
  })
})
