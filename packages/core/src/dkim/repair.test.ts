import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ed25519Key, rsaKeys, wrappedEd25519Key } from './keys.fixture.ts'
import { parseDkim } from './record.ts'

const p = rsaKeys[2048]
const record = `v=DKIM1; k=rsa; p=${p}`
/** As zone files, editors and key files have it. */
const lines = (p.match(/.{1,64}/g) ?? []).join('\n')
const pem = `-----BEGIN PUBLIC KEY-----\n${lines}\n-----END PUBLIC KEY-----`

/** The causes and the repaired record. */
function diagnosed(text: string) {
  const { errors, repaired } = parseDkim(text)
  return { causes: errors.map(({ message }) => message), repaired }
}

const quotes = 'quotation marks are part of the record'
const backslash = 'backslashes are part of the record'

describe('a record that pasting broke is repaired, and the cause is named', () => {
  it.each([
    ['in quotes', `"${record}"`, quotes, record],
    ['two strings in one text', `v=DKIM1; k=rsa; p=${p.slice(0, 200)}" "${p.slice(200)}`, quotes, record],
    ['two strings without a blank', `v=DKIM1; k=rsa; p=${p.slice(0, 200)}""${p.slice(200)}`, quotes, record],
    ['the version in quotes', `v="DKIM1"; k=rsa; p=${p}`, quotes, record],
    ['typographic quotes', `“v=DKIM1; k=rsa; p=${p}”`, quotes, record],
    ['typographic quotes as DNS has them', `\u00e2\u0080\u009c${record}\u00e2\u0080\u009d`, quotes, record],
    ['backslashes of a zone file', record.replaceAll(';', '\\;'), backslash, record],
    [
      'written line breaks',
      `v=DKIM1; k=rsa; p=${lines.replaceAll('\n', '\\n')}`,
      'line breaks were pasted as the characters \\n or \\r',
      record,
    ],
    [
      'an invisible character',
      `v=DKIM1; k=rsa; p=${p.slice(0, 9)}\u200b${p.slice(9)}`,
      'the record contains an invisible character (U+200B)',
      record,
    ],
    [
      'the key file as p',
      `v=DKIM1; k=rsa; p=${pem}`,
      'the record contains the BEGIN and END lines of the key file',
      record,
    ],
    ['strings joined at k', `v=DKIM1;k=rsap=${p}`, 'a semicolon is missing before p=', record],
    ['strings joined at v', `v=DKIM1k=rsa; p=${p}`, 'a semicolon is missing before k=', record],
    ['all strings joined', `v=DKIM1k=rsap=${p}`, 'a semicolon is missing before k=', record],
    ['flags joined', `v=DKIM1; t=sp=${p}`, 'a semicolon is missing before p=', `v=DKIM1; t=s; p=${p}`],
    ['blanks instead of semicolons', `v=DKIM1 k=rsa p=${p}`, 'a semicolon is missing before k=', record],
    ['commas instead of semicolons', `v=DKIM1, k=rsa, p=${p}`, 'a semicolon is missing before k=', record],
    [
      'tag names in capitals',
      `v=DKIM1; K=rsa; P=${p}`,
      'tag names must be lowercase, so receivers do not know K, P',
      record,
    ],
    ['p twice', `v=DKIM1; k=rsa; p=p=${p}`, 'p= is written twice', record],
    ['the same p twice', `${record}; p=${p}`, 'p= is written twice', record],
    ['one key in two p', `v=DKIM1; k=rsa; p=${p.slice(0, 200)}; p=${p.slice(200)}`, 'p= is written twice', record],
    ['the record twice', `${record}; ${record}`, 'the record was pasted twice', record],
    ['the record as p', `v=DKIM1; k=rsa; p=${record}`, 'the record was pasted twice', record],
    ['a version in small letters', `v=dkim1; k=rsa; p=${p}`, 'v=dkim1 is not exactly v=DKIM1', record],
    ['the version last', `k=rsa; p=${p}; v=DKIM1`, 'v=DKIM1 is not the first tag', record],
    ['the key alone', p, 'the tag p, which holds the key, is missing', `p=${p}`],
    ['a key without its tag', `v=DKIM1; k=rsa; ${p}`, 'the tag p, which holds the key, is missing', record],
    [
      'Ed25519 without k',
      `v=DKIM1; p=${ed25519Key}`,
      'the key is Ed25519, but k=ed25519 is missing',
      `v=DKIM1; k=ed25519; p=${ed25519Key}`,
    ],
    ['RSA as Ed25519', `v=DKIM1; k=ed25519; p=${p}`, 'the key is RSA, but the record says k=ed25519', record],
  ])('%s', (_, text, cause, repaired) => {
    expect(diagnosed(text)).toEqual({ causes: [cause], repaired })
    expect(parseDkim(repaired)).toMatchObject({ errors: [], key: { bits: repaired.includes(ed25519Key) ? 256 : 2048 } })
  })

  it('names each of several causes', () => {
    const text = `"v=DKIM1\\; k=rsa\\; p=${p}"`
    expect(diagnosed(text)).toEqual({ causes: [backslash, quotes], repaired: record })
    expect(diagnosed(pem)).toEqual({
      causes: [
        'the record contains the BEGIN and END lines of the key file',
        'the tag p, which holds the key, is missing',
      ],
      repaired: `p=${p}`,
    })
  })

  it('keeps the other tags', () => {
    const text = `"v=DKIM1; h=sha256; k=rsa; s=email; t=s; n=made in May; p=${p}"`
    expect(parseDkim(text).repaired).toBe(text.slice(1, -1))
  })
})

describe('a key that is not whole is named, and not repaired', () => {
  const cut = `v=DKIM1; k=rsa; p=${p}`.slice(0, 255)
  it.each([
    ['cut at one string', cut, `the record is cut off after 255 characters (${255 - 18} of 392 characters of the key)`],
    ['cut elsewhere', `v=DKIM1; p=${p.slice(0, 300)}`, 'the key is cut off (300 of 392 characters of the key)'],
    [
      'the middle is missing',
      `v=DKIM1; p=${p.slice(0, 100)}${p.slice(160)}`,
      'a piece of the key is missing (332 of 392 characters of the key)',
    ],
    ['the beginning is missing', `v=DKIM1; p=${p.slice(180)}`, 'the beginning of the key is missing'],
    ['altered', `v=DKIM1; p=${p.slice(0, 60)}!${p.slice(61)}`, 'the key is not base64'],
    [
      'a wrapped Ed25519 key',
      `v=DKIM1; k=ed25519; p=${wrappedEd25519Key}`,
      'an Ed25519 key must be its 32 bytes alone, without a header',
    ],
    [
      'two records in one',
      `${record}v=DKIM1; k=rsa; p=${rsaKeys[1024]}`,
      'two records with different keys are joined in one text',
    ],
    ['revoked and not', `v=DKIM1; p=; p=${p}`, 'p is given more than once, so the record is invalid'],
    ['an unknown version', `v=DKIM2; p=${p}`, 'v=DKIM2 is not exactly v=DKIM1'],
  ])('%s', (_, text, cause) => {
    expect(diagnosed(text)).toEqual({ causes: [cause], repaired: null })
  })

  it('also behind quotes', () => {
    expect(diagnosed(`"v=DKIM1; p=${p.slice(0, 300)}"`)).toEqual({
      causes: [quotes, 'the key is cut off (300 of 392 characters of the key)'],
      repaired: null,
    })
  })

  it.each(['pkcs1', 'pkcs8'] as const)('a private key (%s) is never repaired', type => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const text = privateKey.export({ type, format: 'pem' }) as string
    for (const pasted of [`v=DKIM1; k=rsa; p=${text}`, `v=DKIM1; p=${text.replace(/-----[^-]+-----|\n/g, '')}`]) {
      expect(diagnosed(pasted)).toMatchObject({
        causes: expect.arrayContaining(['it publishes a private key']),
        repaired: null,
      })
    }
  })
})

it('a repair never alters the key', () => {
  const breakage = fc.constantFrom('"', '\\', '\\n', ' ', '“', '" "', '; ', ';p=', '\u200b')
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(record.length), breakage), { maxLength: 4 }), places => {
      let text = record
      for (const [at, what] of places) text = text.slice(0, at) + what + text.slice(at)
      const { repaired } = parseDkim(text)
      if (repaired !== null) expect(parseDkim(repaired)).toMatchObject({ publicKey: p, errors: [], revoked: false })
    }),
  )
})

it('an RSA key that is cut off after 32 bytes is not taken for an Ed25519 key', () => {
  expect(diagnosed(`v=DKIM1; p=${p.slice(0, 43)}`)).toEqual({
    causes: ['the key is cut off (43 of 392 characters of the key)'],
    repaired: null,
  })
})

it('a missing semicolon is named beside a key that is cut off', () => {
  expect(diagnosed(`v=DKIM1; k=rsa p=${p.slice(0, 300)}`)).toEqual({
    causes: ['a semicolon is missing before p=', 'the key is cut off (300 of 392 characters of the key)'],
    repaired: null,
  })
  expect(parseDkim(`v=DKIM1; k=rsa p=${p.slice(0, 300)}`).keyType).toBe('rsa')
})

const pemOf = (type: 'pkcs1' | 'pkcs8') =>
  generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type, format: 'pem' }).toString()

describe('a private key in a record', () => {
  const ed25519 = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

  it.each([
    ['of OpenSSL', `v=DKIM1; k=rsa; p=${pemOf('pkcs1').replaceAll('\n', '')}`],
    ['in quotes', `"v=DKIM1; k=rsa; p=${pemOf('pkcs8').replaceAll('\n', '')}"`],
    ['without its lines', `v=DKIM1; k=rsa; p=${pemOf('pkcs8').replace(/-----[A-Z ]+-----|\n/g, '')}`],
    ['of Ed25519', `v=DKIM1; k=ed25519; p=${ed25519.replaceAll('\n', '')}`],
  ])('%s is the only thing to say: whatever else is wrong, it must be replaced', (_, text) => {
    expect(diagnosed(text)).toEqual({ causes: ['it publishes a private key'], repaired: null })
  })
})
