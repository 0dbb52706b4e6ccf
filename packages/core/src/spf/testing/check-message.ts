import { type Zone, zoneResolver } from '../../dns/index.ts'
import { checkHost, type SpfOutcome, type SpfQuery } from '../check-host.ts'

/**
 * Checks a message from `strong-bad@email.example.com`, the sender of RFC 7208 section 7.4, and returns the queries.
 */
export async function checkMessage(
  zone: Zone,
  query: Partial<SpfQuery> = {},
): Promise<SpfOutcome & { asked: string[] }> {
  const resolver = zoneResolver(zone)
  const message = { ip: '192.0.2.3', sender: 'strong-bad@email.example.com', helo: 'mx.example.org' }
  const outcome = await checkHost(resolver, { ...message, ...query })
  return { ...outcome, asked: resolver.calls.map(({ name, type }) => `${type} ${name}`) }
}

/** The DNS with one record for that sender's domain. */
export function senderRecord(text: string, more: Zone = {}): Zone {
  return { 'email.example.com': { TXT: [text] }, ...more }
}
