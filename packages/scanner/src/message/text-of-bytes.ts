/** Bytes that are looked at to tell UTF-16 without a mark. */
const sample = 400
/** Of a hundred characters of a header, at least this many are ASCII. */
const usualAscii = 0.7

/**
 * A pasted text as UTF-8 without a byte order mark. PowerShell and Notepad save UTF-16, with or without a mark (RFC 2781
 * section 3.2); UTF-32 is read too. Other bytes are returned as they are. Never throws.
 */
export function utf8Of(raw: Uint8Array): Uint8Array {
  const [one, two, three, four] = raw
  if (one === 0xef && two === 0xbb && three === 0xbf) return raw.subarray(3)
  if (one === 0xff && two === 0xfe && three === 0 && four === 0) return fromUtf32(raw, true)
  if (one === 0 && two === 0 && three === 0xfe && four === 0xff) return fromUtf32(raw, false)
  if (one === 0xff && two === 0xfe) return fromUtf16(raw, 'utf-16le')
  if (one === 0xfe && two === 0xff) return fromUtf16(raw, 'utf-16be')
  const zeros = [0, 0]
  const head = raw.subarray(0, sample)
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const half = Math.floor(head.length / 2)
  if (half < 4 || (even > 0 && odd > 0)) return raw
  if (odd >= half * usualAscii) return fromUtf16(raw, 'utf-16le')
  return even >= half * usualAscii ? fromUtf16(raw, 'utf-16be') : raw
}

/** A lone surrogate becomes U+FFFD, and the mark is removed. */
function fromUtf16(raw: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): Uint8Array {
  return Buffer.from(new TextDecoder(encoding).decode(raw))
}

function fromUtf32(raw: Uint8Array, isLittle: boolean): Uint8Array {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
  const pieces: string[] = []
  for (let at = 4; at + 3 < raw.length; at += 4) {
    const code = view.getUint32(at, isLittle)
    pieces.push(code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code))
  }
  return Buffer.from(pieces.join(''))
}
