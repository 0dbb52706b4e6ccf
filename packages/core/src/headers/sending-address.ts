import type { SendingAddress } from './analysis.ts'
import { fieldNamed, type HeaderField, type HeaderLine, lineOf, type MessageHeader } from './field.ts'
import type { Hop } from './hop.ts'
import { isOutside } from './inside-address.ts'
import type { OrganizationalDomain } from './parsed-header.ts'
import { addressOf } from './received.ts'
import {
  isAboveArrival,
  isFetch,
  microsoft,
  organizationOf,
  type Receiver,
  receiverOf,
  receivingHost,
} from './receiver.ts'
import type { AuthenticationResults, RankedResults, ReceivedSpf } from './result.ts'

interface Parts {
  header: Pick<MessageHeader, 'fields'>
  path: readonly Hop[]
  results: readonly RankedResults[]
  receivedSpf: readonly ReceivedSpf[]
}

/**
 * The address of the client that handed the message to the receiving organization: the one the receiver names beside its
 * results, else the client of the first hop, from the newest, that crosses into the organization. Hops inside it are those
 * with a private client, and those between two of its hosts. null: no field names one.
 */
export function sendingAddress(parts: Parts, organizationalDomain: OrganizationalDomain): SendingAddress | null {
  return reportedAddress(parts, organizationalDomain) ?? borderAddress(parts.path, organizationalDomain)
}

function reportedAddress(
  { header, path, results, receivedSpf }: Parts,
  organizationalDomain: OrganizationalDomain,
): SendingAddress | null {
  const receiver = receiverOf(path, organizationalDomain)
  const [spf] = receivedSpf
  const client = outsideAddress(spf?.properties.get('client-ip') ?? permittedIn(spf?.comment ?? null))
  if (spf && client !== null && isCredible(client, spf.at, path, receiver)) return { address: client, at: spf.at }
  const isMicrosoft = receiver.organization === microsoft
  const report = isMicrosoft ? fieldNamed(header, 'x-forefront-antispam-report') : undefined
  const connecting = report === undefined ? null : connectingAddress(report)
  if (report !== undefined && connecting !== null) return { address: connecting, at: lineOf(report) }
  const counting = results.find(({ rank }) => rank === 'counts')?.results
  const named = counting === undefined ? null : addressBeside(counting)
  if (counting === undefined || named === null) return null
  const isOwn = counting.authservId !== null || isMicrosoft || isCredible(named, counting.at, path, receiver)
  return isOwn ? { address: named, at: counting.at } : null
}

/**
 * Whether an address in a field that the sender could have written is that of the client: a `Received` of the receiver
 * shows it, or none shows one, or the field is above those.
 */
function isCredible(address: string, { line }: HeaderLine, path: readonly Hop[], receiver: Receiver): boolean {
  const lowest = receiver.arrival?.at.line ?? receiver.outside - 1
  const clients = path.filter(hop => hop.at.line <= lowest && hop.address !== null && isOutside(hop.address))
  return clients.length === 0 || clients.some(hop => hop.address === address) || isAboveArrival(line, receiver)
}

/** Microsoft's field names the connecting client (CIP) of mail that comes in. */
function connectingAddress({ value }: HeaderField): string | null {
  const report = value.slice(0, 2_000)
  if (/(?:^|;)\s*DIR:OUT\b/i.test(report)) return null
  return outsideAddress(/(?:^|;)\s*CIP:([^;]{2,60})/i.exec(report)?.[1])
}

function addressBeside({ methods }: AuthenticationResults): string | null {
  for (const { method, properties, comment } of methods) {
    const named = properties.get('smtp.remote-ip') ?? properties.get('policy.iprev') ?? properties.get('smtp.client-ip')
    const address = outsideAddress(named ?? (method === 'spf' ? permittedIn(comment) : undefined))
    if (address !== null) return address
  }
  return null
}

/** "… designates 192.0.2.1 as permitted sender", and Microsoft's "sender IP is 192.0.2.1". */
function permittedIn(comment: string | null): string | undefined {
  return /\b(?:designate[sd]?|sender ip is|client-ip=)\s{0,4}([0-9a-f:.]{3,45})/i
    .exec(comment ?? '')?.[1]
    ?.replace(/[.:]$/, '')
}

function outsideAddress(text: string | undefined): string | null {
  const address = text === undefined ? null : addressOf(text.trim())
  return address !== null && isOutside(address) ? address : null
}

function borderAddress(path: readonly Hop[], organizationalDomain: OrganizationalDomain): SendingAddress | null {
  const receiver = receivingHost(path, organizationalDomain)
  const own = receiver === null ? null : organizationOf(receiver, organizationalDomain)
  for (const { address, from, by, reverseName, protocol, at } of path.toReversed()) {
    if (address === null || !isOutside(address) || isFetch({ protocol })) continue
    const client = organizationOf(reverseName ?? from ?? '', organizationalDomain)
    const server = by === null ? own : (organizationOf(by, organizationalDomain) ?? own)
    if (client === null || client !== server) return { address, at }
  }
  return null
}
