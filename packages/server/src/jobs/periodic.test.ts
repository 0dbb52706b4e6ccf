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

it('runs a task at once and then at its interval, with the current time', async () => {
  const run = vi.fn(async () => {})
  const periodic = startPeriodic([{ name: 'sweep', everyMs: 1_000, run }], { now, log: silent })
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
  const periodic = startPeriodic([{ name: 'sweep', everyMs: 1_000, run }], { now, log: silent })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(run).toHaveBeenCalledTimes(2)
  await periodic.stop()
})

it('runs a task once at a time, and waits for it when stopping', async () => {
  const end = Promise.withResolvers<void>()
  const run = vi.fn(() => end.promise)
  const periodic = startPeriodic([{ name: 'long', everyMs: 1_000, run }], { now, log: silent })
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
  const periodic = startPeriodic([{ name: 'endless', everyMs: 1_000, run }], { now, log: silent })
  await periodic.stop()
  expect(run).toHaveBeenCalledTimes(1)
})
