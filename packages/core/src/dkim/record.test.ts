import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bareRsaKey, ed25519Key, rsaKeys } from './keys.fixture.ts'
import { dkimKind, parseDkim } from './record.ts'
import { estimateBits, strengthOf, strengthOfRecord } from './strength.ts'

const p = rsaKeys[2048]
const codes = (text: string) => {
  const { errors, warnings } = parseDkim(text)
  return { errors: errors.map(({ code }) => code), warnings: warnings.map(({ code }) => code) }
}
const fine = { errors: [], warnings: [] }

describe('a key record', () => {
  it('gives every tag of RFC 6376 section 3.6.1', () => {
    const text = `v=DKIM1; h=sha256:sha1; k=rsa; n=made in May; s=email; t=y:s; p=${p}`
    expect(parseDkim(text)).toMatchObject({
      text,
      keyType: 'rsa',
      publicKey: p,
      key: { type: 'rsa', bits: 2048 },
      revoked: false,
      testing: true,
      strict: true,
      hashes: ['sha256', 'sha1'],
      services: ['email'],
      notes: 'made in May',
      errors: [],
      warnings: [{ code: 'testing' }],
    })
  })

  it('needs only p; the other tags have defaults', () => {
    expect(parseDkim(`p=${p}`)).toMatchObject({
      keyType: 'rsa',
      hashes: null,
      services: ['*'],
      testing: false,
      ...fine,
    })
  })

  it.each([
    ['blanks around everything', `v = DKIM1 ;\t k = rsa ; p = ${p} ;`],
    ['a key folded by blanks', `v=DKIM1; p=${p.replace(/.{60}/g, '$& \t')}`],
    ['a key type in capitals', `v=DKIM1; k=RSA; p=${p}`],
    ['a key without its header', `v=DKIM1; k=rsa; p=${bareRsaKey}`],
    ['an Ed25519 key', `v=DKIM1; k=ed25519; p=${ed25519Key}`],
  ])('is fine with %s', (_, text) => {
    expect(codes(text)).toEqual(fine)
    expect(parseDkim(text).key).not.toBeNull()
  })

  it.each([
    ['an empty p is a revoked key, not a broken one', 'v=DKIM1; p=', fine],
    ['unknown tags are ignored', `v=DKIM1; x=1; p=${p}`, { errors: [], warnings: ['unknown-tag'] }],
    ['g is history', `v=DKIM1; g=*; p=${p}`, { errors: [], warnings: ['historic-tag'] }],
    ['what is no tag is ignored', `v=DKIM1; ; hello; p=${p}`, { errors: [], warnings: ['tag-syntax'] }],
    ['a flag nobody knows is ignored', `v=DKIM1; t=y:q; p=${p}`, { errors: [], warnings: ['flag', 'testing'] }],
    ['1024 bits are told', `v=DKIM1; p=${rsaKeys[1024]}`, { errors: [], warnings: ['short-key'] }],
    ['1000 bits are weak', `v=DKIM1; p=${rsaKeys[1000]}`, { errors: [], warnings: ['weak-key'] }],
    ['another version', `v=DKIM2; p=${p}`, { errors: ['version'], warnings: [] }],
    ['the version in small letters', `v=dkim1; p=${p}`, { errors: ['version'], warnings: [] }],
    ['the version not first', `k=rsa; v=DKIM1; p=${p}`, { errors: ['v-not-first'], warnings: [] }],
    ['no p', 'v=DKIM1; k=rsa', { errors: ['p-missing'], warnings: [] }],
    ['a tag twice', `v=DKIM1; p=${p}; p=`, { errors: ['duplicate-tag'], warnings: [] }],
    ['a key type nobody knows', `v=DKIM1; k=dsa; p=${p}`, { errors: ['key-type'], warnings: [] }],
    ['a forgotten semicolon', `v=DKIM1; k=rsa p=${p}`, { errors: ['semicolon-missing'], warnings: [] }],
    ['SHA-1 alone', `v=DKIM1; h=sha1; p=${p}`, { errors: ['hash'], warnings: [] }],
    ['not for mail', `v=DKIM1; s=tlsrpt; p=${p}`, { errors: ['service'], warnings: [] }],
    ['backslashes of a zone file', `v=DKIM1\\; k=rsa\\; p=${p}`, { errors: ['backslash'], warnings: [] }],
    ['a key cut off', `v=DKIM1; p=${p.slice(0, 253)}`, { errors: ['key-cut'], warnings: [] }],
    ['quotes of a zone file', `"v=DKIM1; p=${p}"`, { errors: ['quotes'], warnings: [] }],
    ['a key cut off at another place', `v=DKIM1; p=${p.slice(0, 252)}`, { errors: ['key-cut'], warnings: [] }],
    ['an RSA key called Ed25519', `v=DKIM1; k=ed25519; p=${p}`, { errors: ['key-type-mismatch'], warnings: [] }],
    ['64 KB', `v=DKIM1; p=${'A'.repeat(65_536)}`, { errors: ['too-long'], warnings: [] }],
  ])('%s', (_, text, expected) => {
    expect(codes(text)).toEqual(expected)
  })

  it('of any bytes is parsed without throwing, and problems are printable', () => {
    const tag = fc.tuple(fc.constantFrom('v', 'k', 'p', 's', 't', 'h', 'n', 'x', ''), fc.string({ unit: 'binary' }))
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(tag).map(tags => tags.map(([name, value]) => `${name}=${value}`).join(';')),
    )
    fc.assert(
      fc.property(text, text => {
        const { errors, warnings } = parseDkim(text)
        for (const { message } of [...errors, ...warnings]) expect(message).not.toMatch(/\p{Cc}/u)
      }),
    )
  })
})

describe('a TXT record at a selector', () => {
  it.each([
    ['record', `v=DKIM1; p=${p}`],
    ['record', 'v=DKIM1; k=rsa'],
    ['record', `k=rsa; t=s; p=${p}`],
    ['record', `p=${p}`],
    ['lookalike', `v=dkim1; p=${p}`],
    ['lookalike', `"v=DKIM1 p ${p}"`],
    ['lookalike', `v=DKIM1\\; k=rsa\\; p=${p}`],
    ['lookalike', `k=rsa; ${p}`],
    ['lookalike', p],
    ['other', 'v=spf1 -all'],
    ['other', 'v=DMARC1; p=reject'],
    ['other', 'google-site-verification=abc'],
    ['other', 'o=~; r=postmaster@example.com'],
    ['other', ''],
  ])('is a %s: %s', (kind, text) => {
    expect(dkimKind(text)).toBe(kind)
  })
})

describe('the strength of a key', () => {
  it.each([
    [4096, 'fine', ''],
    [2048, 'fine', ''],
    [1536, 'upgrade', 'Upgrade recommended'],
    [1024, 'upgrade', 'Upgrade recommended'],
    [1000, 'weak', 'Weak'],
    [512, 'weak', 'Weak'],
  ] as const)('%i bits: %s', (bits, level, words) => {
    expect(strengthOfRecord(parseDkim(`v=DKIM1; p=${rsaKeys[bits]}`))).toEqual({ level, words, bits, estimated: false })
  })

  it('Ed25519 is fine however short, an empty key is Revoked, and no key is nothing', () => {
    expect(strengthOfRecord(parseDkim(`v=DKIM1; k=ed25519; p=${ed25519Key}`))).toMatchObject({
      level: 'fine',
      bits: 256,
    })
    expect(strengthOfRecord(parseDkim('v=DKIM1; p='))).toMatchObject({ level: 'revoked', words: 'Revoked' })
    expect(strengthOfRecord(parseDkim('v=DKIM1'))).toBeNull()
  })

  it('follows from the length of the text when the key is unknown: 700, 350, 180, else 5.33 each', () => {
    expect([700, 699, 350, 349, 180, 179, 100].map(length => estimateBits('A'.repeat(length)))).toEqual([
      4096, 2048, 2048, 1024, 1024, 954, 533,
    ])
    expect(estimateBits(` ${'A'.repeat(90)}\n${'A'.repeat(90)} `)).toBe(1024)
    expect(strengthOf({ type: 'rsa', bits: null, publicKey: 'A'.repeat(180) })).toEqual({
      level: 'upgrade',
      words: 'Upgrade recommended',
      bits: 1024,
      estimated: true,
    })
  })
})
