import { parentPort } from 'node:worker_threads'
import type { Answer, RecordType, Resolver } from '@waxseal/core/dns'
import type { AskingReply, NumberedRequest } from './asking-thread.ts'

/** Does one job. The resolver of a name asks that one of the caller's. */
export type AskedWork<Job, Result> = (job: Job, resolver: (by: string) => Resolver) => Promise<Result>

/**
 * The side of `askingThread` that runs in the thread: does each job that arrives, and sends its DNS questions.
 */
export function doAskedJobs<Job, Result>(work: AskedWork<Job, Result>): void {
  const waiting = new Map<number, (answer: Answer) => void>()
  let questions = 0
  const say = (reply: AskingReply<Result>): void => parentPort?.postMessage(reply, [])

  function resolverOf(id: number, by: string): Resolver {
    return {
      query<T extends RecordType>(name: string, type: T): Promise<Answer<T>> {
        const { promise, resolve } = Promise.withResolvers<Answer>()
        questions += 1
        waiting.set(questions, resolve)
        say({ kind: 'ask', id, question: questions, by, name, type })
        return promise as Promise<Answer<T>>
      },
    }
  }

  function start(id: number, job: Job): void {
    work(job, by => resolverOf(id, by)).then(
      result => say({ kind: 'done', id, result }),
      // The message of an error may quote the job.
      (error: unknown) => say({ kind: 'failed', id, problem: error instanceof Error ? error.name : 'no error' }),
    )
  }

  parentPort?.on('message', ({ seen, request }: NumberedRequest<Job>) => {
    if (request.kind === 'job') start(request.id, request.job)
    else {
      const { question, answer } = request
      waiting.get(question)?.(answer)
      waiting.delete(question)
    }
    // Behind all that followed of it.
    setImmediate(() => say({ kind: 'seen', seen }))
  })
  parentPort?.postMessage('ready', [])
}
