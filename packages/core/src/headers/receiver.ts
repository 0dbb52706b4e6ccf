import { embeddedIpv4, parseAddress } from '../dns/index.ts'
import type { Hop } from './hop.ts'
import type { OrganizationalDomain } from './parsed-header.ts'

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
  ['zoho.com', 'zoho.eu', 'zohomail.com'],
  ['protonmail.ch', 'proton.ch', 'protonmail.com', 'proton.me'],
]

/** The organization of a host, as one domain that stands for all of its own; null for what is no host name. */
export function organizationOf(host: string, organizationalDomain: OrganizationalDomain): string | null {
  const address = parseAddress(host.replace(/^\[|\]$/g, ''))
  // Gmail names its own hosts by 6to4 addresses of 10.0.0.0/8 and by those themselves.
  if (address !== null) return isGoogleInside(address) ? 'google.com' : null
  const name = host.toLowerCase().replace(/\.$/, '')
  if (name.length > 253 || !/^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/.test(name)) return null
  const domain = organizationalDomain(name)
  return families.find(family => family.includes(domain))?.[0] ?? domain
}

function isGoogleInside(address: NonNullable<ReturnType<typeof parseAddress>>): boolean {
  const inside = address.family === 6 ? embeddedIpv4(address) : null
  return address.family === 6 && address.value >> 112n === 0x2002n && inside !== null && inside.value >> 24n === 10n
}

/** The host that received the message last: the newest `by` that names an organization. null: none does. */
export function receivingHost(path: readonly Hop[], organizationalDomain: OrganizationalDomain): string | null {
  return path.findLast(({ by }) => by !== null && organizationOf(by, organizationalDomain) !== null)?.by ?? null
}
