import type { DkimRecord } from './record.ts'

/** The strength of a key: its number of bits and its verdict. */
export interface KeyStrength {
  level: 'fine' | 'upgrade' | 'weak' | 'revoked'
  /** Empty from 2048 bits; "Upgrade recommended" from 1024 to 2047; "Weak" below. */
  words: '' | 'Upgrade recommended' | 'Weak' | 'Revoked'
  /** Bits of the modulus, 256 for Ed25519; 0 when revoked. */
  bits: number
  /** The key could not be parsed: `bits` follows from the length of its text. */
  estimated: boolean
}

/** The facts that decide a key's strength; `bits` null: unknown, the length of the text is used. */
export interface MeasuredKey {
  type: string
  bits: number | null
  /** The value of `p=`. */
  publicKey: string
}

/**
 * The strength of a key. Ed25519 keys are short and strong (RFC 8463 section 6); an empty key is revoked. RSA uses the
 * true bits, or the length of the text if they are unknown.
 */
export function strengthOf({ type, bits, publicKey }: MeasuredKey): KeyStrength {
  if (publicKey.trim() === '') return { level: 'revoked', words: 'Revoked', bits: 0, estimated: false }
  if (type === 'ed25519') return { level: 'fine', words: '', bits: bits ?? 256, estimated: false }
  const measured = bits ?? estimateBits(publicKey)
  const estimated = bits === null
  if (measured >= 2048) return { level: 'fine', words: '', bits: measured, estimated }
  if (measured >= 1024) return { level: 'upgrade', words: 'Upgrade recommended', bits: measured, estimated }
  return { level: 'weak', words: 'Weak', bits: measured, estimated }
}

/**
 * The length rule, by the characters of the public key without spaces: from 700 4096 bits, from 350 2048, from 180
 * 1024; below, about 5.33 bits per character.
 */
export function estimateBits(publicKey: string): number {
  const { length } = publicKey.replace(/\s+/g, '')
  if (length >= 700) return 4096
  if (length >= 350) return 2048
  if (length >= 180) return 1024
  return Math.round(length * 5.33)
}

/** The strength of a record's key; null when the record has no key. */
export function strengthOfRecord({ keyType, key, publicKey }: DkimRecord): KeyStrength | null {
  return publicKey === null ? null : strengthOf({ type: keyType, bits: key?.bits ?? null, publicKey })
}
