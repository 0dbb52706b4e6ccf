import type { FastifyRequest } from 'fastify'

type Addressed = Pick<FastifyRequest, 'url'>

/**
 * The path of a request as the router reads it, however a client writes it: an encoded letter, digit, `-`, `.`, `_` or `~`
 * stands for itself (RFC 3986 section 6.2.2.2).
 */
export function plainPath({ url }: Addressed): string {
  const path = url.split('?')[0] ?? ''
  return path.replace(/%[\da-f]{2}/gi, code => {
    const character = String.fromCharCode(Number(`0x${code.slice(1)}`))
    return /[\w.~-]/.test(character) ? character : code
  })
}

/** Whether a request is a call of the API, known or not: `/api` has no pages. */
export function isCall(request: Addressed): boolean {
  return /^\/api(?:\/|$)/.test(plainPath(request))
}
