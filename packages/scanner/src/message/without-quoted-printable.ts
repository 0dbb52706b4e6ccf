/** So far a text is searched for what tells its kind. */
const searchedBytes = 65_536

/**
 * A header that was copied from the source of a part in quoted-printable (RFC 2045 section 6.7), decoded: it has `=3D`, and no
 * `=` that is not part of this encoding, which results and signatures always have. Any other text is returned as it is.
 */
export function withoutQuotedPrintable(raw: Uint8Array): Uint8Array {
  const head = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, searchedBytes)).toString('latin1')
  if (!head.includes('=3D') || /=(?![0-9A-F]{2}|\r?\n|$)/.test(head)) return raw
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString('latin1')
  const decoded = text.replace(/=(?:([0-9A-F]{2})|\r?\n)/g, (_, code?: string) =>
    code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16)),
  )
  return Buffer.from(decoded, 'latin1')
}
