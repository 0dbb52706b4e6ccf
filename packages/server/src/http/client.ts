import fastifyRateLimit from '@fastify/rate-limit'

/**
 * The key under which requests without a session are counted: the client address, or its /64 for IPv6, because one
 * customer gets a whole /64.
 */
export function clientOf(ip: string): string {
  return fastifyRateLimit.normalizeIP(ip, 64)
}
