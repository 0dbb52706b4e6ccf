import fastifyRateLimit from '@fastify/rate-limit'
import type { Places } from '../ports.ts'

/**
 * The key under which requests without a session are counted: the client address, or its /64 for IPv6, because one
 * customer gets a whole /64.
 */
export function clientOf(ip: string): string {
  return fastifyRateLimit.normalizeIP(ip, 64)
}

/** Where an address is: what one customer, one site and one network have. */
export function placesOf(ip: string): Places {
  const client = clientOf(ip)
  const isIpv6 = client.includes(':')
  return {
    client,
    site: isIpv6 ? `${fastifyRateLimit.normalizeIP(ip, 48)}/48` : null,
    network: isIpv6 ? `${fastifyRateLimit.normalizeIP(ip, 32)}/32` : `${client.split('.').slice(0, 2).join('.')}/16`,
  }
}
