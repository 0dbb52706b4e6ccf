import type { HttpEvidence } from '@waxseal/core/check'
import { displayText } from '@waxseal/core/dns'
import type { Response, Validity } from './exchange.ts'
import { type HttpsFailure, unanswered } from './failure.ts'
import { createSend, type SendOptions } from './send.ts'
import { readUrl } from './url.ts'

export interface HttpsOptions {
  /** The maximum size of the body; the rest is cut off. */
  maxBytes: number
  /** The time limit of everything together: DNS lookups, connection, all redirects, reading. */
  timeoutMs: number
  /** The maximum number of redirects to follow; 0 returns the first response. */
  redirects: number
  /**
   * Further header fields, by lower-case name; each value must be valid in a header. They can hold a secret: evidence and
   * failures do not have them, and another host does not get them after a redirect.
   */
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

/** The result of one request. */
export interface HttpsReply {
  /** Null without a response; `failure` then has the reason. */
  status: number | null
  /** The media type in lower case, without parameters. */
  contentType: string | null
  /** The target of a redirect that was not followed. */
  location: string | null
  /** The body; empty without a response. */
  body: Buffer
  /** False: the body is longer than `maxBytes`. */
  whole: boolean
  /** When the server's certificate begins and ends to be valid; absent without a response. */
  validity?: Validity
  failure: HttpsFailure | null
  evidence: HttpEvidence
}

/**
 * Fetches one `https:` URL. Never rejects. Accepts only a name, never an IP address, on port 443, without user and
 * password. Every address of the name must be public, and the connection goes to one of the checked addresses, so a
 * name that changes its address in between gains nothing.
 */
export type HttpsGet = (url: string, options: HttpsOptions) => Promise<HttpsReply>

export interface HttpsGetOptions extends SendOptions {
  now?: () => Date
}

const linesMax = 64
const lineMax = 256

/** The only HTTPS client of a scan. Node's own client suffices, because it lets us choose the address. */
export function createHttpsGet(options: HttpsGetOptions): HttpsGet {
  const { now = () => new Date() } = options
  const send = createSend(options)

  return async (text, request) => {
    const askedAt = now().getTime()
    const startedAt = performance.now()
    const lines: string[] = []
    const log = (line: string): void => void lines.push(line)
    const limit = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal === undefined ? limit : AbortSignal.any([limit, request.signal])
    const first = readUrl(text)
    const outcome = await follow(first)

    async function follow(url: URL | HttpsFailure): Promise<Response | HttpsFailure> {
      if ('kind' in url) return url
      let at = url
      for (let followed = 0; ; followed++) {
        const fetched = await send(at, {
          ...request,
          signal,
          headers: at.host === url.host ? request.headers : undefined,
          onAddress: address => log(`GET ${shownUrl(at)} at ${address}`),
          onFailure: log,
        })
        if (signal.aborted && !('status' in fetched)) {
          if (request.signal?.aborted) return unanswered('cancelled', 'the scan ended')
          return unanswered('timeout', 'the server did not answer in time')
        }
        if ('kind' in fetched) return fetched
        log(`status ${fetched.status}${fetched.contentType === null ? '' : `, ${fetched.contentType}`}`)
        if (fetched.location === null || !isRedirect(fetched.status)) return fetched
        log(`location ${displayText(fetched.location, lineMax)}`)
        const next = URL.canParse(fetched.location, at.href) ? readUrl(new URL(fetched.location, at.href).href) : null
        if (followed >= request.redirects || next === null || 'kind' in next) return fetched
        at = next
      }
    }

    const name = 'kind' in first ? displayText(text, lineMax) : shownUrl(first)
    const base = { id: `HTTP ${name}`, kind: 'http', question: { name, type: 'HTTP' }, askedAt } as const
    const ms = Math.round(performance.now() - startedAt)
    if ('kind' in outcome) {
      const evidence: HttpEvidence = {
        ...base,
        outcome: 'failed',
        reason: outcome.reason,
        status: null,
        lines: [...new Set([...lines, outcome.text])],
        ms,
      }
      return { ...nothing, failure: outcome, evidence }
    }
    const evidence: HttpEvidence = {
      ...base,
      outcome: 'response',
      status: outcome.status,
      lines: [...lines, ...bodyLines(outcome)],
      ms,
    }
    return { ...outcome, failure: null, evidence }
  }
}

const nothing = { status: null, contentType: null, location: null, body: Buffer.alloc(0), whole: true } as const

/** The query string is hidden, because it may contain a secret. */
function shownUrl(url: URL): string {
  return displayText(`${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`, lineMax)
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

function bodyLines({ contentType, body, whole }: Response): string[] {
  const cut = whole ? [] : ['… the response is too long and was cut']
  if (contentType !== null && !contentType.startsWith('text/')) return [`${body.length} bytes`, ...cut]
  const text = body.subarray(0, linesMax * lineMax).toString('latin1')
  const all = text.split(/\r?\n/, linesMax + 1)
  const more = all.length > linesMax || body.length > linesMax * lineMax ? ['… the rest is not shown'] : []
  return [...all.slice(0, linesMax).map(line => displayText(line, lineMax)), ...more, ...cut]
}
