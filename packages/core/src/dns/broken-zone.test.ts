import { describe, expect, it } from 'vitest'
import {
  type BrokenZone,
  breaksAllOf,
  brokenZoneOf,
  brokenZoneOfHost,
  byBrokenZone,
  dnssecAdvice,
  dnssecFault,
  dnssecFaultWords,
  keyTag,
  type PublishedDnssec,
  type RecordData,
  unasked,
  zoneResolver,
} from './index.ts'

/** The key of the example in RFC 4034 section 5.4: its key tag is 60485. */
const rsa: RecordData['DNSKEY'] = {
  flags: 256,
  protocol: 3,
  algorithm: 5,
  key: Buffer.from(
    'AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==',
    'base64',
  ).toString('hex'),
}
const ds: RecordData['DS'] = { keyTag: 60485, algorithm: 5, digestType: 1, digest: '2bb1' }
const now = Date.UTC(2026, 10, 20) / 1000
const day = 86_400
const signature: RecordData['RRSIG'] = {
  covers: 6,
  algorithm: 5,
  labels: 2,
  originalTtl: 300,
  inception: now - day,
  expiration: now + day,
  keyTag: 60485,
  signer: 'example.com',
  signature: 'ab',
}
const sound: PublishedDnssec = {
  ds: [ds],
  keys: [rsa],
  signatures: [signature],
  types: [6],
  errors: [],
  fits: () => true,
  now,
}
const fault = (more: Partial<PublishedDnssec>) => dnssecFault({ ...sound, ...more })
const said = (code: number) => ({ errors: [{ code, text: '' }] })

it('computes the key tag of RFC 4034 section 5.4', () => {
  expect(keyTag(rsa)).toBe(60485)
})

describe('the cause of a failed validation', () => {
  it('is a DS record whose key tag no key has, whatever the resolver says', () => {
    expect(fault({ ds: [{ ...ds, keyTag: 4711 }] })).toEqual({ code: 'ds-without-key', ds: [4711], keys: [60485] })
    expect(fault({ ds: [{ ...ds, keyTag: 4711 }], ...said(6) }).code).toBe('ds-without-key')
  })

  it('is none of the DS records while one of them fits a key', () => {
    expect(fault({ ds: [{ ...ds, keyTag: 4711 }, ds], ...said(7) })).toEqual({ code: 'expired' })
  })

  it('is a zone without keys below a DS record', () => {
    expect(fault({ keys: [] })).toEqual({ code: 'no-keys', ds: [60485] })
  })

  it('is the algorithm, the digest or the flags of the key that the DS record names', () => {
    expect(fault({ ds: [{ ...ds, algorithm: 8 }] })).toEqual({ code: 'ds-algorithm', ds: [60485], algorithms: [8, 5] })
    expect(fault({ fits: () => false })).toEqual({ code: 'ds-digest', ds: [60485] })
    const notForZones = { ...rsa, flags: 0 }
    expect(fault({ keys: [notForZones], ds: [{ ...ds, keyTag: keyTag(notForZones) }] }).code).toBe('key-unusable')
  })

  it('is the date of the signatures, with and without the resolver’s word', () => {
    const expired = [{ ...signature, expiration: now - day }]
    const future = [{ ...signature, inception: now + day, expiration: now + 2 * day }]
    expect(fault({ signatures: expired })).toEqual({ code: 'expired', date: '2026-11-19' })
    expect(fault({ signatures: expired, ...said(7) })).toEqual({ code: 'expired', date: '2026-11-19' })
    expect(fault({ signatures: future, ...said(6) })).toEqual({ code: 'not-yet-valid', date: '2026-11-21' })
    expect(fault({ signatures: [...expired, signature] })).toEqual({ code: 'unknown' })
  })

  it('is what the resolver says, where the zone shows nothing wrong', () => {
    expect(fault(said(12))).toEqual({ code: 'proof-missing' })
    expect(fault(said(9))).toEqual({ code: 'signatures-wrong' })
    expect(fault({ ds: null, keys: null, signatures: null, ...said(9) })).toEqual({ code: 'ds-without-key' })
    expect(fault({ ds: null, keys: null, signatures: null })).toEqual({ code: 'unknown' })
  })

  it('is a missing signature, of a record that must have one', () => {
    expect(fault({ signatures: [] })).toEqual({ code: 'signatures-missing' })
    expect(fault({ signatures: [{ ...signature, covers: 48 }] })).toEqual({ code: 'signatures-missing' })
    expect(fault({ signatures: [], types: [] })).toEqual({ code: 'unknown' })
    expect(fault({ signatures: null })).toEqual({ code: 'unknown' })
  })
})

const at = (code: BrokenZone['fault']['code'], more: Partial<BrokenZone['fault']> = {}): BrokenZone => ({
  zone: 'example.net',
  whole: true,
  fault: { code, ...more },
})

describe('each cause has its words and its remedy', () => {
  it.each([
    [
      at('expired', { date: '2026-11-19' }),
      'its signatures expired on 2026-11-19',
      'Sign example.net again, and check that the signer renews signatures before they expire.',
    ],
    [
      at('not-yet-valid', { date: '2026-11-21' }),
      'its signatures are not valid before 2026-11-21',
      'Correct the clock of the server that signs example.net, and sign the zone again.',
    ],
    [
      at('no-keys', { ds: [4711] }),
      'the parent has a DS record (key tag 4711), but the zone has no keys',
      'Remove the DS record (key tag 4711) of example.net in the parent zone (usually at the registrar), or sign the zone and replace the DS record with that of the key in use.',
    ],
    [
      at('ds-without-key', { ds: [4711], keys: [12] }),
      'the DS record (key tag 4711) matches no zone key (key tag 12)',
      'Replace the DS record (key tag 4711) of example.net in the parent zone (usually at the registrar) with that of a key in use (key tag 12), or remove it until the zone is signed correctly.',
    ],
    [
      at('ds-algorithm', { ds: [4711], algorithms: [8, 13] }),
      'the DS record (key tag 4711) has algorithm 8 (RSASHA256), but the key has 13 (ECDSAP256SHA256)',
      'Replace the DS record (key tag 4711) of example.net in the parent zone (usually at the registrar) with one that has algorithm 13 (ECDSAP256SHA256).',
    ],
    [
      at('ds-digest', { ds: [4711] }),
      'the digest of the DS record (key tag 4711) does not match the key',
      'Replace the DS record (key tag 4711) of example.net in the parent zone (usually at the registrar) with one that has the digest of the key in use.',
    ],
    [
      at('signatures-missing'),
      'signatures are missing',
      'Sign every record of example.net again, or remove the DS record in the parent zone until that is done.',
    ],
  ])('%o', (broken, words, advice) => {
    expect(dnssecFaultWords(broken.fault)).toBe(words)
    expect(dnssecAdvice(broken, true)).toBe(advice)
    expect(dnssecAdvice(broken, false)).toMatch(/^Ask the operator of example\.net to [a-z]/)
  })
})

describe('the broken zone of an answer', () => {
  const broken: BrokenZone = { zone: 'example.net', whole: true, fault: { code: 'expired' } }
  const resolver = zoneResolver({
    'mx.example.net': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'], authentic: 'bogus', broken },
    'mx.example.org': { A: ['192.0.2.1'], authentic: 'bogus' },
    'www.example.com': { CNAME: ['mx.example.org'] },
    'mx.example.com': { A: ['192.0.2.1'] },
  })

  it('is the diagnosed one, else the last name of the aliases', async () => {
    expect(brokenZoneOf('mx.example.net', (await resolver.query('mx.example.net', 'A')).via)).toEqual(broken)
    expect(brokenZoneOf('mx.example.com', (await resolver.query('mx.example.com', 'A')).via)).toBeNull()
    expect(brokenZoneOf('www.example.com', (await resolver.query('www.example.com', 'A')).via)).toEqual({
      zone: 'mx.example.org',
      whole: true,
      fault: { code: 'unknown' },
      guessed: true,
    })
  })

  it('keeps resolvers from a host only when no address of it validates, and all were asked', async () => {
    const bogus = [await resolver.query('mx.example.net', 'A'), await resolver.query('mx.example.net', 'AAAA')]
    const valid = await resolver.query('mx.example.com', 'A')
    expect(brokenZoneOfHost('mx.example.net', bogus)).toEqual(broken)
    expect(brokenZoneOfHost('mx.example.net', [...bogus, valid])).toBeNull()
    expect(brokenZoneOfHost('mx.example.net', [...bogus, unasked('timeout', 0)])).toBeNull()
  })

  it('breaks every answer of the names in it, and of no other', () => {
    expect(breaksAllOf('example.net', broken)).toBe(true)
    expect(breaksAllOf('sub.example.net', broken)).toBe(true)
    expect(breaksAllOf('net', broken)).toBe(false)
    expect(breaksAllOf('example.net', { ...broken, whole: false })).toBe(false)
    expect(breaksAllOf('example.net', { ...broken, zone: 'mx.example.net', guessed: true })).toBe(true)
  })

  it('is one cause, however much depends on it, also where only names in it are known', () => {
    const guess = (zone: string): BrokenZone => ({ ...broken, zone, guessed: true })
    const zones = [broken, null, guess('mx.example.org'), guess('spf.example.org'), broken, guess('mx.example.com')]
    const grouped = byBrokenZone(zones, zone => zone ?? undefined)
    expect(grouped.map(({ broken: { zone }, items }) => [zone, items.length])).toEqual([
      ['example.net', 2],
      ['mx.example.org', 2],
      ['mx.example.com', 1],
    ])
    const found = byBrokenZone([guess('mx.example.net'), broken], zone => zone)
    expect(found).toMatchObject([{ broken: { zone: 'example.net' }, items: [{}, {}] }])
  })
})
