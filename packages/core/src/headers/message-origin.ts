import { fieldNamed, type HeaderField } from './field.ts'
import type { Hop } from './hop.ts'
import { isOutside } from './inside-address.ts'
import type { OrganizationalDomain, ParsedHeader } from './parsed-header.ts'
import { firstOutside, isFetch, organizationOf, receivingHost } from './receiver.ts'

/** Fields of Exchange. It adds them behind those of the sender, and renames or removes copies that come in. */
const exchangeField = /^x-(?:ms-exchange-|forefront-antispam-|microsoft-antispam)/
/** Fields of OVHcloud, which also adds them behind those of the sender. */
const ovhField = /^x-(?:ovh-|vr-spam)/

/**
 * Whether the receiving organization wrote a field, as far as its place shows. What is below a `Received` of another
 * organization may have been there before. Exchange and OVHcloud add their fields at the end: these count wherever they
 * are when such a system received the message.
 */
export function isOfReceiver(
  { name, line }: Pick<HeaderField, 'name' | 'line'>,
  path: readonly Hop[],
  organizationalDomain: OrganizationalDomain,
): boolean {
  const outside = firstOutside(path, organizationalDomain)
  if (line < outside) return true
  const hops = path.filter(({ at, by }) => by !== null && at.line < outside)
  const isAt = (organization: string) =>
    hops.some(({ by }) => organizationOf(by ?? '', organizationalDomain) === organization)
  if (ovhField.test(name)) return isAt('ovh.net')
  if (!exchangeField.test(name)) return false
  return isAt('outlook.com') || hops.some(({ at }) => /\swith Microsoft SMTP Server\b/.test(at.text))
}

/** The client signed in to the host that took the message (RFC 3848: `ESMTPA`, `ESMTPSA`). */
export function isSubmission(hop: Pick<Hop, 'protocol'> | null): boolean {
  return hop !== null && hop.protocol !== null && /^(?:UTF8)?(?:E?SMTP|LMTP)S?A$/.test(hop.protocol)
}

/** The message did not leave its organization: Exchange says so, or each hop is inside the organization that received it. */
export function isInsideMail({ header, path }: ParsedHeader, organizationalDomain: OrganizationalDomain): boolean {
  const authenticated = fieldNamed(header, 'x-ms-exchange-organization-authas')
  if (authenticated && isOfReceiver(authenticated, path, organizationalDomain))
    if (/^\s{0,9}internal\s{0,9}$/i.test(authenticated.value.slice(0, 100))) return true
  const receiver = receivingHost(path, organizationalDomain)
  const own = receiver === null ? null : organizationOf(receiver, organizationalDomain)
  const isOwn = (name: string | null) => [null, own].includes(organizationOf(name ?? '', organizationalDomain))
  return path.length > 0 && path.every(hop => isFetch(hop) || (isOwn(hop.by) && isInsideClient(hop, isOwn)))
}

/** A name that the client gave counts only where no address from outside contradicts it. */
function isInsideClient({ address, from, reverseName }: Hop, isOwn: (name: string | null) => boolean): boolean {
  if (address !== null && isOutside(address)) return reverseName?.includes('.') === true && isOwn(reverseName)
  return isOwn(reverseName ?? from)
}
