import type { DkimRecord } from './record.ts'

/** What is said of a key's strength: its figure and its verdict. */
export interface KeyStrength {
  level: 'fine' | 'upgrade' | 'weak' | 'revoked'
  /** 2048 or more is fine; 1024 to 2047 is Upgrade recommended; below is Weak. Empty for a key that is fine. */
  words: '' | 'Upgrade recommended' | 'Weak' | 'Revoked'
  /** Bits of the modulus, 256 for Ed25519; 0 when revoked. */
  bits: number
  /** The key itself could not be measured: `bits` follows from the length of its text. */
  estimated: boolean
}

/** What of a key decides its strength; `bits` null: not known, the length of the text has to serve. */
export interface MeasuredKey {
  type: string
  bits: number | null
  /** The value of `p=`. */
  publicKey: string
}

/**
 * How strong a key is. Ed25519 keys are short and strong (RFC 8463 section 6); an empty one is revoked. RSA goes by its
 * true bits, and only where these are not known by the length of the text.
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
 * The length rule: from the characters of the public key without blanks. 700 and more are 4096 bits, 350 are 2048, 180
 * are 1024; below, about 5.33 bits a character.
 */
export function estimateBits(publicKey: string): number {
  const { length } = publicKey.replace(/\s+/g, '')
  if (length >= 700) return 4096
  if (length >= 350) return 2048
  if (length >= 180) return 1024
  return Math.round(length * 5.33)
}

/** The strength of a record's key, null when the record holds no key at all. */
export function strengthOfRecord({ keyType, key, publicKey }: DkimRecord): KeyStrength | null {
  return publicKey === null ? null : strengthOf({ type: keyType, bits: key?.bits ?? null, publicKey })
}
