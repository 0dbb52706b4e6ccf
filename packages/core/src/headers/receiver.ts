import { embeddedIpv4, parseAddress } from '../dns/index.ts'
import type { Hop } from './hop.ts'
import type { OrganizationalDomain } from './parsed-header.ts'
import type { ReceivedSpf } from './result.ts'

/** Domains of one receiver: its hosts and its authserv-ids have different ones. */
const families: readonly (readonly string[])[] = [
  ['google.com', 'gmail.com', 'googlemail.com', '1e100.net'],
  ['outlook.com', 'hotmail.com', 'office365.com', 'microsoft.com', 'exchangelabs.com', 'office365.us', 'outlook.cn'],
  ['yahoo.com', 'yahoodns.net', 'aol.com', 'yahoo.co.jp'],
  ['icloud.com', 'apple.com', 'me.com', 'mac.com'],
  ['messagingengine.com', 'fastmail.com', 'fastmailmx.com'],
  ['mail.ru', 'vk.com'],
  ['yandex.ru', 'yandex.net', 'yandex.com'],
  ['gmx.net', 'gmx.com', 'web.de', '1und1.de', 'kundenserver.de'],
  ['strato.com', 'strato.de', 'rzone.de'],
  ['pphosted.com', 'ppops.net', 'proofpoint.com'],
  ['zoho.com', 'zoho.eu', 'zohomail.com'],
  ['protonmail.ch', 'proton.ch', 'protonmail.com', 'proton.me'],
]

/** Names that hosts of one network use among themselves (RFC 6762 appendix G); every organization has them. */
const insideNames = /\.(?:local|localdomain|internal|intranet|lan|private|corp|home)$/

/**
 * Amazon SES receives mail in each region and names itself `amazonses.com` in its results. The hosts below that name send
 * the mail of its customers. Other hosts below amazonaws.com are those of customers.
 */
const sesInbound = /^inbound-smtp\.[a-z0-9-]{1,63}\.amazonaws\.com$/
const sesOutbound = /\.amazonses\.com$/

/** The organization of a host, as one domain for all of its own; null for what is no host name. */
export function organizationOf(host: string, organizationalDomain: OrganizationalDomain): string | null {
  const address = parseAddress(host.replace(/^\[|\]$/g, ''))
  // Gmail names its own hosts by 6to4 addresses of 10.0.0.0/8 and by those themselves.
  if (address !== null) return isGoogleInside(address) ? 'google.com' : null
  const name = host.toLowerCase().replace(/\.$/, '')
  if (name.length > 253 || !/^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/.test(name)) return null
  if (insideNames.test(name)) return null
  if (sesInbound.test(name)) return 'amazonses.com'
  if (sesOutbound.test(name)) return 'smtp-out.amazonses.com'
  const domain = organizationalDomain(name)
  return families.find(family => family.includes(domain))?.[0] ?? domain
}

function isGoogleInside(address: NonNullable<ReturnType<typeof parseAddress>>): boolean {
  const inside = address.family === 6 ? embeddedIpv4(address) : null
  return address.family === 6 && address.value >> 112n === 0x2002n && inside !== null && inside.value >> 24n === 10n
}

/** A program that fetches mail from a mailbox adds a hop, which is no delivery. */
export function isFetch({ protocol }: Pick<Hop, 'protocol'>): boolean {
  return protocol !== null && /^(?:POP|IMAP)/.test(protocol)
}

/** The host that received the message last: the newest `by` that names an organization. null: none does. */
export function receivingHost(path: readonly Hop[], organizationalDomain: OrganizationalDomain): string | null {
  const host = path.findLast(hop => {
    return hop.by !== null && !isFetch(hop) && organizationOf(hop.by, organizationalDomain) !== null
  })
  return host?.by ?? null
}

/**
 * The line of the topmost `Received` that another organization wrote than the one that received the message last: fields
 * below it were there before. Infinity: there is none.
 */
export function firstOutside(path: readonly Hop[], organizationalDomain: OrganizationalDomain): number {
  const receiver = receivingHost(path, organizationalDomain)
  if (receiver === null) return Number.POSITIVE_INFINITY
  const own = organizationOf(receiver, organizationalDomain)
  const other = path.findLast(hop => {
    const organization = hop.by === null || isFetch(hop) ? null : organizationOf(hop.by, organizationalDomain)
    return organization !== null && organization !== own
  })
  return other?.at.line ?? Number.POSITIVE_INFINITY
}

/** The organization of the host that a `Received-SPF` field names as its writer; null: it names none. */
export function writerOf(
  { properties, comment }: Pick<ReceivedSpf, 'properties' | 'comment'>,
  organizationalDomain: OrganizationalDomain,
): string | null {
  const writer = properties.get('receiver') ?? /^([a-z0-9.-]{1,253}):\s/i.exec(comment ?? '')?.[1]
  return writer === undefined ? null : organizationOf(writer, organizationalDomain)
}
