import { getCACertificates } from 'node:tls'
import type { HttpEvidence } from '@waxseal/core/check'
import { displayText, isPublicAddress, normalName, parseAddress, type Resolver } from '@waxseal/core/dns'
import type { Dial } from '../dial.ts'
import { exchange, type Response } from './exchange.ts'
import { type HttpsFailure, unanswered } from './failure.ts'

export interface HttpsOptions {
  /** Octets of the body that are read; what lies beyond is cut off. */
  maxBytes: number
  /** For everything together: looking up, connecting, every redirect, reading. */
  timeoutMs: number
  /** Redirects that are followed; 0 takes the first response as it is. */
  redirects: number
  signal?: AbortSignal
}

/** What came of one request. */
export interface HttpsReply {
  /** Null when there was no response; `failure` then says why. */
  status: number | null
  /** The media type in lower case, without parameters. */
  contentType: string | null
  /** Where a redirect that was not followed leads to. */
  location: string | null
  /** The octets of the body; none without a response. */
  body: Buffer
  /** False: the body is longer than `maxBytes`. */
  whole: boolean
  failure: HttpsFailure | null
  evidence: HttpEvidence
}

/**
 * Fetches one `https:` URL. Never rejects. Only a name is taken, never an address literal, on port 443, without user
 * and password; every address of the name must be public, and the one connected to is one of those that were looked at:
 * a name that changes its address in between gains nothing.
 */
export type HttpsGet = (url: string, options: HttpsOptions) => Promise<HttpsReply>

export interface HttpsGetOptions {
  resolver: Resolver
  /** Which addresses may be connected to; public ones only when left out. */
  allowAddress?: (address: string) => boolean
  /** Trusted beside the system's authorities, as PEM. */
  ca?: string | undefined
  /** The port that stands for 443. */
  port?: number
  /** Where connections really go, once `allowAddress` has let them pass; where they say when left out. */
  dial?: Dial | undefined
  now?: () => Date
}

/** Addresses of one name that are tried, one after the other. */
const addressesMax = 4
/** Connecting to one of several addresses may take so long: the next one wants its turn within the time of the whole. */
const connectMax = 4000
const linesMax = 64
const lineMax = 256

/** Our one way out to HTTPS in a scan. Node's own client does all that is needed: the address is ours to choose. */
export function createHttpsGet(options: HttpsGetOptions): HttpsGet {
  const { resolver, allowAddress = isPublicAddress, port = 443, dial, now = () => new Date() } = options
  const ca = options.ca === undefined ? {} : { ca: [...getCACertificates('default'), options.ca] }

  async function addressesOf(name: string, signal: AbortSignal): Promise<readonly string[] | HttpsFailure> {
    const answers = await Promise.all([resolver.query(name, 'A', signal), resolver.query(name, 'AAAA', signal)])
    const addresses = answers.flatMap(answer =>
      answer.kind === 'records' ? answer.records.map(record => record.address) : [],
    )
    // One address that may not be reached spoils the name: a mixed set is how such an address is smuggled in.
    const refused = addresses.find(address => !allowAddress(address))
    if (refused !== undefined) {
      return { kind: 'not-public', reason: 'refused', text: `${name} has the address ${refused}, which is not public` }
    }
    if (addresses.length > 0) return addresses.slice(0, addressesMax)
    for (const answer of answers) {
      if (answer.kind === 'failed') return unanswered(answer.reason, `the address of ${name} could not be looked up`)
    }
    return { kind: 'no-address', reason: 'unreachable', text: `${name} has no address` }
  }

  async function fetchOne(url: URL, request: HttpsOptions, signal: AbortSignal, log: (line: string) => void) {
    const addresses = await addressesOf(url.hostname, signal)
    if ('kind' in addresses) return addresses
    const connectMs = addresses.length > 1 ? Math.min(connectMax, request.timeoutMs / 2) : request.timeoutMs
    let outcome: Response | HttpsFailure = unanswered('unreachable', 'no connection to the server')
    for (const address of addresses) {
      log(`GET ${shownUrl(url)} at ${address}`)
      const to = dial?.(address, port) ?? { address, port }
      outcome = await exchange(url, { ...to, maxBytes: request.maxBytes, connectMs, signal, ...ca })
      if (signal.aborted || 'status' in outcome || outcome.kind !== 'unanswered') return outcome
      log(outcome.text)
    }
    return outcome
  }

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
        const fetched = await fetchOne(at, request, signal, log)
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

/** A URL this way out may be used for, or why not. */
function readUrl(text: string): URL | HttpsFailure {
  if (text.length > 2048 || !URL.canParse(text)) return notAsked('this is no URL')
  const url = new URL(text)
  if (url.protocol !== 'https:') return notAsked('only https is asked')
  if (url.username !== '' || url.password !== '') return notAsked('a URL with user or password is not asked')
  if (url.port !== '') return notAsked('only port 443 is asked')
  const { hostname } = url
  if (hostname.startsWith('[') || parseAddress(hostname) !== null)
    return notAsked('an address in place of a name is not asked')
  if (normalName(hostname) === null) return notAsked('the host is no domain name')
  url.hash = ''
  return url
}

function notAsked(text: string): HttpsFailure {
  return { kind: 'bad-url', reason: 'malformed', text }
}

/** What comes after `?` may be a secret. */
function shownUrl(url: URL): string {
  return displayText(`${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`, lineMax)
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

function bodyLines({ contentType, body, whole }: Response): string[] {
  const cut = whole ? [] : ['… cut: the answer is longer than what is read']
  if (contentType !== null && !contentType.startsWith('text/')) return [`${body.length} octets`, ...cut]
  const text = body.subarray(0, linesMax * lineMax).toString('latin1')
  const all = text.split(/\r?\n/, linesMax + 1)
  const more = all.length > linesMax || body.length > linesMax * lineMax ? ['… more is not shown'] : []
  return [...all.slice(0, linesMax).map(line => displayText(line, lineMax)), ...more, ...cut]
}
