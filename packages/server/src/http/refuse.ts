import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, type ErrorReply, errorStatus, wording } from '@waxseal/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDiskFull } from '../db/disk-full.ts'
import { isUnreachable } from '../db/unreachable.ts'
import { Refusal } from '../errors.ts'
import type { Parts } from '../metrics/parts.ts'
import { addressMax } from './one-road.ts'
import { headersWithoutPage } from './security.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a body above the limit of this route is answered, if not `wording.tooLarge`. */
    tooLarge?: string
  }
}

const notUnderstood = 'The request is invalid'

/** After this long a client that got a 503 may try again, in seconds, where nothing better is known. */
export const retryAfterSeconds = 10

/** Sends every error of a request as `{ detail, code, feature?, request_id }`. A full disk makes `/readyz` red. */
export function refuseErrors(app: FastifyInstance, { parts }: { parts: Pick<Parts, 'diskIsFull'> }): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (isDiskFull(error)) parts.diskIsFull()
    return refuse(error, request, reply)
  })
}

/**
 * Answers one error. An error that is neither a refusal, nor the client's mistake, nor a database that cannot be reached,
 * nor a full disk is a bug: it is logged, and the reply has a constant text.
 */
export function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) {
    if (error.cause !== undefined) request.log.warn({ err: error.cause }, error.detail)
    if (error.retryAfterSeconds !== undefined && !reply.raw.headersSent)
      reply.header('retry-after', error.retryAfterSeconds)
    return send(request, reply, error.code, error.detail, error.feature)
  }
  const refusal = clientError(error, request)
  if (refusal) {
    if (refusal.code === 'range_not_satisfiable') tellLength(error, reply)
    return send(request, reply, refusal.code, refusal.detail)
  }
  if (isUnreachable(error)) {
    request.log.warn({ err: error }, 'the database could not be reached')
    return send(request, reply, 'unavailable', wording.unavailable)
  }
  if (isDiskFull(error)) {
    request.log.error({ err: error }, 'the disk is full')
    return send(request, reply, 'unavailable', wording.unavailable)
  }
  request.log.error({ err: error }, 'a request failed')
  return send(request, reply, 'internal', wording.internal)
}

/** The same shape for what does not exist. */
export function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(request, reply, 'not_found', wording.notFound)
}

/** The time that a refused client has to read its reply and to close, in ms. Then it loses its connection. */
const lingerMs = 1_000

/**
 * Answers a connection without a valid HTTP request, such as too long a header or too slow a request, and takes it away: a
 * client that closes nothing would hold it forever.
 */
export function refuseConnection(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { code, detail } = refusalOfConnection(error)
  const reply: ErrorReply = { detail, code, request_id: randomUUID() }
  const body = JSON.stringify(reply)
  const status = errorStatus[code]
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(headersWithoutPage).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end([...head, '', body].join('\r\n'))
  const linger = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(linger))
}

function refusalOfConnection({ code, rawPacket }: { code?: string; rawPacket?: unknown }): {
  code: ErrorCode
  detail: string
} {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { code: 'request_timeout', detail: 'The request took too long' }
  const lineEnd = Buffer.isBuffer(rawPacket) ? rawPacket.indexOf('\n') : 0
  const isLongLine = code === 'HPE_HEADER_OVERFLOW' && (lineEnd === -1 || lineEnd > addressMax)
  if (isLongLine) return { code: 'address_too_long', detail: wording.addressTooLong }
  return { code: 'validation', detail: notUnderstood }
}

/** How long the file is, as the file server found out (RFC 9110 section 15.5.17). */
function tellLength(error: FastifyError & { headers?: Readonly<Record<string, string>> }, reply: FastifyReply): void {
  const range = error.headers?.['Content-Range']
  if (range !== undefined) reply.header('content-range', range)
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  detail: string,
  feature?: string,
): FastifyReply {
  const body: ErrorReply = { detail, code, ...(feature !== undefined && { feature }), request_id: request.id }
  if (reply.raw.headersSent) {
    // The reply has started, so the connection is cut to make sure that no client takes it for complete.
    reply.raw.destroy()
    return reply
  }
  // The reply is about this request alone.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (errorStatus[code] === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterSeconds)
  // Serialized here, so that the schema of an endpoint that does not list this error cannot change it.
  return reply
    .code(errorStatus[code])
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(JSON.stringify(body))
}

function clientError(
  error: FastifyError,
  { body, routeOptions }: FastifyRequest,
): { code: ErrorCode; detail: string } | null {
  const { tooLarge = wording.tooLarge } = routeOptions.config
  if (hasZodFastifySchemaValidationErrors(error)) {
    if (error.validationContext === 'body' && !isObject(body)) return { code: 'validation', detail: bodyNeeded }
    return { code: 'validation', detail: readable(error.validation) }
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'too_large', detail: tooLarge }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { code: 'unsupported_media_type', detail: 'Send the request as application/json' }
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return { code: 'validation', detail: 'The request is not valid JSON' }
    case 'FST_ERR_BAD_URL':
      return { code: 'validation', detail: 'The URL is invalid' }
    default:
      // Such as that of the file server for a range which the file does not have.
      if (error.statusCode === 416)
        return { code: 'range_not_satisfiable', detail: 'The file does not have this range' }
      // Other request errors that Fastify detects (a wrong length, a prototype in the JSON).
      if (error.statusCode === 400) return { code: 'validation', detail: notUnderstood }
      // The file server's errors for a folder, or for a path outside ours.
      if (error.statusCode === 403 || error.statusCode === 404) return { code: 'not_found', detail: wording.notFound }
      return null
  }
}

/** A body is always an object, whatever the call. */
const bodyNeeded = 'The request needs a body that is a JSON object'

function isObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

function readable(problems: readonly { instancePath: string; message?: string | undefined }[]): string {
  const lines = problems.map(({ instancePath, message = 'is not valid' }) => {
    const field = instancePath.split('/').filter(Boolean).join('.')
    return field === '' ? message : `${field}: ${message}`
  })
  return [...new Set(lines)].slice(0, 5).join('; ')
}
