import { createPublicKey } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBase64 } from './base64.ts'
import { readKey } from './key.ts'
import { bareRsaKey, ecKey, ed25519Key, rsaKeys, wrappedEd25519Key } from './keys.fixture.ts'

/** The error code, or the number of bits. */
function read(type: 'rsa' | 'ed25519', base64: string) {
  const reading = readKey(type, base64)
  return reading.ok ? reading.key.bits : reading.problem.code
}

/** The same base64 with changed bytes. */
function altered(base64: string, change: (octets: number[]) => number[]): string {
  return Buffer.from(change([...Buffer.from(base64, 'base64')])).toString('base64')
}

function oddities(base64: string) {
  const reading = readKey('rsa', base64)
  return reading.ok && reading.oddities.map(({ code }) => code)
}

/** Parses a bare key of these two numbers. */
function readNumbers(modulus: number[], exponent = [1, 0, 1]) {
  const length = modulus.length + exponent.length + 4
  const octets = [0x30, length, 2, modulus.length, ...modulus, 2, exponent.length, ...exponent]
  return read('rsa', Buffer.from(octets).toString('base64'))
}

describe('base64', () => {
  it('is decoded as by the platform', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), octets => {
        expect(readBase64(Buffer.from(octets).toString('base64'))).toEqual({ ok: true, octets, padded: true })
      }),
    )
  })

  it.each(['A', 'AAAAA', 'AA=A', 'A===', 'AA AA', 'AAA-', 'ÄAAA', '='])('%s is none', text => {
    expect(readBase64(text)).toEqual({ ok: false })
  })

  it('without its padding is decoded, and reported as such', () => {
    expect(readBase64('AAE')).toEqual({ ok: true, octets: new Uint8Array([0, 1]), padded: false })
  })
})

describe('an RSA key', () => {
  it.each(Object.entries(rsaKeys))('of %s bits is measured as by OpenSSL', (bits, base64) => {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(Number(bits))
    expect(readKey('rsa', base64)).toEqual({ ok: true, key: { type: 'rsa', bits: Number(bits) }, oddities: [] })
  })

  it('is parsed as a bare RSAPublicKey too (RFC 6376 section 3.6.1)', () => {
    expect(readKey('rsa', bareRsaKey)).toEqual({ ok: true, key: { type: 'rsa', bits: 2048 }, oddities: [] })
  })

  it('with missing padding, or trailing bytes, is parsed with a warning', () => {
    expect(rsaKeys[1000]).toMatch(/=$/)
    expect(oddities(rsaKeys[1000].replace(/=+$/, ''))).toEqual(['key-padding'])
    expect(readKey('rsa', `${rsaKeys[2048]}==`)).toMatchObject({ oddities: [{ code: 'key-padding', detail: 'extra' }] })
    expect(oddities(altered(bareRsaKey, octets => [...octets, 0]))).toEqual(['key-trailing'])
  })

  it('that is truncated, altered or of another kind is refused with the reason', () => {
    const whole = rsaKeys[2048]
    expect(read('rsa', whole.slice(0, 200))).toBe('key-cut')
    expect(read('rsa', whole.slice(0, 201))).toBe('key-cut')
    expect(read('rsa', whole.slice(0, 100) + whole.slice(160))).toBe('key-piece-missing')
    expect(read('rsa', whole.slice(180))).toBe('key-head-missing')
    expect(read('rsa', `${whole.slice(0, 100)}!${whole.slice(101)}`)).toBe('key-base64')
    expect(
      read(
        'rsa',
        altered(whole, octets => octets.with(0, 0x31)),
      ),
    ).toBe('key-der')
    expect(read('rsa', ecKey)).toBe('key-type-mismatch')
    expect(read('rsa', wrappedEd25519Key)).toBe('key-type-mismatch')
    expect(read('rsa', ed25519Key)).toBe('key-type-mismatch')
    expect(read('rsa', 'bm90IGEga2V5')).toBe('key-der')
  })

  it('with numbers no key can have is refused', () => {
    expect(readNumbers([0, 0xff, 0xff])).toBe(16)
    expect(readNumbers([0, 0xff, 0xfe])).toBe('key-der')
    expect(readNumbers([0xff, 0xff])).toBe('key-der')
    expect(readNumbers([])).toBe('key-der')
    expect(readNumbers([0])).toBe('key-der')
    expect(readNumbers([0, 0xff, 0xff], [1])).toBe('key-exponent')
    expect(readNumbers([0, 0xff, 0xff], [2])).toBe('key-exponent')
  })
})

describe('an Ed25519 key', () => {
  it('is its 32 bytes (RFC 8463 section 4)', () => {
    expect(readKey('ed25519', ed25519Key)).toEqual({ ok: true, key: { type: 'ed25519', bits: 256 }, oddities: [] })
  })

  it('of another length, or in a wrapper, is refused', () => {
    expect(read('ed25519', wrappedEd25519Key)).toBe('key-der')
    expect(read('ed25519', rsaKeys[1024])).toBe('key-type-mismatch')
    expect(read('ed25519', ed25519Key.slice(4))).toBe('key-length')
  })
})

it('parses or refuses any bytes, and never throws', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('rsa' as const, 'ed25519' as const),
      fc.uint8Array({ maxLength: 400 }),
      (type, octets) => {
        expect(readKey(type, Buffer.from(octets).toString('base64'))).toHaveProperty('ok')
      },
    ),
  )
})

it('parses or refuses a real key with any changed byte, and never reports more bits than the bytes have', () => {
  const whole = Buffer.from(rsaKeys[1024], 'base64')
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, value) => {
      const reading = readKey(
        'rsa',
        altered(rsaKeys[1024], octets => octets.with(at, value)),
      )
      if (reading.ok) expect(reading.key.bits).toBeLessThanOrEqual(whole.length * 8)
    }),
  )
})
