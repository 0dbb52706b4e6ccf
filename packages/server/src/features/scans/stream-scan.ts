import { Readable } from 'node:stream'
import { type ErrorCode, wording } from '@waxseal/contract'
import type { ScanReply, ScanResult } from '@waxseal/core/health'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../errors.ts'
import type { ScanStep } from './follow-scan.ts'

/** Proxies close idle connections; an occasional comment prevents that. */
const pingEveryMs = 10_000

/** Whether the client wants the scan as a stream of events. */
export function wantsEvents(accept: string | undefined): boolean {
  return accept?.toLowerCase().includes('text/event-stream') ?? false
}

/** The result of a scan that is followed, for a client that wants no progress. */
export async function endOf(follow: AsyncGenerator<unknown, ScanResult>): Promise<ScanResult> {
  for (;;) {
    const step = await follow.next()
    if (step.done) return step.value
  }
}

/** Who follows a scan that has too many streams already: the plain reply at its end, without a progress before. */
export async function endAsText(
  reply: FastifyReply,
  follow: AsyncGenerator<unknown, ScanResult>,
  present: (result: ScanResult) => ScanReply,
): Promise<FastifyReply> {
  const text = textOf(present(await endOf(follow)))
  return reply.type('application/json; charset=utf-8').send(text)
}

/** Each reply is written once, however many followed the scan. */
const texts = new WeakMap<ScanReply, string>()

function textOf(scan: ScanReply): string {
  const known = texts.get(scan) ?? JSON.stringify(scan)
  texts.set(scan, known)
  return known
}

/**
 * Answers with server-sent events: `queued` while the scan waits, `progress` during it, and at the end one `result` or one
 * `error` with the body of an error reply. The connection closes with the stream, so that it never delays a shutdown.
 */
export function streamScan(
  reply: FastifyReply,
  follow: AsyncGenerator<ScanStep, ScanResult>,
  present: (result: ScanResult) => ScanReply,
): FastifyReply {
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-cache, no-transform')
    .header('x-accel-buffering', 'no')
    .header('connection', 'close')
  return reply.send(Readable.from(frames(reply, follow, present)))
}

async function* frames(
  { log, request }: FastifyReply,
  follow: AsyncGenerator<ScanStep, ScanResult>,
  present: (result: ScanResult) => ScanReply,
): AsyncGenerator<string> {
  let lastFrame = performance.now()
  // The headers are sent with the first frame, and the first progress may take a while.
  yield ': the scan is followed\n\n'
  try {
    let step = await follow.next()
    while (!step.done) {
      if (step.value !== null || performance.now() - lastFrame >= pingEveryMs) {
        lastFrame = performance.now()
        yield frameOf(step.value)
      }
      step = await follow.next()
    }
    yield `event: result\ndata: ${textOf(present(step.value))}\n\n`
  } catch (cause) {
    yield event('error', { ...refusalOf(cause, log), request_id: request.id })
  }
}

function frameOf(step: ScanStep): string {
  if (step === null) return ': ping\n\n'
  return 'place' in step ? event('queued', step) : event('progress', step.progress)
}

function refusalOf(cause: unknown, log: FastifyReply['log']): { detail: string; code: ErrorCode } {
  if (cause instanceof Refusal) return { detail: cause.detail, code: cause.code }
  log.error({ err: cause }, 'a streamed scan failed')
  return { detail: wording.internal, code: 'internal' }
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
