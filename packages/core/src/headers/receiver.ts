import { embeddedIpv4, parseAddress } from '../dns/index.ts'
import type { Hop } from './hop.ts'
import { isOutside } from './inside-address.ts'
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

/** Microsoft 365 and Outlook.com as an organization. */
export const microsoft = 'outlook.com'

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

/** The organization that received a message, as its path shows it. */
export interface Receiver {
  /** The newest hop of a receiving host; null: no `Received` shows one. */
  newest: Hop | null
  /** The organization of this host, as one domain; null: its name does not show it. */
  organization: string | null
  /** The hop in which the message came in from a client outside; null: the path does not show it. */
  arrival: Hop | null
  /** The line of the topmost `Received` that was in the message before it came in. Infinity: there is none. */
  outside: number
  /** The organizations of the client and of the hosts before it, where that of the receiver is unknown; else empty. */
  senders: ReadonlySet<string>
}

/**
 * Reads the path from the newest hop. The receiving host is the first that names an organization. A hop whose client has a
 * public address is the border of the receiver, also when its host has a name without a domain: the hosts below it belong
 * to the sender. Private clients, LMTP (RFC 2033 section 5) and fetches from a mailbox are inside.
 */
export function receiverOf(path: readonly Hop[], organizationalDomain: OrganizationalDomain): Receiver {
  const hops = path.toReversed().filter(hop => !isFetch(hop))
  const ownerOf = (host: string | null) => (host === null ? null : organizationOf(host, organizationalDomain))
  const start = hops.findIndex(hop => ownerOf(hop.by) !== null || isPublicClient(hop))
  const newest = hops[start] ?? null
  const organization = ownerOf(newest?.by ?? null)
  let arrival: Hop | null = null
  // A client with the name of another organization is certainly outside; one without a name may be a relay of the receiver.
  let isBorder = false
  let outside = Number.POSITIVE_INFINITY
  for (const hop of newest === null ? [] : hops.slice(start)) {
    const owner = ownerOf(hop.by)
    if (isBorder || (owner !== null && owner !== organization)) {
      outside = hop.at.line
      break
    }
    const client = ownerOf(hop.reverseName ?? hop.from)
    if (!isPublicClient(hop) || (client !== null && client === organization)) continue
    arrival ??= hop
    isBorder ||= organization === null || client !== null
  }
  const before = organization === null ? hops.filter(({ at }) => at.line >= outside).map(({ by }) => by) : []
  const names = organization === null ? [arrival?.reverseName ?? null, arrival?.from ?? null, ...before] : []
  const senders = new Set(names.map(ownerOf).filter(owner => owner !== null))
  return { newest, organization, arrival, outside, senders }
}

/** No mail server offers LMTP to clients outside its own network. */
function isPublicClient({ address, protocol }: Pick<Hop, 'address' | 'protocol'>): boolean {
  return address !== null && isOutside(address) && !/^(?:UTF8)?LMTP/.test(protocol ?? '')
}

/** Whether the receiver wrote a field, because it is above the `Received` of the hop in which the message came in. */
export function isAboveArrival(line: number, { arrival, newest }: Receiver): boolean {
  const hop = arrival ?? newest
  return hop !== null && line < hop.at.line
}

/** The host that received the message last; null: none is known. */
export function receivingHost(path: readonly Hop[], organizationalDomain: OrganizationalDomain): string | null {
  return receiverOf(path, organizationalDomain).newest?.by ?? null
}

/** The line of the topmost `Received` that was in the message before it came in: fields below it were there before. */
export function firstOutside(path: readonly Hop[], organizationalDomain: OrganizationalDomain): number {
  return receiverOf(path, organizationalDomain).outside
}

/** The organization of the host that a `Received-SPF` field names as its writer; null: it names none. */
export function writerOf(
  { properties, comment }: Pick<ReceivedSpf, 'properties' | 'comment'>,
  organizationalDomain: OrganizationalDomain,
): string | null {
  const writer = properties.get('receiver') ?? /^([a-z0-9.-]{1,253}):\s/i.exec(comment ?? '')?.[1]
  return writer === undefined ? null : organizationOf(writer, organizationalDomain)
}
