import { readBase64 } from './base64.ts'

/*
 * Public keys in DKIM records.
 *
 * RSA (RFC 6376 section 3.6.1 with erratum 3017, RFC 8017 appendix A.1.1, RFC 5280 section 4.1):
 *   SubjectPublicKeyInfo ::= SEQUENCE { SEQUENCE { OBJECT IDENTIFIER, NULL }, BIT STRING (RSAPublicKey) }
 *   RSAPublicKey         ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }
 *   Both are published; receivers read both.
 * Ed25519 (RFC 8463 section 4): the 32 bytes of the key, without ASN.1 around them.
 */

/** A parsed key. `bits` is the length of the modulus, 256 for Ed25519. */
export interface PublicKey {
  type: 'rsa' | 'ed25519'
  bits: number
}

/** The result of parsing a key: the key with its warnings, or the error. Codes are stable. */
export type KeyReading =
  | { ok: true; key: PublicKey; oddities: readonly KeyProblem[] }
  | { ok: false; problem: KeyProblem }

export interface KeyProblem {
  code: 'key-base64' | 'key-padding' | 'key-der' | 'key-trailing' | 'key-type-mismatch' | 'key-length' | 'key-exponent'
  message: string
}

const rsaEncryption = '2a864886f70d010101'
const ed25519 = '2b6570'
const ed25519Octets = 32

/** Parses the value of `p=` without spaces. Never throws. */
export function readKey(type: 'rsa' | 'ed25519', base64: string): KeyReading {
  const read = readBase64(base64)
  if (!read.ok) return refused('key-base64', 'the key is no base64')
  const reading = type === 'rsa' ? readRsa(read.octets) : readEd25519(read.octets)
  if (!reading.ok || read.padded) return reading
  const padding: KeyProblem = { code: 'key-padding', message: 'the = at the end of the key are missing' }
  return { ...reading, oddities: [...reading.oddities, padding] }
}

function readEd25519(octets: Uint8Array): KeyReading {
  if (octets.length === ed25519Octets) return { ok: true, key: { type: 'ed25519', bits: 256 }, oddities: [] }
  const algorithm = keyInfoOf(octets)?.algorithm
  if (algorithm === ed25519) {
    return refused('key-der', 'an Ed25519 key is published as its 32 octets alone, without a header (RFC 8463)')
  }
  if (algorithm === rsaEncryption) return refused('key-type-mismatch', 'k=ed25519 is said of an RSA key')
  return refused('key-length', `an Ed25519 key has 32 octets, this one has ${octets.length}`)
}

function readRsa(octets: Uint8Array): KeyReading {
  const info = keyInfoOf(octets)
  if (info === null) return readRsaPublicKey(octets, octets.length)
  if (info.algorithm === rsaEncryption) return readRsaPublicKey(info.key, info.key.length, info.trailing)
  if (info.algorithm === ed25519) return refused('key-type-mismatch', 'the key is Ed25519, and k=ed25519 is missing')
  return refused('key-type-mismatch', 'the key is of another kind than RSA')
}

function readRsaPublicKey(octets: Uint8Array, length: number, trailing = false): KeyReading {
  const outer = readElement(octets, 0, length)
  if (outer === null || outer.tag !== tags.sequence) {
    const isBare = length === ed25519Octets
    if (isBare) return refused('key-type-mismatch', 'the key looks like Ed25519, and k=ed25519 is missing')
    return refused('key-der', 'the key is not written as an RSA public key: it may be cut off or altered')
  }
  const modulus = readElement(octets, outer.from, outer.to)
  const exponent = modulus === null ? null : readElement(octets, modulus.to, outer.to)
  if (modulus?.tag !== tags.integer || exponent?.tag !== tags.integer || exponent.to !== outer.to) {
    return refused('key-der', 'the key is not written as an RSA public key: it may be cut off or altered')
  }
  const bits = bitsOf(octets.subarray(modulus.from, modulus.to))
  const exponentBits = bitsOf(octets.subarray(exponent.from, exponent.to))
  if (bits === null || exponentBits === null) return refused('key-der', 'a number in the key is negative or empty')
  const isOdd = (at: number): boolean => ((octets[at - 1] ?? 0) & 1) === 1
  if (bits < 16 || !isOdd(modulus.to)) return refused('key-der', 'the modulus of the key is no product of two primes')
  if (exponentBits < 2 || !isOdd(exponent.to)) return refused('key-exponent', 'the exponent of the key is unusable')
  const beyond = trailing || outer.to !== length
  const oddities: KeyProblem[] = beyond ? [{ code: 'key-trailing', message: 'something follows the key' }] : []
  return { ok: true, key: { type: 'rsa', bits }, oddities }
}

function refused(code: KeyProblem['code'], message: string): KeyReading {
  return { ok: false, problem: { code, message } }
}

/** The length of an unsigned number in bits; null when it is negative or empty. */
function bitsOf(integer: Uint8Array): number | null {
  const [first] = integer
  if (first === undefined || first >= 0x80) return null
  const from = integer.findIndex(octet => octet !== 0)
  if (from === -1) return 0
  return (integer.length - from - 1) * 8 + (32 - Math.clz32(integer[from] ?? 0))
}

const tags = { integer: 0x02, bitString: 0x03, objectIdentifier: 0x06, sequence: 0x30 } as const

/** One DER element: its tag and the position of its contents. */
interface Element {
  tag: number
  from: number
  to: number
}

/** The element at `at`; null when it is not complete before `end`, or its length is not in DER's canonical form. */
function readElement(octets: Uint8Array, at: number, end: number): Element | null {
  const tag = octets[at]
  const first = octets[at + 1]
  if (tag === undefined || first === undefined || at + 1 >= end) return null
  let length = first
  let from = at + 2
  if (first >= 0x80) {
    // A length of more than two bytes would be a key of half a million bits.
    const count = first & 0x7f
    if (count === 0 || count > 2) return null
    length = 0
    for (let octet = 0; octet < count; octet++) length = length * 256 + (octets[from + octet] ?? 0)
    if (length < (count === 1 ? 0x80 : 0x100)) return null
    from += count
  }
  const to = from + length
  return to > end ? null : { tag, from, to }
}

interface KeyInfo {
  /** The bytes of the algorithm's OBJECT IDENTIFIER in hex. */
  algorithm: string
  key: Uint8Array
  trailing: boolean
}

/** A SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7); null for anything else. */
function keyInfoOf(octets: Uint8Array): KeyInfo | null {
  const outer = readElement(octets, 0, octets.length)
  if (outer === null || outer.tag !== tags.sequence) return null
  const algorithm = readElement(octets, outer.from, outer.to)
  if (algorithm === null || algorithm.tag !== tags.sequence) return null
  const identifier = readElement(octets, algorithm.from, algorithm.to)
  const bits = readElement(octets, algorithm.to, outer.to)
  if (identifier?.tag !== tags.objectIdentifier || bits?.tag !== tags.bitString || bits.from === bits.to) return null
  // The first byte of a BIT STRING is the number of unused bits at its end: 0 in a key.
  if (octets[bits.from] !== 0) return null
  return {
    algorithm: Array.from(octets.subarray(identifier.from, identifier.to), hex).join(''),
    key: octets.subarray(bits.from + 1, bits.to),
    trailing: outer.to !== octets.length,
  }
}

function hex(octet: number): string {
  return octet.toString(16).padStart(2, '0')
}
