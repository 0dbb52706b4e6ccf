import { request } from 'node:https'
import { type SecureContext, TLSSocket } from 'node:tls'
import { failureOf, type HttpsFailure, unanswered } from './failure.ts'

/** One response, read up to the size limit. */
export interface Response {
  status: number
  /** The media type in lower case, without parameters; null when the server sent none. */
  contentType: string | null
  location: string | null
  /** The header Retry-After, as sent. */
  retryAfter: string | null
  body: Buffer
  /** False: the body is longer than allowed and was cut. */
  whole: boolean
  /** When the server's certificate begins and ends to be valid; absent: it did not say so in a form that we can read. */
  validity?: Validity
}

/** ISO 8601, UTC. */
export interface Validity {
  notBefore: string
  notAfter: string
}

export interface ExchangeOptions {
  /** The address to connect to. The name of the URL is not resolved here. */
  address: string
  port: number
  maxBytes: number
  /** The time limit of connection and TLS handshake together, in milliseconds. */
  connectMs: number
  signal: AbortSignal
  /**
   * Further header fields, by lower-case name, also instead of `accept` and `user-agent`. They can hold a secret, so no
   * error and no evidence has them.
   */
  headers?: Readonly<Record<string, string>> | undefined
  /** What is sent with POST; a GET request by default. */
  content?: Content | undefined
  /** Called once the certificate is accepted: from now on the server may have the request. */
  onConnect?: (() => void) | undefined
  /** The trusted certificate authorities; those of the system by default. */
  trusted?: SecureContext
}

/** The body of a POST request. */
export interface Content {
  body: Buffer
  /** By lower-case name; the content type among them. */
  headers: Readonly<Record<string, string>>
}

/** The oldest protocol of a connection. A `SecureContext` brings its own, so it must be made with this one. */
export const minVersion = 'TLSv1.2'

/** The maximum number of 1xx responses before the final one (RFC 9110 section 15.2). */
const announcementsMax = 10

/**
 * One request to one address. The certificate must be valid for the name of the URL. The body is not decompressed
 * (we do not ask for compression), and reading stops at `maxBytes`. Never rejects.
 */
export function exchange(url: URL, options: ExchangeOptions): Promise<Response | HttpsFailure> {
  const { address, port, maxBytes, connectMs, signal, headers, content, onConnect, trusted } = options
  const { promise, resolve } = Promise.withResolvers<Response | HttpsFailure>()
  const outgoing = request({
    host: address,
    port,
    servername: url.hostname,
    path: url.pathname + url.search,
    method: content === undefined ? 'GET' : 'POST',
    headers: {
      accept: '*/*',
      'user-agent': 'Waxseal',
      ...headers,
      ...content?.headers,
      // What follows belongs to this exchange. No caller changes it.
      ...(content !== undefined && { 'content-length': content.body.length }),
      host: url.hostname,
      'accept-encoding': 'identity',
      connection: 'close',
    },
    // A new connection: a kept one may lead to an address that was allowed for another request.
    agent: false,
    minVersion,
    maxHeaderSize: 16_384,
    signal,
    ...(trusted === undefined ? {} : { secureContext: trusted }),
  })
  const connecting = setTimeout(() => {
    outgoing.destroy(Object.assign(new Error('connecting took too long'), { code: 'ETIMEDOUT' }))
  }, connectMs)
  outgoing.once('socket', socket =>
    socket.once('secureConnect', () => {
      clearTimeout(connecting)
      validity = validityOf(socket)
      onConnect?.()
    }),
  )
  let validity: Validity | null = null
  let announced = 0
  outgoing.on('information', () => {
    if (++announced <= announcementsMax) return
    resolve(unanswered('malformed', 'the server sent too many interim responses'))
    outgoing.destroy()
  })
  outgoing.once('error', error => resolve(failureOf(error)))
  outgoing.once('close', () => {
    clearTimeout(connecting)
    resolve(unanswered('malformed', 'the server closed the connection before its response was complete'))
  })
  outgoing.once('response', incoming => {
    const chunks: Buffer[] = []
    let length = 0
    const done = (whole: boolean): void => {
      resolve({
        status: incoming.statusCode ?? 0,
        contentType: mediaType(incoming.headers['content-type']),
        location: incoming.headers.location ?? null,
        retryAfter: incoming.headers['retry-after'] ?? null,
        body: Buffer.concat(chunks),
        whole,
        ...(validity !== null && { validity }),
      })
      outgoing.destroy()
    }
    const encoding = incoming.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
    if (encoding !== 'identity' && encoding !== '') {
      resolve(unanswered('malformed', 'the server sent a compressed response that was not requested'))
      outgoing.destroy()
      return
    }
    incoming.on('data', (chunk: Buffer) => {
      const room = maxBytes - length
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
      length += chunk.length
      if (length > maxBytes) done(false)
    })
    incoming.once('end', () => {
      if (incoming.complete) done(true)
    })
    incoming.once('error', error => resolve(failureOf(error)))
  })
  outgoing.end(content?.body)
  return promise
}

/** The dates of the certificate that a TLS connection was accepted with. */
function validityOf(socket: unknown): Validity | null {
  if (!(socket instanceof TLSSocket)) return null
  // Node returns the certificate of a connection once: a second call finds none.
  const certificate = socket.getPeerX509Certificate()
  const [from, to] = [certificate?.validFromDate, certificate?.validToDate]
  if (from === undefined || to === undefined || Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return null
  return { notBefore: from.toISOString(), notAfter: to.toISOString() }
}

function mediaType(header: string | undefined): string | null {
  const type = header?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[!#$%&'*+.^_`|~a-z0-9-]{1,60}\/[!#$%&'*+.^_`|~a-z0-9-]{1,60}$/.test(type) ? type : null
}
