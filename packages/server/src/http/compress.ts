import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Endpoints whose replies hold a secret or an identity, by id. Their replies are never compressed: the length of a
 * compressed reply reveals whether it repeats a text that an attacker has chosen (BREACH). Nor are the replies of the
 * sign-in below `/api/identity`, which no endpoint of the contract serves.
 */
export const secretReplies: ReadonlySet<string> = new Set([
  'auth.me',
  'workspace.invite',
  'workspace.invitations',
  'invitations.read',
  'invitations.accept',
  'api-keys.list',
  'api-keys.create',
  'alerts.settings',
  'alerts.save-settings',
  'alerts.resume',
  'alerts.new-webhook-secret',
  // A kept mail has the link that unsubscribes its address.
  'alerts.deliveries',
  'visitor-check.link',
])

/** Smaller replies fit into one packet as they are. */
const minBytes = 1_024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a large reply of this route is compressed. Without it, none is. */
    compressed?: boolean
  }
}

/**
 * Compresses the large JSON replies of the routes marked with `compressed`, while they are sent. Streams of events are
 * never compressed: each event must leave at once.
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.compressed !== true || !isLargeJson(reply, payload)) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === null) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return Readable.from([payload]).pipe(compressors[encoding]())
  })
}

function isLargeJson(reply: FastifyReply, payload: unknown): payload is string {
  if (typeof payload !== 'string' || Buffer.byteLength(payload) <= minBytes) return false
  return String(reply.getHeader('content-type')).startsWith('application/json')
}

/** The best first. The qualities are fast ones: a reply is compressed for one reader. */
const compressors = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 4 }),
} as const

type Encoding = keyof typeof compressors

const encodings: readonly Encoding[] = ['br', 'gzip']

/**
 * The encoding a client prefers (RFC 9110 section 12.5.3), of those it weighs alike the better one. Null when it accepts
 * neither, prefers the plain reply, or does not say.
 */
export function encodingFor(header: string | undefined): Encoding | null {
  const weights = new Map<string, number>()
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim().toLowerCase())
    const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const weightOf = (encoding: string): number => weights.get(encoding) ?? weights.get('*') ?? 0
  const [best] = encodings.toSorted((a, b) => weightOf(b) - weightOf(a))
  if (best === undefined || weightOf(best) === 0) return null
  return weightOf(best) >= (weights.get('identity') ?? 0) ? best : null
}
