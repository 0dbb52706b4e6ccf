import { displayTyped } from '@waxseal/core/dns'
import { secondsOfRetryAfter } from '@waxseal/scanner'
import { PublishFailed } from '../../ports.ts'

/** An API that publishes a zone, as the operator configured it. */
interface ApiOptions {
  /** Whose API it is, for messages. */
  name: string
  /** HTTP or HTTPS, because PowerDNS is often on a private address. Every request goes below this URL. */
  baseUrl: string
  /** The key, which no message ever holds. */
  secret: string
  /** The header that carries the key: name and value. */
  credential: readonly [name: string, value: string]
  /** The time for a request, from the connection to the end of the answer, in milliseconds. */
  timeoutMs: number
}

interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the base URL, with its query. */
  path: string
  /** Sent as JSON. */
  content?: unknown
  signal?: AbortSignal | undefined
}

/** A reply that is final: 2xx, or a refusal that another attempt would not change. */
export interface ApiReply {
  status: number
  ok: boolean
  /** The parsed body; undefined when it is empty or, in a refusal, not JSON. */
  content: unknown
}

export interface ApiClient {
  /** @throws PublishFailed when there is no reply, or a temporary one (408, 425, 429, 5xx) */
  call(request: ApiRequest): Promise<ApiReply>
  /** The failure for a reply that is no success, or not in the form that the API documents. */
  failure(reply: ApiReply, reason: string): PublishFailed
}

const maxBytes = 1024 * 1024
const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429])

/** @throws RangeError for a URL or key that cannot be used; the message holds neither */
export function apiClient({ name, baseUrl, secret, credential, timeoutMs }: ApiOptions): ApiClient {
  const base = checkedBase(name, baseUrl)
  if (!/^[!-~]+$/.test(secret)) throw new RangeError(`The key of ${name} must be visible ASCII characters`)
  const [header, value] = credential

  /** A server may repeat the key in its answer. */
  const shown = (text: string): string => displayTyped(text.replaceAll(secret, '[key]').replaceAll(/\s+/g, ' '), 300)
  const failed = (text: string, temporary: boolean, retryAfterMs: number | null = null): PublishFailed =>
    new PublishFailed(shown(`${name} ${text}`), { temporary, retryAfterMs })

  async function exchange({ method, path, content }: ApiRequest, signal: AbortSignal): Promise<Answer> {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        [header]: value,
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: content === undefined ? null : JSON.stringify(content),
      redirect: 'error',
      signal,
    })
    return { response, text: await textOf(response) }
  }

  return {
    async call(request) {
      const limit = AbortSignal.timeout(timeoutMs)
      const { signal: stop } = request
      let answer: Answer
      try {
        answer = await exchange(request, stop === undefined ? limit : AbortSignal.any([limit, stop]))
      } catch (error) {
        if (stop?.aborted) throw failed('was not waited for: the publication was stopped', true)
        if (limit.aborted) throw failed(`did not answer within ${timeoutMs / 1000} s`, true)
        throw failed(`could not be reached: ${causeOf(error)}`, true)
      }
      const { response, text } = answer
      const { status, ok } = response
      if (text === null) throw failed(`answered ${status} with more than 1 MB`, false)
      if (status >= 500 || temporaryStatuses.has(status)) {
        const seconds = secondsOfRetryAfter(response.headers.get('retry-after'), new Date())
        throw failed(`answered ${status}`, true, seconds === null ? null : seconds * 1000)
      }
      const content = parsed(text)
      if (content === undefined && text !== '' && ok)
        throw failed(`answered ${status} with a body that is not JSON`, true)
      return { status, ok, content }
    },
    failure: ({ status }, reason) => failed(`answered ${status}: ${reason}`, false),
  }
}

interface Answer {
  response: Response
  /** Null when it is too long. */
  text: string | null
}

/** The base URL without a final slash. User, password, query and fragment have no place in it. */
function checkedBase(name: string, baseUrl: string): string {
  const url = URL.parse(baseUrl)
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === ''
  if (!isPlain)
    throw new RangeError(`The URL of ${name} must be http:// or https:// with a host and, if needed, a path`)
  return url.href.endsWith('/') ? url.href.slice(0, -1) : url.href
}

async function textOf(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The code of a connection that failed (`ECONNREFUSED`), or the reason that fetch gives. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return 'no connection'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
