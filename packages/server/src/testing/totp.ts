import { createHmac } from 'node:crypto'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows for a secret in base32 (RFC 6238: SHA-1, 6 digits, 30 seconds). */
export function codeOf(secret: string, at = new Date()): string {
  const bits = secret
    .replaceAll(/[=\s]/g, '')
    .split('')
    .map(letter => base32.indexOf(letter).toString(2).padStart(5, '0'))
  const key = bits.join('').match(/.{8}/g) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const hash = createHmac('sha1', Buffer.from(key.map(byte => Number.parseInt(byte, 2))))
    .update(counter)
    .digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
