import type { HttpEvidence } from '@waxseal/core/check'
import type { FailureReason, Resolver } from '@waxseal/core/dns'
import { readVirusTotal } from '@waxseal/core/threat'
import { createHttpsGet, type HttpsGetOptions, type HttpsReply } from '../https/index.ts'
import { errorCode, httpLines, isSendableKey, reportLines } from './virustotal-lines.ts'
import type { StoredVirusTotal, VirusTotalMemory, VirusTotalSubject } from './virustotal-memory.ts'

/**
 * What became of one question, for counting. `cached`: a stored answer served it. `quota`: none was sent, because the
 * quota of the key is used up or a pause runs. `paused`: VirusTotal answered with status 429. `refused`: it does not
 * accept the key.
 */
export type VirusTotalRequest = 'answered' | 'cached' | 'quota' | 'paused' | 'refused' | 'failed'

export interface VirusTotalOptions extends Pick<HttpsGetOptions, 'allowAddress' | 'ca' | 'dial'> {
  /** The key of VirusTotal's API. No evidence, opinion or error has it. */
  key: string
  memory: VirusTotalMemory
  /** The resolver of one request, which ends with the signal. */
  resolver: (signal: AbortSignal) => Resolver
  /** Called with each error that the operator must know: a refused key, a memory that failed. */
  onProblem?: (error: Error) => void
  /** Called once for each question that was not shared with another caller. */
  onRequest?: (outcome: VirusTotalRequest) => void
  /** Where version 3 of the API is, without a slash at the end. */
  url?: string
  now?: () => Date
}

/** What became of one question. `silent`: no answer, and nothing is known. */
export type VirusTotalOutcome =
  | { kind: 'answer'; stored: StoredVirusTotal }
  | {
      kind: 'silent'
      /** Continues "VirusTotal ". */
      reason: string
      failure: FailureReason
      evidence: HttpEvidence
    }

export interface VirusTotalClient {
  /** The answer about a subject, stored or new. Callers share a running request. Never rejects. */
  ask(subject: VirusTotalSubject): Promise<VirusTotalOutcome>
  /** The silence of a caller that stops waiting. */
  abandoned(subject: VirusTotalSubject): VirusTotalOutcome & { kind: 'silent' }
}

/** A report has some 30 KB. */
const maxBytes = 1_048_576
const timeoutMs = 8000
const minuteMs = 60_000
const dayMs = 86_400_000

const usedUp = "the server's VirusTotal quota is used up"
const internal = 'an internal error stopped it'

/**
 * Opens VirusTotal's API version 3 with a key.
 *
 * @throws RangeError for a key that no HTTP header can carry
 */
export function virusTotalClient(options: VirusTotalOptions): VirusTotalClient {
  const { key, memory, resolver, onProblem, onRequest, url: base = 'https://www.virustotal.com/api/v3' } = options
  const { now = () => new Date() } = options
  if (!isSendableKey(key)) throw new RangeError('the VirusTotal key has characters that an HTTP header cannot have')
  const running = new Map<string, Promise<VirusTotalOutcome>>()
  /** The end of the minute after a used-up quota, until VirusTotal answers again; in milliseconds since 1970. */
  let minuteEnds: number | null = null

  function urlOf({ kind, name }: VirusTotalSubject): string {
    // An IPv6 address has no character that a path must escape.
    return kind === 'domain' ? `${base}/domains/${encodeURIComponent(name)}` : `${base}/ip_addresses/${name}`
  }

  /** Calls the memory. An error is reported, and the result is `failed`. */
  async function remembering<T>(call: () => Promise<T>): Promise<T | 'failed'> {
    try {
      return await call()
    } catch (error) {
      onProblem?.(new Error('the memory of VirusTotal failed', { cause: error }))
      return 'failed'
    }
  }

  function unsent(subject: VirusTotalSubject, because: string, failure: FailureReason) {
    const reason = `could not be asked: ${because}`
    const name = urlOf(subject)
    const evidence: HttpEvidence = {
      id: `HTTP ${name}`,
      kind: 'http',
      question: { name, type: 'HTTP' },
      outcome: 'failed',
      reason: failure,
      status: null,
      lines: [`VirusTotal ${reason}`],
      ms: 0,
      askedAt: now().getTime(),
    }
    return { kind: 'silent', reason, failure, evidence } as const
  }

  async function lookUp(subject: VirusTotalSubject): Promise<VirusTotalOutcome> {
    const known = await remembering(() => memory.recall(subject))
    if (known === 'failed') return unsent(subject, internal, 'internal')
    if (known !== null) {
      onRequest?.('cached')
      return { kind: 'answer', stored: known }
    }
    const isFree = await remembering(() => memory.take())
    if (isFree === 'failed') return unsent(subject, internal, 'internal')
    if (!isFree) {
      onRequest?.('quota')
      return unsent(subject, usedUp, 'over-budget')
    }
    const { allowAddress, ca, dial } = options
    const get = createHttpsGet({
      resolver: resolver(AbortSignal.timeout(timeoutMs)),
      ca,
      dial,
      now,
      ...(allowAddress !== undefined && { allowAddress }),
    })
    const reply = await get(urlOf(subject), {
      maxBytes,
      timeoutMs,
      redirects: 0,
      headers: { 'x-apikey': key, accept: 'application/json' },
    })
    return judged(subject, reply)
  }

  async function judged(subject: VirusTotalSubject, reply: HttpsReply): Promise<VirusTotalOutcome> {
    const { status, evidence } = reply
    const body = jsonOf(reply)
    const code = errorCode(body)
    const lines = httpLines(evidence, key)
    const silent = (reason: string, failure: FailureReason): VirusTotalOutcome => {
      onRequest?.(status === 401 || status === 403 ? 'refused' : status === 429 ? 'paused' : 'failed')
      const shown = { ...evidence, lines: [...lines, ...(code === null ? [] : [code])] }
      return { kind: 'silent', reason: `could not be asked: ${reason}`, failure, evidence: shown }
    }
    if (reply.failure !== null) return silent(reply.failure.text, reply.failure.reason)
    if (status === 401 || status === 403) {
      onProblem?.(new Error(`VirusTotal refuses the key: ${code ?? 'no reason'} (status ${status})`))
      return silent("VirusTotal refuses the server's key", 'refused')
    }
    if (status === 429) {
      const until = pauseAfter(code, evidence.askedAt)
      await remembering(() => memory.pause(until))
      return silent(usedUp, 'over-budget')
    }
    if (status !== 200 && !(status === 404 && code === 'NotFoundError'))
      return silent(`it answered with status ${status}`, 'servfail')
    if (body === undefined) return silent('its answer is not readable', 'malformed')
    const report = readVirusTotal(status, body)
    if ('error' in report) return silent('its answer is not readable', 'malformed')
    minuteEnds = null
    onRequest?.('answered')
    const stored = { report, evidence: { ...evidence, lines: [...lines, ...reportLines(report, key)] } }
    await remembering(() => memory.keep(subject, stored))
    return { kind: 'answer', stored }
  }

  /**
   * Until when no request is sent after status 429. A used-up quota may be that of the minute, the day or the month, and
   * VirusTotal does not say which: one that is used up again within two minutes after that minute is not that of the
   * minute. A later one tells nothing, because this process can have missed answers that other processes got meanwhile.
   */
  function pauseAfter(code: string | null, askedAt: number): Date {
    const time = now().getTime()
    if (code !== 'QuotaExceededError') return new Date(time + minuteMs)
    if (minuteEnds === null || askedAt >= minuteEnds + 2 * minuteMs) minuteEnds = time + minuteMs
    else if (askedAt >= minuteEnds) return new Date((Math.floor(time / dayMs) + 1) * dayMs)
    return new Date(minuteEnds)
  }

  return {
    ask(subject) {
      const id = `${subject.kind} ${subject.name}`
      const shared = running.get(id)
      if (shared !== undefined) return shared
      const started = lookUp(subject)
        .catch((error: unknown) => {
          onProblem?.(new Error('a request to VirusTotal failed', { cause: error }))
          return unsent(subject, internal, 'internal')
        })
        .finally(() => running.delete(id))
      running.set(id, started)
      return started
    },
    abandoned: subject => unsent(subject, 'the scan ended before the answer arrived', 'cancelled'),
  }
}

/** The body as JSON; undefined when it is none, or was cut. */
function jsonOf({ contentType, body, whole, failure }: HttpsReply): unknown {
  if (failure !== null || !whole || contentType !== 'application/json') return undefined
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
