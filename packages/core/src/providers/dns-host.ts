import { dnsHosts } from './dns-hosts.data.ts'
import { comparable, matchesPattern } from './name-pattern.ts'

/** The company where a zone with these name servers is edited; null when unknown, or when they belong to several. */
export function dnsHostOf(nameServers: readonly string[]): string | null {
  const names = new Set(nameServers.map(nameOf))
  const [name = null] = names
  return names.size === 1 ? name : null
}

function nameOf(nameServer: string): string | null {
  const host = comparable(nameServer)
  // Route 53 numbers a label: ns-1.awsdns-00.com.
  if (/\.awsdns-\d{1,3}\.(?:com|net|org|co\.uk)$/.test(host)) return 'Amazon Route 53'
  return dnsHosts.find(each => each.nameServers.some(form => matchesPattern(host, form)))?.name ?? null
}
