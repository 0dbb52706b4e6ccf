import { type HashJob, type HashReply, type HashThreads, openHashThreads } from '../adapters/auth/hash-threads.ts'
import { hashNow, verifyNow } from '../adapters/auth/scrypt.ts'

const cost = { N: 16, r: 1, p: 1 }

/** The threads for passwords, with hashes that cost nothing, in the thread of the test. */
export function quickThreads(): HashThreads {
  return openHashThreads({
    most: 1,
    start: () => ({ do: async job => answer(job), hasEnded: false, close: async () => {} }),
  })
}

function answer(job: HashJob): HashReply {
  return job.kind === 'hash'
    ? { kind: 'hash', hash: hashNow(job.password, cost) }
    : { kind: 'verify', ok: verifyNow(job.hash, job.password, cost) }
}
