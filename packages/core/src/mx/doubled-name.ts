import { isSubdomain, labels, parentOf } from '../dns/index.ts'
import { providerOfHost } from '../providers/index.ts'

/**
 * The host that an exchange means if a DNS panel appended the zone to it, as panels do where the final dot is missing:
 * `mx1.example.com` for `mx1.example.com.example.com`, `aspmx.l.google.com` for `aspmx.l.google.com.example.com`. Null: it
 * does not look so. Only a host of the same zone or of a known provider counts, since `mail.eu.example.com` is a name of
 * its own.
 *
 * @param domain the scanned domain, as A-labels: its zone may also be a parent
 */
export function undoubledHost(host: string, domain: string): string | null {
  for (let zone: string | null = domain; zone?.includes('.'); zone = parentOf(zone)) {
    if (!host.endsWith(`.${zone}`)) continue
    const meant = host.slice(0, -zone.length - 1)
    const isHost = labels(meant).length >= 3 && !/^\d+$/.test(labels(meant).at(-1) ?? '')
    if (isSubdomain(meant, zone) || isHost || providerOfHost(meant) !== null) return meant
  }
  return null
}
