import { wording } from '@waxseal/contract'
import type { Logger } from 'pino'
import type { Env } from '../../env.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { AssistantFailed, type AssistantModel, type AssistantRequest, type AssistantTool } from '../../ports.ts'
import { connect, vendorCode } from './connection.ts'
import { inTime, type Awaited as Next } from './in-time.ts'
import { answerMax, type ModelTimeouts, modelTimeoutsOf } from './limits.ts'

interface Deps {
  log: Pick<Logger, 'warn'>
  now: () => Date
  metrics: Pick<Metrics, 'modelAnswered' | 'modelBegan'>
  /** For tests. */
  timeouts?: ModelTimeouts
}

type Piece = { content: string } | { tool: string }

/**
 * The configured language model, asked through the package `ai`. Its packages are loaded when this is called, so that a
 * server without a model does without them. While its provider asks us to wait, questions are refused at once.
 *
 * The log says each reason of a failure once, and again only after the model has answered in between. Neither errors nor
 * the log have the key, a question or an answer.
 */
export function assistantModel(
  settings: NonNullable<Env['assistant']>,
  { log, now, metrics, timeouts = modelTimeoutsOf(settings.provider) }: Deps,
): AssistantModel {
  const label = `${settings.provider} ${settings.model}`
  const packages = import('./providers.ts')
  // The first question reports it.
  packages.catch(() => {})
  const said = new Set<AssistantFailed['reason']>()
  let pause = { from: 0, until: 0 }

  const run = async (tool: AssistantTool, name: string, input: unknown): Promise<string> => {
    try {
      return await within(timeouts.toolMs, tool.run(input))
    } catch (err) {
      log.warn({ err, tool: name }, 'a tool of the language model failed')
      // For the model: the reason is ours.
      return 'This tool failed. Answer without it.'
    }
  }

  async function* pieces(request: AssistantRequest, own: AbortController): AsyncGenerator<Piece, void, undefined> {
    if (request.signal.aborted) throw new AssistantFailed('closed', 'the request was cancelled')
    const at = now().getTime()
    // One that begins later was begun by a clock that was ahead.
    if (pause.from <= at && at < pause.until) throw new AssistantFailed('rate_limited', 'its provider asked us to wait')
    const { fetch, seen } = connect(now)
    const signal = AbortSignal.any([request.signal, own.signal])
    try {
      const { ask } = await packages
      let length = 0
      const parts = ask(settings, request, { fetch, signal, run })
      for await (const piece of readable(inTime(parts, { timeouts, signal, after }))) {
        if ('tool' in piece) yield piece
        else {
          const content = clipped(piece.content, answerMax - length)
          length += content.length
          yield { content }
          if (length >= answerMax || content.length < piece.content.length) return
        }
      }
    } catch (error) {
      if (signal.aborted) throw new AssistantFailed('closed', 'the request was cancelled')
      if (seen.retryAfterMs !== null) pause = { from: now().getTime(), until: now().getTime() + seen.retryAfterMs }
      throw seen.failure ?? (error instanceof AssistantFailed ? error : brokenBy(error))
    }
  }

  /** The pieces, with what the operator learns of them. */
  async function* watched(request: AssistantRequest, own: AbortController): AsyncGenerator<Piece, void, undefined> {
    const begin = performance.now()
    let began = false
    let outcome: 'ok' | AssistantFailed['reason'] = 'closed'
    try {
      for await (const piece of pieces(request, own)) {
        if (!began && 'content' in piece) metrics.modelBegan((performance.now() - begin) / 1000)
        began ||= 'content' in piece
        yield piece
      }
      outcome = 'ok'
      said.clear()
    } catch (error) {
      const failure = error instanceof AssistantFailed ? error : new AssistantFailed('failed', 'the adapter failed')
      outcome = failure.reason
      if (outcome !== 'closed' && !said.has(outcome)) {
        said.add(outcome)
        log.warn({ model: label, reason: outcome }, `the language model did not answer: ${failure.message}`)
      }
      throw failure
    } finally {
      own.abort()
      metrics.modelAnswered(outcome)
    }
  }

  return {
    label,
    stream: request => ({
      [Symbol.asyncIterator]() {
        const own = new AbortController()
        const generator = watched(request, own)
        return {
          next: () => generator.next(),
          // A generator that waits for the provider would end only after that wait.
          return() {
            own.abort()
            return generator.return()
          },
        }
      },
    }),
  }
}

type Parts = ReturnType<Awaited<typeof import('./providers.ts')>['ask']>
type Part = Parts extends AsyncIterable<infer Each> ? Each : never

/** What is awaited after a part. */
function after({ type }: Part): Next | null {
  if (type === 'tool-call') return 'tool'
  if (type === 'tool-result' || type === 'tool-error' || type === 'finish-step') return 'first'
  return type.endsWith('-delta') ? 'next' : null
}

/** @throws when the tool takes longer */
async function within(ms: number, result: Promise<string>): Promise<string> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`took longer than ${ms} ms`)), ms)
  try {
    return await Promise.race([result, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Text and tools of an answer. Reasoning is left out, and so are calls of tools that do not exist. @throws AssistantFailed */
async function* readable(parts: AsyncIterable<Part>): AsyncGenerator<Piece, void, undefined> {
  /** Whether the next text is another one, after a tool: the two would run together. */
  let apart = false
  let hasText = false
  let isCut = false
  for await (const part of parts) {
    if (part.type === 'text-start') apart = hasText
    else if (part.type === 'text-delta' && part.text !== '') {
      yield { content: apart ? `\n\n${part.text}` : part.text }
      apart = false
      hasText ||= part.text.trim() !== ''
    } else if (part.type === 'tool-call' && part.invalid !== true) yield { tool: part.toolName }
    else if (part.type === 'abort') throw new AssistantFailed('closed', 'the request was cancelled')
    else if (part.type === 'error') throw brokenBy(part.error)
    else if (part.type === 'finish') {
      if (part.finishReason === 'content-filter')
        throw new AssistantFailed('failed', 'its provider filtered the answer')
      isCut ||= part.finishReason === 'length'
      if (part.finishReason === 'error') throw new AssistantFailed('failed', 'its provider reported an error')
      if (part.rawFinishReason === undefined) throw new AssistantFailed('cut', 'the answer broke off')
    }
  }
  if (!hasText) throw new AssistantFailed('empty', 'the answer is empty')
  if (isCut) yield { content: `\n\n*${wording.answerCut}*` }
}

/** An error of the packages, or of the provider within a stream. Only its kind or code is kept. */
function brokenBy(error: unknown): AssistantFailed {
  if (error instanceof AssistantFailed) return error
  const { name = 'no error', message = '' } = error instanceof Error ? error : {}
  const data: unknown = error instanceof Error && 'data' in error ? error.data : undefined
  if (/ended without/.test(message)) return new AssistantFailed('cut', 'the answer broke off')
  const code = vendorCode(JSON.stringify({ error: data ?? error })) ?? vendorCode(JSON.stringify(data ?? null))
  if (code !== null) return new AssistantFailed('failed', `its provider reported an error (${code})`)
  return new AssistantFailed('failed', `the answer is not readable (${name})`)
}

/** At most so much of the text, without half a character at its end. */
function clipped(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
