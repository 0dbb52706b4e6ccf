import type { FastifyReply } from 'fastify'

/**
 * For what a secret address shows: no search engine lists it, no cache keeps it, and what its page loads does not learn
 * the address.
 */
export function keepPrivate(reply: FastifyReply): void {
  reply
    .header('x-robots-tag', 'noindex, nofollow')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'private, no-store')
}
