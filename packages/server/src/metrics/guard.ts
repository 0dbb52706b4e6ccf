import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Env } from '../env.ts'

/**
 * Whether a request may read the metrics: `hidden` from an address that may not, `unauthorized` without the right
 * token. The address is that of the socket. Without a token, a request with a forwarding header is refused whatever it
 * says: behind a proxy on this machine, every visitor has an address of this machine.
 */
export function metricsGuard({
  token,
  allowed,
}: Env['metrics']): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => 'allowed' | 'hidden' | 'unauthorized' {
  const networks = networksOf(allowed)
  return ({ headers, socket }) => {
    if (allowed.length > 0 && !includesAddress(networks, socket.remoteAddress)) return 'hidden'
    if (token !== null) return isBearer(headers.authorization, token) ? 'allowed' : 'unauthorized'
    const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(name => headers[name] !== undefined)
    return isForwarded ? 'hidden' : 'allowed'
  }
}

function isBearer(header: string | undefined, token: string): boolean {
  const given = header !== undefined && /^bearer /i.test(header) ? header.slice(7).trim() : ''
  // Hashes have one length, which the comparison needs, and hide that of the token.
  return timingSafeEqual(hash(given), hash(token))
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Addresses and networks (CIDR) as one list. */
export function networksOf(texts: readonly string[]): BlockList {
  const networks = new BlockList()
  for (const text of texts) {
    const [address = '', prefix] = text.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    networks.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family)
  }
  return networks
}

/** Whether an address is in one of the networks; none is in no network. */
export function includesAddress(networks: BlockList, remote: string | undefined): boolean {
  // A socket that listens on :: shows IPv4 clients as ::ffff:192.0.2.1.
  const address = remote?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  const family = isIP(address)
  return family !== 0 && networks.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
