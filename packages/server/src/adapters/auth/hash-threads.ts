import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
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

/** What does one job at a time; a thread, but for tests. */
export interface Hasher {
  do(job: HashJob): Promise<HashReply>
  close(): Promise<unknown>
}

interface Waiting {
  /** null: a turn without work. */
  job: HashJob | null
  resolve: (reply: HashReply | null) => void
  reject: (error: Error) => void
}

/** How long a thread without work is kept, in ms. */
const idleMs = 60_000

/**
 * Opens the threads; each starts when it is first needed.
 *
 * @param options.most how many, by default half of the processors and four at most
 * @param options.start starts one
 */
export function openHashThreads({
  most = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2))),
  start = startThread,
}: {
  most?: number
  start?: () => Hasher
} = {}): HashThreads {
  const lanes = openLanes<Waiting>()
  const idle = new Map<Hasher, NodeJS.Timeout>()
  const busy = new Set<Hasher>()
  let isClosed = false

  const end = (hasher: Hasher): void => {
    idle.delete(hasher)
    void hasher.close()
  }

  function rest(hasher: Hasher): void {
    busy.delete(hasher)
    if (isClosed) return
    idle.set(hasher, setTimeout(() => end(hasher), idleMs).unref())
  }

  function takeHasher(): Hasher {
    const [known] = idle
    if (known === undefined) return start()
    clearTimeout(known[1])
    idle.delete(known[0])
    return known[0]
  }

  function work(): void {
    while (idle.size > 0 || busy.size < most) {
      const next = takeNext()
      if (next === undefined) return
      const hasher = takeHasher()
      busy.add(hasher)
      void runOn(hasher, next)
    }
  }

  async function runOn(hasher: Hasher, { job, resolve, reject }: Waiting & { job: HashJob }): Promise<void> {
    try {
      const reply = await hasher.do(job)
      rest(hasher)
      resolve(reply)
    } catch (error) {
      // The thread is gone.
      busy.delete(hasher)
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    work()
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
      for (const timer of idle.values()) clearTimeout(timer)
      await Promise.all([...idle.keys(), ...busy].map(hasher => hasher.close()))
      idle.clear()
    },
  }
}

function startThread(): Hasher {
  const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  })
  let open: { resolve: (reply: HashReply) => void; reject: (error: Error) => void } | null = null
  let failure: Error | null = null
  const fail = (error: Error): void => {
    failure ??= error
    open?.reject(failure)
    open = null
  }
  worker.on('message', (reply: HashReply) => {
    const job = open
    open = null
    worker.unref()
    job?.resolve(reply)
  })
  worker.on('error', fail)
  worker.on('exit', code => fail(new Error(`the thread for passwords ended (${code})`)))
  worker.unref()
  return {
    do: job =>
      new Promise((resolve, reject) => {
        if (failure !== null) return reject(failure)
        open = { resolve, reject }
        worker.ref()
        worker.postMessage(job, [])
      }),
    close: () => worker.terminate(),
  }
}
