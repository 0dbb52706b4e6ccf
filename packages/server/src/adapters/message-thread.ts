/** The thread that reads pasted messages. `message-threads.ts` starts it. */
import { parentPort } from 'node:worker_threads'
import { type Answer, type Resolver, unasked } from '@waxseal/core/dns'
import { analyzeMessage, verifyMessage } from '@waxseal/scanner'
import { boundedAnalysis } from './bounded-analysis.ts'
import type { MessageJob, MessageReply } from './message-threads.ts'

parentPort?.postMessage('ready', [])

parentPort?.on('message', (job: MessageJob) => {
  answer(job).then(
    reply => parentPort?.postMessage(reply, []),
    // The message of an error may quote the pasted text.
    (error: unknown) =>
      parentPort?.postMessage({ kind: 'failed', problem: error instanceof Error ? error.name : 'no error' }, []),
  )
})

async function answer(job: MessageJob): Promise<MessageReply> {
  if (job.kind === 'analyze') {
    const { analysis, header } = analyzeMessage(job.bytes)
    const { length: hops } = analysis.path
    return { kind: 'analyzed', analysis: boundedAnalysis(analysis), hops, hasBody: header.hasBody }
  }
  const missing = new Set<string>()
  const signatures = await verifyMessage(job.bytes, {
    resolver: knownKeys(job.keys, missing),
    signal: new AbortController().signal,
    now: job.now,
  })
  return missing.size > 0 ? { kind: 'missing', names: [...missing] } : { kind: 'verified', signatures }
}

/** Answers what was asked already, and notes the rest. */
function knownKeys(keys: ReadonlyMap<string, Answer<'TXT'>>, missing: Set<string>): Resolver {
  return {
    async query(name) {
      const known = keys.get(name)
      if (known === undefined) missing.add(name)
      // The verifier asks for TXT records only.
      return (known ?? unasked('cancelled', 0)) as Answer<never>
    },
  }
}
