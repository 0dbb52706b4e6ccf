import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { isPlainPublicAddress, isPublicAddress, type Resolver } from '@waxseal/core/dns'
import type { Dial } from '../dial.ts'
import { type Content, exchange, minVersion, type Response } from './exchange.ts'
import { type HttpsFailure, unanswered } from './failure.ts'

/** Which addresses a request may go to, and how. */
export interface SendOptions extends AddressOptions {
  /** A trusted authority beside those of the system, as PEM. */
  ca?: string | undefined
  /** The port to use instead of 443. */
  port?: number
  /** The actual destination of a connection after `allowAddress` permitted it; the address itself by default. */
  dial?: Dial | undefined
}

export interface AddressOptions {
  resolver: Resolver
  /** The addresses that may be connected to; by default public ones that embed no IPv4 address. */
  allowAddress?: (address: string) => boolean
}

interface SendRequest {
  maxBytes: number
  timeoutMs: number
  signal: AbortSignal
  /** Further header fields of the request, by lower-case name. */
  headers?: Readonly<Record<string, string>> | undefined
  /** What is sent with POST; a GET request by default. */
  content?: Content
  /** Called before each connection. */
  onAddress?: (address: string) => void
  /** Called with the reason of a failed connection when the next address is tried. */
  onFailure?: (text: string) => void
}

/** The maximum number of addresses of one name, tried in order. */
const addressesMax = 4
/** The connection timeout for each of several addresses, so that the next one still has time. */
const connectMax = 4000

/**
 * The addresses of a name that may all be connected to, or why there are none. One refused address disqualifies the
 * name: a mixed set is the usual trick to smuggle such an address in.
 */
export async function allowedAddresses(
  { resolver, allowAddress = isPlainPublicAddress }: AddressOptions,
  name: string,
  signal?: AbortSignal,
): Promise<readonly string[] | HttpsFailure> {
  const answers = await Promise.all([resolver.query(name, 'A', signal), resolver.query(name, 'AAAA', signal)])
  const addresses = answers.flatMap(answer =>
    answer.kind === 'records' ? answer.records.map(record => record.address) : [],
  )
  const refused = addresses.filter(address => !allowAddress(address))
  // The texts have no address: it would show a user who names a host what our resolver knows of private networks.
  if (!refused.every(isPublicAddress)) {
    return { kind: 'not-public', reason: 'refused', text: `${name} has an address that is not public` }
  }
  if (refused.length > 0) {
    const text = `${name} has an address that Waxseal does not connect to`
    return { kind: 'not-allowed', reason: 'unreachable', text }
  }
  if (addresses.length > 0) return addresses.slice(0, addressesMax)
  for (const answer of answers) {
    if (answer.kind === 'failed') return unanswered(answer.reason, `the address of ${name} could not be looked up`)
  }
  return { kind: 'no-address', reason: 'unreachable', text: `${name} has no address` }
}

/** By the added authority: reading the 150 of the system again for each connection would take milliseconds. */
const contexts = new Map<string, SecureContext>()

/** Trusts an authority beside those of the system. */
function trusting(ca: string): SecureContext {
  const known = contexts.get(ca) ?? createSecureContext({ ca: [...getCACertificates('default'), ca], minVersion })
  contexts.set(ca, known)
  return known
}

/**
 * The one way out to HTTPS. Looks up the addresses of the URL's name once, refuses the name unless all of them are
 * allowed, and connects to these addresses, in order while none answers. A POST request that a server may have is not
 * sent to the next address. Redirects are not followed. Never rejects.
 */
export function createSend(options: SendOptions): (url: URL, request: SendRequest) => Promise<Response | HttpsFailure> {
  const { port = 443, dial } = options
  const trust = options.ca === undefined ? {} : { trusted: trusting(options.ca) }

  return async (url, { maxBytes, timeoutMs, signal, headers, content, onAddress, onFailure }) => {
    const addresses = await allowedAddresses(options, url.hostname, signal)
    if ('kind' in addresses) return addresses
    const connectMs = addresses.length > 1 ? Math.min(connectMax, timeoutMs / 2) : timeoutMs
    let outcome: Response | HttpsFailure = unanswered('unreachable', 'could not connect to the server')
    let mayHaveIt = false
    const onConnect = content && (() => void (mayHaveIt = true))
    for (const address of addresses) {
      onAddress?.(address)
      const to = dial?.(address, port) ?? { address, port }
      outcome = await exchange(url, { ...to, maxBytes, connectMs, signal, headers, content, onConnect, ...trust })
      if (signal.aborted || mayHaveIt || 'status' in outcome || outcome.kind !== 'unanswered') return outcome
      onFailure?.(outcome.text)
    }
    return outcome
  }
}
