import { isIP } from 'node:net'

/** The address and port of a DNS server. */
export interface ServerAddress {
  address: string
  port: number
  family: 4 | 6
}

/**
 * Parses `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`; the default port is 53. Names are not
 * resolved: null for everything that is no address, and for ports outside 1 to 65535.
 */
export function parseServer(text: string): ServerAddress | null {
  const bare = isIP(text)
  if (bare !== 0) return { address: text, port: 53, family: bare === 4 ? 4 : 6 }
  const match = /^(?:\[([^\]]{2,60})\]|([0-9.]{7,15}))(?::([0-9]{1,5}))?$/.exec(text)
  if (match === null) return null
  const [, bracketed, plain, portText] = match
  const address = bracketed ?? plain ?? ''
  const family = isIP(address)
  const port = portText === undefined ? 53 : Number(portText)
  if (family !== (bracketed === undefined ? 4 : 6) || port < 1 || port > 65_535) return null
  return { address, port, family }
}

/** `address:port`, with brackets around an IPv6 address. */
export function serverName({ address, port, family }: ServerAddress): string {
  return family === 6 ? `[${address}]:${port}` : `${address}:${port}`
}
