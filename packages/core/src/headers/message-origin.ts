import { fieldNamed, type HeaderField, type MessageHeader } from './field.ts'
import type { Hop } from './hop.ts'
import { isOutside } from './inside-address.ts'
import type { OrganizationalDomain, ParsedHeader } from './parsed-header.ts'
import { identifierIn } from './received.ts'
import { firstOutside, isFetch, organizationOf, receivingHost } from './receiver.ts'

/** Fields of Exchange. It adds them behind those of the sender, and renames or removes copies that come in. */
const exchangeField = /^x-(?:ms-exchange-|forefront-antispam-|microsoft-antispam)/
/** Fields of OVHcloud, which also adds them behind those of the sender. */
const ovhField = /^x-(?:ovh-|vr-spam)/
/** Fields of Proton. They follow its X-Pm-Origin, which all mail from outside has, at the end of the header. */
const protonField = /^x-pm-spam/

/** What tells who wrote a field. */
export type Origin = Pick<ParsedHeader, 'path'> & { header: Pick<MessageHeader, 'fields'> }

/**
 * Tells of each field whether the receiving organization wrote it, as far as its place shows. What is below a `Received`
 * of another organization may have been there before. Four systems add fields at the end, where these count too:
 * Exchange, OVHcloud and Proton where such a system received the message, and Rspamd where its fields follow the identifier
 * that the receiver gave the message.
 */
export function receiverFields(
  { header, path }: Origin,
  organizationalDomain: OrganizationalDomain,
): (field: Pick<HeaderField, 'name' | 'line'>) => boolean {
  const outside = firstOutside(path, organizationalDomain)
  const hops = path.filter(({ at, by }) => by !== null && at.line < outside)
  const isAt = (organization: string) =>
    hops.some(({ by }) => organizationOf(by ?? '', organizationalDomain) === organization)
  const isOvh = isAt('ovh.net')
  const isExchange = isAt('outlook.com') || hops.some(({ at }) => /\swith Microsoft SMTP Server\b/.test(at.text))
  const rspamd = rspamdFields(header, hops, outside)
  const proton = isAt('protonmail.ch') ? header.fields.findLast(each => each.name === 'x-pm-origin') : undefined
  return ({ name, line }) =>
    line < outside ||
    (ovhField.test(name) && isOvh) ||
    (exchangeField.test(name) && isExchange) ||
    (line > rspamd && rspamdField.test(name)) ||
    (proton !== undefined && line > proton.line && protonField.test(name))
}

/** Fields that Rspamd adds (its module milter_headers). */
const rspamdField = /^x-(?:rspamd-|spamd-|spam$|spam-)/
/** Fields that a milter may have added behind them. */
const addedField = /^(?:x-|arc-|authentication-results$|dkim-signature$)/

/**
 * The line of the X-Rspamd-Queue-Id below which all fields are the receiver's; Infinity: there is none. Rspamd writes the
 * identifier that the mail server gave the message, which is also in its `Received`. The sender cannot know it in advance.
 */
function rspamdFields({ fields }: Origin['header'], hops: readonly Hop[], outside: number): number {
  const queue = fields.findLast(({ name }) => name === 'x-rspamd-queue-id')
  if (queue === undefined || queue.line < outside) return Number.POSITIVE_INFINITY
  const identifier = queue.value.trim()
  const isKnown = /^[\w-]{6,64}$/.test(identifier) && hops.some(({ at }) => identifierIn(at.text) === identifier)
  const isAtEnd = fields.slice(fields.indexOf(queue)).every(({ name }) => addedField.test(name))
  return isKnown && isAtEnd ? queue.line : Number.POSITIVE_INFINITY
}

/**
 * The line of the last `Authentication-Results` where Rspamd wrote it: among the fields added at the end of the header, with
 * the identifier that the receiver gave the message. Null: there is none.
 */
export function resultsAtEnd({ header, path }: Origin, organizationalDomain: OrganizationalDomain): number | null {
  const outside = firstOutside(path, organizationalDomain)
  const hops = path.filter(({ at, by }) => by !== null && at.line < outside)
  if (rspamdFields(header, hops, outside) === Number.POSITIVE_INFINITY) return null
  const last = header.fields.findLastIndex(({ name }) => name === 'authentication-results')
  const isAdded = header.fields.slice(Math.max(last, 0)).every(({ name }) => addedField.test(name))
  return isAdded ? (header.fields[last]?.line ?? null) : null
}

/** The client signed in to the host that took the message (RFC 3848: `ESMTPA`, `ESMTPSA`). */
export function isSubmission(hop: Pick<Hop, 'protocol'> | null): boolean {
  return hop !== null && hop.protocol !== null && /^(?:UTF8)?(?:E?SMTP|LMTP)S?A$/.test(hop.protocol)
}

/** The message did not leave its organization: Exchange says so, or each hop is inside the organization that received it. */
export function isInsideMail({ header, path }: ParsedHeader, organizationalDomain: OrganizationalDomain): boolean {
  const authenticated = fieldNamed(header, 'x-ms-exchange-organization-authas')
  if (authenticated && receiverFields({ header, path }, organizationalDomain)(authenticated))
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
