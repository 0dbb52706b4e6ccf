import { parseAddress, parseBlock } from '../dns/index.ts'

/** Ranges that no client from outside has. Others, also reserved ones, are taken as written. */
const inside = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::/127',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
].flatMap(cidr => parseBlock(cidr) ?? [])

/** Whether an address can be that of a client from outside: no private, loopback, link-local or CGNAT address. */
export function isOutside(text: string): boolean {
  const address = parseAddress(text)
  return (
    address !== null &&
    !inside.some(
      ({ family, first, last }) => family === address.family && first <= address.value && address.value <= last,
    )
  )
}
