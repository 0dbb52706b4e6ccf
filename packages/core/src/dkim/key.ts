import { type Base64Reading, readBase64 } from './base64.ts'
import { type DkimProblem, dkimProblem } from './problem.ts'

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
  | { ok: true; key: PublicKey; oddities: readonly DkimProblem[] }
  | { ok: false; problem: DkimProblem }

type KeyProblemCode =
  | 'key-base64'
  | 'key-cut'
  | 'key-piece-missing'
  | 'key-head-missing'
  | 'key-der'
  | 'key-type-mismatch'
  | 'key-length'
  | 'key-exponent'
  | 'private-key'

const rsaEncryption = '2a864886f70d010101'
const ed25519 = '2b6570'
const ed25519Octets = 32

/** Parses the value of `p=` without spaces. Never throws. */
export function readKey(type: 'rsa' | 'ed25519', base64: string): KeyReading {
  const read = readBase64(base64)
  if (!read.ok) return (type === 'rsa' ? incomplete(base64) : null) ?? refused('key-base64')
  if (isPrivateEd25519(read.octets)) return refused('private-key')
  const reading = type === 'rsa' ? readRsa(read.octets) : readEd25519(read.octets)
  if (!reading.ok) return (type === 'rsa' && reading.problem.code === 'key-der' ? incomplete(base64) : null) ?? reading
  if (read.padded) return reading
  const isExtra = base64.endsWith('=') && base64.replace(/={1,2}$/, '').length % 4 !== 2
  return { ...reading, oddities: [...reading.oddities, dkimProblem('key-padding', isExtra ? 'extra' : '')] }
}

/** The beginning of an Ed25519 private key: version 0 and the algorithm (RFC 8410 section 7, RFC 5958 section 2). */
const privateEd25519 = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70]

function isPrivateEd25519(octets: Uint8Array): boolean {
  return privateEd25519.every((octet, at) => octets[at] === octet)
}

/** The base64 of the exponent 65537, which ends nearly every RSA key. */
const usualEnd = 'AQAB'
/** The base64 lengths of whole RSA keys of 1024, 2048, 3072 and 4096 bits. */
const wholeLengths: readonly number[] = [216, 392, 564, 736]

/** Why an RSA key cannot be parsed, if a part of it is missing; null otherwise. */
function incomplete(base64: string): KeyReading | null {
  const letters = base64.replace(/={1,2}$/, '')
  const whole: Base64Reading = readBase64(letters.slice(0, letters.length - (letters.length % 4)))
  if (!whole.ok) return null
  const declared = declaredLength(whole.octets)
  const hasEnd = letters.endsWith(usualEnd)
  if (declared !== null) {
    if (declared <= Math.floor((letters.length * 3) / 4)) return null
    const need = Math.ceil(declared / 3) * 4
    return refused(hasEnd ? 'key-piece-missing' : 'key-cut', `${letters.length}/${need}`)
  }
  const isTail = hasEnd && letters.length >= 40 && !letters.startsWith('M') && !wholeLengths.includes(letters.length)
  return isTail ? refused('key-head-missing') : null
}

/** An RSA key that is cut off after 32 bytes is no Ed25519 key: its header declares more. */
function isCutDer(octets: Uint8Array): boolean {
  const hasLongForm = octets[1] === 0x81 || octets[1] === 0x82
  return hasLongForm && (declaredLength(octets) ?? 0) > octets.length
}

/** The length in octets that the header of a DER sequence declares, with the header; null for anything else. */
function declaredLength(octets: Uint8Array): number | null {
  const [tag, first = 0, second = 0, third = 0] = octets
  if (tag !== tags.sequence) return null
  if (first < 0x80) return 2 + first
  if (first === 0x81) return 3 + second
  return first === 0x82 ? 4 + second * 256 + third : null
}

function readEd25519(octets: Uint8Array): KeyReading {
  if (isCutDer(octets)) return refused('key-der')
  if (octets.length === ed25519Octets) return { ok: true, key: { type: 'ed25519', bits: 256 }, oddities: [] }
  const algorithm = keyInfoOf(octets)?.algorithm
  if (algorithm === ed25519) {
    return refused('key-der', 'wrapped')
  }
  if (algorithm === rsaEncryption) return refused('key-type-mismatch', 'rsa')
  return refused('key-length', String(octets.length))
}

function readRsa(octets: Uint8Array): KeyReading {
  const info = keyInfoOf(octets)
  if (info === null) return readRsaPublicKey(octets, octets.length)
  if (info.algorithm === rsaEncryption) return readRsaPublicKey(info.key, info.key.length, info.trailing)
  if (info.algorithm === ed25519) return refused('key-type-mismatch', 'ed25519')
  return refused('key-type-mismatch')
}

function readRsaPublicKey(octets: Uint8Array, length: number, trailing = false): KeyReading {
  const outer = readElement(octets, 0, length)
  if (outer === null || outer.tag !== tags.sequence) {
    const isBare = length === ed25519Octets && !isCutDer(octets)
    if (isBare) return refused('key-type-mismatch', 'ed25519')
    return refused('key-der')
  }
  const modulus = readElement(octets, outer.from, outer.to)
  // A private key begins with its version, 0 (RFC 8017 appendix A.1.2, RFC 5958 section 2).
  if (
    modulus?.tag === tags.integer &&
    bitsOf(octets.subarray(modulus.from, modulus.to)) === 0 &&
    outer.to - outer.from > 64
  ) {
    return refused('private-key')
  }
  const exponent = modulus === null ? null : readElement(octets, modulus.to, outer.to)
  if (modulus?.tag !== tags.integer || exponent?.tag !== tags.integer || exponent.to !== outer.to) {
    return refused('key-der')
  }
  const bits = bitsOf(octets.subarray(modulus.from, modulus.to))
  const exponentBits = bitsOf(octets.subarray(exponent.from, exponent.to))
  if (bits === null || exponentBits === null) return refused('key-der', 'number')
  const isOdd = (at: number): boolean => ((octets[at - 1] ?? 0) & 1) === 1
  if (bits < 16 || !isOdd(modulus.to)) return refused('key-der', 'modulus')
  if (exponentBits < 2 || !isOdd(exponent.to)) return refused('key-exponent')
  const beyond = trailing || outer.to !== length
  const oddities = beyond ? [dkimProblem('key-trailing')] : []
  return { ok: true, key: { type: 'rsa', bits }, oddities }
}

function refused(code: KeyProblemCode, detail = ''): KeyReading {
  return { ok: false, problem: dkimProblem(code, detail) }
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
