import { expect, it } from 'vitest'
import { startThread, watchdog } from './thread.ts'
import { threadPool } from './thread-pool.ts'

/** A thread that says its number, or does what the job says. */
const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.postMessage('ready')
  parentPort.on('message', job => {
    if (job === 'hang') for (;;);
    if (job === 'die later') setTimeout(() => process.exit(4), 1)
    parentPort.postMessage(threadId)
  })`)}`,
)

const opened = (most: number) =>
  threadPool<string, number>({
    most,
    start: () => startThread<string, number>({ module, saysReady: true, watch: watchdog(200) }),
  })

it('a thread does one job at a time, and there is room for as many jobs as threads', async () => {
  const pool = opened(2)
  const both = [pool.run('a'), pool.run('b')]
  expect(pool.hasRoom()).toBe(false)
  const numbers = await Promise.all(both)
  expect(new Set(numbers).size).toBe(2)
  expect(pool.hasRoom()).toBe(true)
  expect(numbers).toContain(await pool.run('c'))
  await pool.close()
  expect(pool.hasRoom()).toBe(false)
})

it('one that is too long with a job is ended, and so is one whose caller goes away; the next job gets another', async () => {
  const pool = opened(1)
  await expect(pool.run('hang')).rejects.toThrow('no answer after 0.2 s')
  const leaving = new AbortController()
  const left = pool.run('hang', leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(await pool.run('a')).toEqual(expect.any(Number))
  await pool.close()
})

it('one that ends while it has no work gets no job', async () => {
  const threads: ReturnType<typeof startThread<string, number>>[] = []
  const pool = threadPool<string, number>({
    most: 1,
    start: () => {
      const thread = startThread<string, number>({ module, saysReady: true })
      threads.push(thread)
      return thread
    },
  })
  const first = await pool.run('die later')
  await expect.poll(() => threads[0]?.hasEnded).toBe(true)
  expect(await pool.run('a')).not.toBe(first)
  await pool.close()
})
