import { type Resolver, zoneResolver } from '@waxseal/core/dns'
import { afterEach, expect, it, vi } from 'vitest'
import { type AskingThread, askingThread } from './asking-thread.ts'

/** A thread whose jobs are names: it asks for the TXT record of each, or does what the name says. */
const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { threadId } from 'node:worker_threads'
  import { doAskedJobs } from '${new URL('./asked-jobs.ts', import.meta.url).href}'
  doAskedJobs(async (job, resolver) => {
    if (job === 'thread') return threadId
    if (job === 'hang') for (;;);
    if (job === 'die') process.exit(3)
    if (job === 'throw') throw new RangeError('a secret name')
    const first = await resolver('first').query(job, 'TXT')
    return [first.kind, (await resolver('second').query(job, 'TXT')).kind]
  })`)}`,
)

let thread: AskingThread<string, unknown>
const opened = (options: { watchdogMs?: number; idleMs?: number } = {}) => {
  thread = askingThread<string, unknown>({ module, ...options })
  return thread
}
afterEach(() => thread.close())

const first = zoneResolver({ 'a.example': { TXT: ['x'] } })
const second = zoneResolver({ 'a.example': {} })
const run = (job: string, resolvers: Record<string, Resolver> = { first, second }) =>
  thread.run(job, resolvers).catch((error: Error) => `${error.name}: ${error.message}`)

it('asks the resolvers of each job, also while others wait for their answers', async () => {
  opened()
  const open = Promise.withResolvers<void>()
  const slow: Resolver = {
    async query(name, type) {
      await open.promise
      return first.query(name, type)
    },
  }
  const waiting = run('a.example', { first: slow, second })
  expect(await Promise.all([run('a.example'), run('b.example')])).toEqual([
    ['records', 'no-data'],
    ['no-such-name', 'no-such-name'],
  ])
  open.resolve()
  expect(await waiting).toEqual(['records', 'no-data'])
})

it('waits for answers without end, and gives up a thread that is busy: with all its jobs, and another one follows', async () => {
  opened({ watchdogMs: 300 })
  const never: Resolver = { query: () => new Promise(() => {}) }
  const waiting = run('a.example', { first: never, second })
  const before = await run('thread')
  expect(await run('hang')).toBe('ThreadEnded: no answer after 0.3 s')
  expect(await waiting).toBe('ThreadEnded: no answer after 0.3 s')
  expect(await run('thread')).not.toBe(before)
})

it('says nothing of a job whose code throws, and goes on; a thread that ends fails its jobs', async () => {
  opened()
  expect(await run('throw')).toBe('JobFailed: RangeError')
  expect(await run('die')).toBe('ThreadEnded: the thread ended (3)')
  expect(await run('a.example')).toEqual(['records', 'no-data'])
})

it('ends when there is nothing to do, and with the server', async () => {
  opened({ idleMs: 20 })
  const before = await run('thread')
  await vi.waitFor(async () => expect(await run('thread')).not.toBe(before), { interval: 60 })
  const waiting = run('a.example', { first: { query: () => new Promise(() => {}) }, second })
  await thread.close()
  expect(await waiting).toBe('ThreadEnded: the server is stopping')
  expect(await run('thread')).toBe('ThreadEnded: the server is stopping')
})
