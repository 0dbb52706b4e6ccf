import { AssistantFailed } from '../../ports.ts'
import { errorMax, pauseMax, responseMax } from './limits.ts'

/** What the responses to one question showed. */
interface Seen {
  /** The first failure; what the packages make of it later may quote the request. */
  failure: AssistantFailed | null
  /** How long the provider asks us to wait, in milliseconds. */
  retryAfterMs: number | null
}

/**
 * A `fetch` for the requests of one answer. It follows no redirect, so that the key goes to no other host, and turns
 * every refused or broken response into a failure that quotes nothing of the request.
 *
 * @param now for a `retry-after` with a date
 */
export function connect(now: () => Date): { fetch: typeof globalThis.fetch; seen: Seen } {
  const seen: Seen = { failure: null, retryAfterMs: null }
  const fail = (failure: AssistantFailed): AssistantFailed => {
    seen.failure ??= failure
    return failure
  }
  const request: typeof globalThis.fetch = async (url, init) => {
    const response = await send(url, init, fail)
    if (!response.ok) {
      if (response.status === 429) seen.retryAfterMs = retryAfter(response.headers, now())
      throw fail(await refusal(response))
    }
    const type = response.headers.get('content-type') ?? ''
    if (response.body === null || /^(?:text\/html|application\/json)\b/i.test(type)) {
      await response.body?.cancel()
      throw fail(new AssistantFailed('failed', `the response is no stream (${type.slice(0, 40)})`))
    }
    const isCancelled = () => init?.signal?.aborted === true
    return new Response(bounded(response.body, { fail, isCancelled }), { headers: response.headers })
  }
  return { fetch: request, seen }
}

async function send(
  url: Parameters<typeof globalThis.fetch>[0],
  init: RequestInit | undefined,
  fail: (failure: AssistantFailed) => AssistantFailed,
): Promise<Response> {
  try {
    return await globalThis.fetch(url, { ...init, redirect: 'error' })
  } catch (error) {
    if (init?.signal?.aborted) throw error
    throw fail(new AssistantFailed('failed', `no connection (${networkCode(error)})`))
  }
}

/** The bytes of a response, up to the size that no answer reaches. */
function bounded(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { fail, isCancelled }: { fail: (failure: AssistantFailed) => AssistantFailed; isCancelled: () => boolean },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        bytes += value.byteLength
        controller.enqueue(value)
      } catch (error) {
        controller.error(isCancelled() ? error : fail(new AssistantFailed('cut', 'the connection broke')))
      }
      if (bytes <= responseMax) return
      controller.error(fail(new AssistantFailed('failed', 'the response is too large')))
      await reader.cancel()
    },
    cancel: reason => reader.cancel(reason),
  })
}

/** The failure that a status means, with the vendor's code for it: its message may quote the key or the prompt. */
async function refusal(response: Response): Promise<AssistantFailed> {
  const { status } = response
  const code = vendorCode(await beginning(response))
  const message = `status ${status}${code === null ? '' : ` (${code})`}`
  if (status === 429) return new AssistantFailed('rate_limited', message)
  return new AssistantFailed(status >= 400 && status < 500 ? 'refused' : 'failed', message)
}

/** As much of the body as an error needs. */
async function beginning({ body }: Response): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length > errorMax) return ''
    }
  } catch {
    return ''
  }
  return text
}

/** `error.code` or `error.type` of an error in the form of OpenAI or Anthropic. null: another form. */
export function vendorCode(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; type?: unknown } }
    const code = [error?.code, error?.type].find(each => typeof each === 'string' && /^[a-z][a-z_]{2,49}$/.test(each))
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}

/** `retry-after-ms` (OpenAI) or `retry-after` in seconds or as a date (RFC 9110, 10.2.3), at most five minutes. */
function retryAfter(headers: Headers, now: Date): number | null {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN)
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  const ms = exact > 0 ? exact : seconds
  return ms > 0 ? Math.min(ms, pauseMax) : null
}

/** The code of a network error, such as ECONNREFUSED. */
function networkCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause) return String(cause.code).slice(0, 40)
  return cause instanceof Error && /redirect/.test(cause.message) ? 'redirect' : 'network'
}
