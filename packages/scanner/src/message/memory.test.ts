import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

const bytes = 10_000_000

/** Hops of the analysis of a hostile header, made in a thread whose heap may grow to ten times the header. */
async function hopsWithin(name: string): Promise<unknown> {
  const worker = new Worker(new URL('./analyze-in-thread.fixture.ts', import.meta.url), {
    workerData: { name, bytes },
    resourceLimits: { maxOldGenerationSizeMb: 100, maxYoungGenerationSizeMb: 16 },
  })
  // A thread that runs out of memory emits an error, which rejects here.
  const [hops] = await once(worker, 'message')
  await worker.terminate()
  return hops
}

it.each([
  ['many Received fields', 121_951],
  ['many empty fields', 0],
  ['CR only', 100_000],
  ['one long line', 0],
  ['many folds', 1],
])('10 MB are analyzed in ten times the memory of the text: %s', { timeout: 60_000 }, async (name, hops) => {
  expect(await hopsWithin(name)).toBe(hops)
})
