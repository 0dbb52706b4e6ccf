import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silent } from '../testing/silent.ts'
import { startPeriodic } from './periodic.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const now = () => new Date('2026-11-20T09:00:00Z')
const believed = { timeToDelete: async () => now() }

it('runs a task at once and then at its interval, with the current time', async () => {
  const run = vi.fn(async () => {})
  const periodic = startPeriodic([{ name: 'sweep', everyMs: 1_000, run }], { now, log: silent, clockWatch: believed })
  expect(run).toHaveBeenCalledTimes(1)
  expect(run).toHaveBeenCalledWith(now(), expect.any(AbortSignal))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(run).toHaveBeenCalledTimes(3)
  await periodic.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).toHaveBeenCalledTimes(3)
})

it('continues after a failure', async () => {
  const run = vi.fn(() => Promise.reject(new Error('no database')))
  const periodic = startPeriodic([{ name: 'sweep', everyMs: 1_000, run }], { now, log: silent, clockWatch: believed })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run).toHaveBeenCalledTimes(2)
  await periodic.stop()
})

it('runs a task once at a time, and waits for it when stopping', async () => {
  const end = Promise.withResolvers<void>()
  const run = vi.fn(() => end.promise)
  const periodic = startPeriodic([{ name: 'long', everyMs: 1_000, run }], { now, log: silent, clockWatch: believed })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(run).toHaveBeenCalledTimes(1)
  let stopped = false
  const stopping = periodic.stop().then(() => (stopped = true))
  await vi.advanceTimersByTimeAsync(0)
  expect(stopped).toBe(false)
  end.resolve()
  await stopping
  expect(stopped).toBe(true)
})

it('tells a running task that the process stops', async () => {
  const run = vi.fn(
    (_now: Date, stopping: AbortSignal) =>
      new Promise<void>(resolve => stopping.addEventListener('abort', () => resolve(), { once: true })),
  )
  const periodic = startPeriodic([{ name: 'endless', everyMs: 1_000, run }], { now, log: silent, clockWatch: believed })
  await periodic.stop()
  expect(run).toHaveBeenCalledTimes(1)
})

it('deletes by age only with a time that is believed', async () => {
  const run = vi.fn(async () => {})
  const other = vi.fn(async () => {})
  let believed: Date | null = null
  const tasks = [
    { name: 'forget', everyMs: 1_000, deletesByAge: true as const, run },
    { name: 'work', everyMs: 1_000, run: other },
  ]
  const periodic = startPeriodic(tasks, { now, log: silent, clockWatch: { timeToDelete: async () => believed } })
  await vi.advanceTimersByTimeAsync(1_000)
  expect([run.mock.calls.length, other.mock.calls.length]).toEqual([0, 2])
  believed = new Date('2026-11-20T09:00:02Z')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run.mock.calls).toEqual([[believed, expect.any(AbortSignal)]])
  await periodic.stop()
})
