import { normalName } from '@waxseal/core/dns'

/** By character code: whether a name in core's form may contain it without an escape. */
const IS_PLAIN = new Uint8Array(128)
for (const plain of 'abcdefghijklmnopqrstuvwxyz0123456789-_') IS_PLAIN[plain.charCodeAt(0)] = 1

/** A name in core's form, or null: `normalName` with a fast path for names that are already in that form. */
export function coreName(name: string): string | null {
  let labelStart = 0
  for (let i = 0; i <= name.length; i++) {
    const code = i === name.length ? 0x2e : name.charCodeAt(i)
    if (code === 0x2e) {
      if (i === labelStart || i - labelStart > 63) return normalName(name)
      labelStart = i + 1
    } else if (code > 0x7f || IS_PLAIN[code] === 0) {
      return normalName(name)
    }
  }
  return name.length > 253 ? null : name
}

/**
 * Encodes a name in wire format (RFC 1035 section 3.1).
 *
 * @param name a name in core's form, as `normalName` returns it, so labels and length are valid
 */
export function encodeName(name: string): Buffer {
  const wire = Buffer.allocUnsafe(wireLength(name))
  writeName(name, wire, 0)
  return wire
}

/** The length of a name in core's form on the wire, in bytes. */
export function wireLength(name: string): number {
  if (name === '.') return 1
  let length = name.length + 2
  // An escape is four characters for one byte.
  for (let at = name.indexOf('\\'); at >= 0; at = name.indexOf('\\', at + 1)) length -= 3
  return length
}

/** Writes the output of `encodeName` into a message at byte `start`. */
export function writeName(name: string, message: Uint8Array, start: number): void {
  if (name === '.') {
    message[start] = 0
    return
  }
  let labelStart = start
  let at = start + 1
  for (let i = 0; i < name.length; i++) {
    let octet = name.charCodeAt(i)
    if (octet === 0x2e) {
      message[labelStart] = at - labelStart - 1
      labelStart = at++
      continue
    }
    if (octet === 0x5c) {
      octet = Number(name.slice(i + 1, i + 4))
      i += 3
    }
    message[at++] = octet
  }
  message[labelStart] = at - labelStart - 1
  message[at] = 0
}
