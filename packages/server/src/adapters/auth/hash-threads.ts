import { availableParallelism } from 'node:os'
import { startThread, type Thread } from '../../threads/thread.ts'
import { threadPool } from '../../threads/thread-pool.ts'
import { type Lane, openLanes, TooManyWaiting } from './lanes.ts'

/** To the thread: it has one at a time. */
export type HashJob = { kind: 'hash'; password: string } | { kind: 'verify'; hash: string; password: string }

/** From the thread. A problem quotes nothing of the job. */
export type HashReply =
  | { kind: 'hash'; hash: string }
  | { kind: 'verify'; ok: boolean }
  | { kind: 'failed'; problem: string }

/**
 * Hashes passwords in a few threads of their own. A hash takes a processor for some 80 ms: in the threads that Node has
 * for signatures, files and names, tokens and DNS would wait behind it.
 */
export interface HashThreads {
  /** Waits for its turn in a lane, then for the thread. @throws TooManyWaiting when there is no place to wait */
  run(job: HashJob, lane: Lane): Promise<HashReply>
  /** Waits for a turn without taking a thread's time. @throws TooManyWaiting */
  turn(lane: Lane): Promise<void>
  /** Whether one more could wait in this lane now. */
  hasPlace(lane: Lane): boolean
  /** Ends the threads; what waits is rejected. */
  close(): Promise<void>
}

interface Waiting {
  /** null: a turn without work. */
  job: HashJob | null
  resolve: (reply: HashReply | null) => void
  reject: (error: Error) => void
}

/**
 * Opens the threads; each starts when it is first needed, and ends after an idle minute.
 *
 * @param options.most how many, by default half of the processors and four at most
 * @param options.start starts one
 */
export function openHashThreads({
  most = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2))),
  start = startHasher,
}: {
  most?: number
  start?: () => Thread<HashJob, HashReply>
} = {}): HashThreads {
  const lanes = openLanes<Waiting>()
  const pool = threadPool({ most, start })
  let isClosed = false

  function work(): void {
    while (pool.hasRoom()) {
      const next = takeNext()
      if (next === undefined) return
      void pool.run(next.job).then(next.resolve, next.reject).then(work)
    }
  }

  /** The next with work. Turns without work pass on the way. */
  function takeNext(): (Waiting & { job: HashJob }) | undefined {
    for (;;) {
      const next = lanes.next()
      if (next === undefined) return undefined
      const { job } = next
      if (job !== null) return { ...next, job }
      next.resolve(null)
    }
  }

  function enter(job: HashJob | null, lane: Lane): Promise<HashReply | null> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(new Error('the server is stopping'))
      lanes.enter(lane, { job, resolve, reject })?.reject(new TooManyWaiting('too many passwords wait'))
      work()
    })
  }

  return {
    async run(job, lane) {
      const reply = await enter(job, lane)
      if (reply === null) throw new Error('a job had no reply')
      if (reply.kind === 'failed') throw new Error(reply.problem)
      return reply
    },
    hasPlace: lane => lanes.hasPlace(lane),
    async turn(lane) {
      await enter(null, lane)
    },
    async close() {
      isClosed = true
      for (const { reject } of lanes.clear()) reject(new Error('the server is stopping'))
      await pool.close()
    },
  }
}

function startHasher(): Thread<HashJob, HashReply> {
  return startThread({
    module: new URL('./hash-thread.ts', import.meta.url),
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  })
}
