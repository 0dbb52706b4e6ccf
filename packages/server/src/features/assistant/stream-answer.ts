import { Readable } from 'node:stream'
import { type AssistantEvent, wording } from '@waxseal/contract'
import type { FastifyReply } from 'fastify'
import { isUnreachable } from '../../db/unreachable.ts'
import { Refusal, withoutText } from '../../errors.ts'
import { AssistantFailed } from '../../ports.ts'
import type { Answering, Completed } from './answering.ts'

/** Proxies close idle connections, and a model can think for long; a comment prevents that. */
const pingEveryMs = 15_000

interface Options {
  /** What the user reads when the answer fails. */
  failure: string
  /** Milliseconds between two comments while no piece comes. */
  pingEvery?: number
}

/**
 * Sends a started answer as a stream of events (`AssistantEvent`). The answer ends with the stream, also when the client
 * disconnects. The connection closes with the stream, so that it never delays a shutdown.
 */
export function streamAnswer(reply: FastifyReply, answering: Answering, options: Options): FastifyReply {
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no')
    .header('connection', 'close')
  const stream = Readable.from(frames(reply.log, answering, options))
  // Also of a stream that no one has read from: its generator does not run then.
  stream.once('close', () => void answering[Symbol.asyncDispose]())
  return reply.send(stream)
}

/** The whole of a started answer. @throws Refusal `upstream` when it fails */
export async function wholeAnswer(log: FastifyReply['log'], answering: Answering): Promise<Completed> {
  try {
    for (;;) {
      const step = await answering.next()
      if (step.done) return step.value
    }
  } catch (cause) {
    if (isUnreachable(cause)) throw cause
    report(log, cause)
    throw new Refusal('upstream', wording.answerFailed)
  }
}

async function* frames(
  log: FastifyReply['log'],
  answering: Answering,
  { failure, pingEvery = pingEveryMs }: Options,
): AsyncGenerator<string> {
  // The headers are sent with the first frame, and the first piece may take a while.
  yield ': the answer follows\n\n'
  try {
    let next = answering.next()
    for (;;) {
      const step = await within(next, pingEvery)
      if (step === null) {
        yield ': ping\n\n'
        continue
      }
      if (step.done) {
        yield frame({ done: true, ...step.value })
        break
      }
      if (step.value !== null) yield frame(step.value)
      next = answering.next()
    }
  } catch (cause) {
    report(log, cause)
    yield frame({ error: failure })
  }
  yield 'data: [DONE]\n\n'
}

/** The outcome of work, or null when it takes longer than `ms`. */
function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, null)
    const settled = () => clearTimeout(timer)
    work.then(resolve, reject).then(settled, settled)
  })
}

function frame(event: AssistantEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`
}

/** Logs why an answer failed. The question and the answer are not for the log, so no message of an error is. */
function report(log: FastifyReply['log'], cause: unknown): void {
  if (cause instanceof AssistantFailed) {
    const { reason } = cause
    if (reason !== 'closed') log.warn({ reason }, 'an answer of the assistant failed')
  } else if (isUnreachable(cause)) log.warn({ err: cause }, 'the database could not be reached')
  else log.error({ err: withoutText(cause, 'an answer of the assistant failed') }, 'an answer of the assistant failed')
}
