import type { Hop } from './hop.ts'
import type { OrganizationalDomain } from './parsed-header.ts'
import { isAboveArrival, organizationOf, type Receiver } from './receiver.ts'
import type { AuthenticationResults } from './result.ts'

/** What tells who wrote a field. */
export interface Reception {
  path: readonly Hop[]
  receiver: Receiver
}

/**
 * Who wrote a field with results, as far as its authserv-id and its place show. `receiver`: it names the receiver.
 * `unnamed`: it names no server. `earlier`: it names the receiver, and was in the message
 * before it came in. `other`: all others.
 */
export type ResultWriter = 'receiver' | 'unnamed' | 'earlier' | 'other'

/**
 * @param isPlaceless the receiver writes its fields elsewhere than on top, so the place of one that names it shows nothing
 */
export function writerOfResults(
  { authservId, at }: AuthenticationResults,
  { path, receiver }: Reception,
  organizationalDomain: OrganizationalDomain,
  isPlaceless = false,
): ResultWriter {
  const isBelow = at.line > receiver.outside
  if (authservId === null) return isBelow ? 'other' : 'unnamed'
  if (namesReceiver(authservId, { path, receiver }, organizationalDomain))
    return isBelow && !isPlaceless ? 'earlier' : 'receiver'
  // No sender writes above the Received of the receiver, so a program that names itself there is the receiver's: OpenDMARC.
  const isProgram = organizationOf(authservId, organizationalDomain) === null
  return isProgram && !isPlaceless && isAboveArrival(at.line, receiver) ? 'receiver' : 'other'
}

function namesReceiver(id: string, { path, receiver }: Reception, organizationalDomain: OrganizationalDomain): boolean {
  if (isHost(id, path.at(-1)?.by) || receiver.newest === null || isHost(id, receiver.newest.by)) return true
  const organization = organizationOf(id, organizationalDomain)
  // A name without a domain is only known as the host itself.
  if (organization === null) return receiver.newest.by?.toLowerCase().split('.')[0] === id
  if (receiver.organization !== null) return organization === receiver.organization
  return !receiver.senders.has(organization)
}

function isHost(id: string, host: string | null | undefined): boolean {
  return host?.toLowerCase() === id
}
