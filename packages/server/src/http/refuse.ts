import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type ErrorCode, type ErrorReply, errorStatus, wording } from '@waxseal/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { Refusal } from '../errors.ts'

const notUnderstood = 'The request is not understood'

/** Every error of a request leaves through here, as `{ detail, code, feature?, request_id }`. */
export function refuseErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(refuse)
}

/** Answers one error. What is not a refusal or the client's mistake is a bug: logged, and answered without a word. */
export function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) {
    if (error.cause !== undefined) request.log.warn({ err: error.cause }, error.detail)
    return send(request, reply, error.code, error.detail, error.feature)
  }
  const told = clientError(error)
  if (told) return send(request, reply, told.code, told.detail)
  request.log.error({ err: error, request_id: request.id }, 'a request failed')
  return send(request, reply, 'internal', wording.internal)
}

/** The same shape for something that is not there. */
export function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(request, reply, 'not_found', wording.notFound)
}

/** Answers what is not even HTTP, too long a header or too slow a request, before there is a request to speak of. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const reply: ErrorReply = { detail: notUnderstood, code: 'validation', request_id: randomUUID() }
  const body = JSON.stringify(reply)
  const head = ['HTTP/1.1 400 Bad Request', 'Content-Type: application/json; charset=utf-8', 'Connection: close']
  socket.end([...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'))
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
    // The answer has begun; all that is left is to end it short, so that nobody takes it for whole.
    reply.raw.destroy()
    return reply
  }
  // Serialized here: an endpoint that does not list this error must not turn it into another.
  return reply
    .code(errorStatus[code])
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(JSON.stringify(body))
}

function clientError(error: FastifyError): { code: ErrorCode; detail: string } | null {
  if (hasZodFastifySchemaValidationErrors(error)) return { code: 'validation', detail: readable(error.validation) }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'too_large', detail: wording.tooLarge }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { code: 'unsupported_media_type', detail: 'Send the request as application/json' }
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return { code: 'validation', detail: 'The request is not valid JSON' }
    case 'FST_ERR_BAD_URL':
      return { code: 'validation', detail: 'The address is not valid' }
    default:
      // What else Fastify itself finds wrong with a request (a length that does not match, a prototype in the JSON).
      if (error.statusCode === 400) return { code: 'validation', detail: notUnderstood }
      // What the file server says of a folder, or of a path that leads out of ours.
      if (error.statusCode === 403 || error.statusCode === 404) return { code: 'not_found', detail: wording.notFound }
      return null
  }
}

function readable(problems: readonly { instancePath: string; message?: string | undefined }[]): string {
  const lines = problems.map(({ instancePath, message = 'is not valid' }) => {
    const field = instancePath.split('/').filter(Boolean).join('.')
    return field === '' ? message : `${field}: ${message}`
  })
  return [...new Set(lines)].slice(0, 5).join('; ')
}
