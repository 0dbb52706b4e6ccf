import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { type HashJob, type HashReply, openHashThreads } from './hash-threads.ts'
import { type Lane, TooManyWaiting } from './lanes.ts'
import { openPasswordWork } from './password-work.ts'

const stranger: Lane = { kind: 'stranger', key: '198.51/16' }
const right: HashReply = { kind: 'verify', ok: true }
const wrong: HashReply = { kind: 'verify', ok: false }

/** Threads whose jobs end when the test says so. */
function heldThreads(most = 1) {
  const open: { job: HashJob; end: (reply: HashReply) => void; die: () => void }[] = []
  const closed = vi.fn(async () => {})
  const start = vi.fn(() => ({
    do: (job: HashJob) =>
      new Promise<HashReply>((end, reject) => open.push({ job, end, die: () => reject(new Error('it ended')) })),
    hasEnded: false,
    close: closed,
  }))
  return { threads: openHashThreads({ most, start }), open, start, closed }
}

/** All that is due has happened. */
const settled = () => new Promise(resolve => setImmediate(resolve))
const verify = (password: string): HashJob => ({ kind: 'verify', hash: 'a:b', password })
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.name,
  )

afterEach(() => vi.useRealTimers())

it('a real thread makes hashes that the sign-in library reads, and reads those of the library', async () => {
  const work = openPasswordWork(openHashThreads())
  const hash = await work.hash('correct horse battery')
  expect(await verifyPassword({ hash, password: 'correct horse battery' })).toBe(true)
  expect(await work.verify({ hash: await hashPassword('straße 12345'), password: 'straße 12345' })).toBe(true)
  expect(await work.verify({ hash, password: 'correct horse' })).toBe(false)
  await expect(work.verify({ hash: 'none', password: 'x' })).rejects.toThrow('this is no hash of a password')
  await work.close()
})

it('runs as many at once as there are threads, the others wait, and beyond that is refused', async () => {
  const { threads, open, start } = heldThreads(2)
  const asked = Array.from({ length: 20 }, (_, n) => outcome(threads.run(verify(`${n}`), stranger)))
  expect(await Promise.all(asked.slice(18))).toEqual(['TooManyWaiting', 'TooManyWaiting'])
  expect(start).toHaveBeenCalledTimes(2)
  for (let n = 0; n < 18; n++) {
    open[n]?.end(right)
    await settled()
  }
  expect(open.map(({ job }) => Number(job.password))).toEqual([...Array(18).keys()])
  expect(await Promise.all(asked.slice(0, 18))).toEqual(Array(18).fill('done'))
  expect(start).toHaveBeenCalledTimes(2)
})

it('a thread that ends loses its own job alone', async () => {
  const { threads, open, start } = heldThreads()
  const [first, second] = [outcome(threads.run(verify('1'), stranger)), threads.run(verify('2'), stranger)]
  open[0]?.die()
  expect(await first).toBe('Error')
  open[1]?.end(right)
  expect(await second).toEqual(right)
  expect(start).toHaveBeenCalledTimes(2)
})

it('a thread without work ends after a minute, and the last one with the server', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { threads, open, closed } = heldThreads()
  const done = threads.run(verify('1'), stranger)
  open[0]?.end(right)
  await done
  vi.advanceTimersByTime(59_000)
  expect(closed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  expect(closed).toHaveBeenCalledTimes(1)
  const [running, waiting] = [outcome(threads.run(verify('2'), stranger)), outcome(threads.run(verify('3'), stranger))]
  const ends = threads.close()
  expect(closed).toHaveBeenCalledTimes(2)
  open[1]?.die()
  await ends
  expect(await Promise.all([running, waiting])).toEqual(['Error', 'Error'])
  expect(await outcome(threads.run(verify('4'), stranger))).toBe('Error')
})

it('a sign-up has its hash before its transaction begins', async () => {
  const { threads, open } = heldThreads()
  const work = openPasswordWork(threads)
  const made = work.during({ lane: stranger, asStranger: null }, async () => {
    await work.prepare('correct horse battery')
    return work.hash('correct horse battery')
  })
  open[0]?.end({ kind: 'hash', hash: 'salt:key' })
  expect(await made).toBe('salt:key')
  expect(open).toHaveLength(1)
})

it('a right password of a known account waits for no stranger, a wrong one is told no sooner than to a stranger', async () => {
  const { threads, open } = heldThreads()
  const work = openPasswordWork(threads)
  const asks = (password: string) =>
    work.during({ lane: { kind: 'account', key: password }, asStranger: stranger }, () =>
      work.verify({ hash: 'a:b', password }),
    )
  const told: string[] = []
  void threads.run(verify('running'), stranger)
  for (const n of [1, 2]) void threads.run(verify(`before ${n}`), stranger)
  const answers = ['right', 'wrong'].map(password => asks(password).then(ok => told.push(`${password} ${ok}`)))
  open[0]?.end(wrong)
  await settled()
  expect(open[1]?.job.password).toBe('right')
  open[1]?.end(right)
  await settled()
  expect(told).toEqual(['right true'])
  for (let n = 2; told.length < 2; n++) {
    const password = open[n]?.job.password
    open[n]?.end(wrong)
    await settled()
    if (told.length === 2) expect(password).toBe('before 2')
  }
  await Promise.all(answers)
  expect(told).toEqual(['right true', 'wrong false'])
})

it('where there is no place for a stranger, a wrong password of a known account has none either', async () => {
  const { threads, open } = heldThreads()
  const work = openPasswordWork(threads)
  for (let n = 0; n < 17; n++) threads.run(verify(`${n}`), stranger).catch(() => {})
  const account = { lane: { kind: 'account', key: 'alex' }, asStranger: stranger } as const
  const answer = work.during(account, () => work.verify({ hash: 'a:b', password: 'x' }))
  open[0]?.end(wrong)
  await settled()
  open[1]?.end(wrong)
  await expect(answer).rejects.toThrow(TooManyWaiting)
})
