/** An IP address as a number: 32 bits for family 4, 128 bits for family 6. */
export interface Address {
  family: 4 | 6
  value: bigint
}

/**
 * Parses one IP address strictly: IPv4 as four decimal numbers without leading zeros (RFC 6943 section 3.1.1 explains
 * why nothing looser is safe), IPv6 in the form of RFC 4291 section 2.2. No port, no zone, no brackets, no spaces. Null
 * for everything else.
 */
export function parseAddress(text: string): Address | null {
  if (text.length > 45) return null
  if (!text.includes(':')) {
    const value = ipv4Value(text)
    return value === null ? null : { family: 4, value: BigInt(value) }
  }
  const value = ipv6Value(text)
  return value === null ? null : { family: 6, value }
}

function ipv4Value(text: string): number | null {
  const octets = text.split('.')
  if (octets.length !== 4) return null
  let value = 0
  for (const octet of octets) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(octet) || Number(octet) > 255) return null
    value = value * 256 + Number(octet)
  }
  return value
}

function ipv6Value(text: string): bigint | null {
  const groups = ipv6Groups(text)
  if (groups === null) return null
  let value = 0n
  for (let at = 0; at < 8; at += 2) value = (value << 32n) | BigInt((groups[at] ?? 0) * 65_536 + (groups[at + 1] ?? 0))
  return value
}

/** The eight 16-bit groups of an IPv6 address (see `parseAddress`), null for everything else. */
export function ipv6Groups(text: string): number[] | null {
  const groups: number[] = []
  let gap = -1
  let group = 0
  let digits = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const digit = hexDigit(code)
    if (digit !== -1) {
      group = group * 16 + digit
      if (++digits > 4) return null
    } else if (code === 0x3a) {
      const isGap = text.charCodeAt(at + 1) === 0x3a && gap === -1
      if (digits > 0) groups.push(group)
      // A colon must follow a group, or be the first of the one `::`.
      else if (!isGap || at > 0) return null
      if (isGap) {
        gap = groups.length
        at++
      } else if (at === text.length - 1) return null
      group = 0
      digits = 0
    } else {
      // An IPv4 address may follow at the end.
      const embedded = code === 0x2e ? ipv4Value(text.slice(at - digits)) : null
      if (embedded === null) return null
      groups.push(Math.floor(embedded / 65_536), embedded % 65_536)
      return filled(groups, gap)
    }
  }
  if (digits > 0) groups.push(group)
  return filled(groups, gap)
}

/** `::` replaces at least one group of zeros (RFC 4291 section 2.2); without it there are eight groups. */
function filled(groups: number[], gap: number): number[] | null {
  if (gap === -1) return groups.length === 8 ? groups : null
  const missing = 8 - groups.length
  if (missing < 1) return null
  for (let at = 0; at < missing; at++) groups.push(0)
  for (let at = 7; at >= gap; at--) groups[at] = at < gap + missing ? 0 : (groups[at - missing] ?? 0)
  return groups
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

/** The canonical form of an address: dotted decimal, or RFC 5952 for IPv6. */
export function formatAddress({ family, value }: Address): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map(shift => (value >> shift) & 0xffn).join('.')
  const groups = Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(112 - at * 16)) & 0xffffn))
  // RFC 5952 section 5 requires dotted decimal in IPv4-mapped addresses.
  if (value >> 32n === 0xffffn) return `::ffff:${formatAddress({ family: 4, value: value & 0xffff_ffffn })}`
  const zeros = longestZeros(groups)
  if (zeros.length < 2) return hex(groups)
  return `${hex(groups.slice(0, zeros.start))}::${hex(groups.slice(zeros.start + zeros.length))}`
}

function hex(groups: readonly number[]): string {
  return groups.map(group => group.toString(16)).join(':')
}

function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  let start = 0
  for (const [at, group] of groups.entries()) {
    if (group !== 0) start = at + 1
    else if (at + 1 - start > best.length) best = { start, length: at + 1 - start }
  }
  return best
}

/** A CIDR block as an interval, both ends included. */
export interface Block {
  family: 4 | 6
  first: bigint
  last: bigint
}

/** The first and last address of the block that contains an address: host bits are ignored (RFC 4632 section 3.1). */
export function blockOf({ family, value }: Address, prefix: number): Block {
  const hostBits = BigInt((family === 4 ? 32 : 128) - prefix)
  const first = (value >> hostBits) << hostBits
  return { family, first, last: first | ((1n << hostBits) - 1n) }
}

/**
 * Parses `192.0.2.0/24`; an address without a length is a block of one. Null when either part is invalid. Host bits are
 * ignored.
 */
export function parseBlock(text: string): Block | null {
  const slash = text.indexOf('/')
  const address = parseAddress(slash === -1 ? text : text.slice(0, slash))
  if (address === null) return null
  const bits = address.family === 4 ? 32 : 128
  if (slash === -1) return blockOf(address, bits)
  const prefix = text.slice(slash + 1)
  if (!/^(?:0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > bits) return null
  return blockOf(address, Number(prefix))
}
