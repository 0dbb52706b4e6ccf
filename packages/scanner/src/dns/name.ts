import { normalName } from '@waxseal/core/dns'

/** A name in core's form, or null: `normalName`, with a short cut for names that are in that form already. */
export function coreName(name: string): string | null {
  let labelStart = 0
  for (let i = 0; i <= name.length; i++) {
    const code = i === name.length ? 0x2e : name.charCodeAt(i)
    if (code === 0x2e) {
      if (i === labelStart || i - labelStart > 63) return normalName(name)
      labelStart = i + 1
    } else if (!((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x5f)) {
      return normalName(name)
    }
  }
  return name.length > 253 ? null : name
}

/**
 * A name as it goes over the wire (RFC 1035 section 3.1).
 *
 * @param name a name in core's form, as `normalName` gives it: its labels and its length are right already
 */
export function encodeName(name: string): Buffer {
  if (name === '.') return Buffer.from([0])
  const wire = Buffer.allocUnsafe(name.length + 2)
  let at = 1
  let labelStart = 0
  for (let i = 0; i < name.length; i++) {
    let octet = name.charCodeAt(i)
    if (octet === 0x2e) {
      wire[labelStart] = at - labelStart - 1
      labelStart = at++
      continue
    }
    if (octet === 0x5c) {
      octet = Number(name.slice(i + 1, i + 4))
      i += 3
    }
    wire[at++] = octet
  }
  wire[labelStart] = at - labelStart - 1
  wire[at] = 0
  // Without escapes the buffer is filled to its end.
  return at + 1 === wire.length ? wire : wire.subarray(0, at + 1)
}
