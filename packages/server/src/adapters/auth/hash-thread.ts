import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { HashJob, HashReply } from './hash-threads.ts'
import { hashNow, libraryCost, verifyNow } from './scrypt.ts'

// On Linux a priority is a thread's own: whatever else the process does goes first where processors are scarce.
if (process.platform === 'linux') setPriority(10)

parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(answer(job), []))

function answer(job: HashJob): HashReply {
  try {
    return job.kind === 'hash'
      ? { kind: 'hash', hash: hashNow(job.password, libraryCost) }
      : { kind: 'verify', ok: verifyNow(job.hash, job.password, libraryCost) }
  } catch (error) {
    return { kind: 'failed', problem: error instanceof Error ? error.message : String(error) }
  }
}
