import { describe, expect, it } from 'vitest'
import { host } from './healthy.fixture.ts'
import type { SenderFacts } from './sender-facts.ts'
import { daneOf, fitting, goodCertificate, keyRecord, offerFacts, otherKey, told } from './sender-world.fixture.ts'

describe('TLSA records count only where DNSSEC proves them (RFC 7672 section 2.2)', () => {
  it.each<[string, SenderFacts['dane'], string]>([
    ['not where only the records are signed', daneOf([otherKey], { hostAuthentic: 'no' }), 'encrypted: tlsa-unsigned'],
    ['not where only the host is signed', daneOf([otherKey], { authentic: 'no' }), 'encrypted: tlsa-unsigned'],
    [
      'and no one looks for them at a host that is not signed',
      daneOf(null, { hostAuthentic: 'no' }),
      'encrypted: no-tlsa',
    ],
    ['and a failed lookup of ours proves nothing', daneOf(null), 'unknown: tlsa-failed'],
    ['nor does one that was not made', null, 'unknown: tlsa-unasked'],
    [
      'nor a mismatch with a certificate of another scan',
      daneOf([otherKey], { comparable: false }),
      'unknown: not-comparable',
    ],
    [
      'one of several that fits is enough',
      daneOf([otherKey, keyRecord(1, 'aa'.repeat(32)), fitting]),
      'checked: tlsa-fits',
    ],
    [
      'one that is unusable beside a usable one is ignored',
      daneOf([otherKey, keyRecord(1, fitting.data)]),
      'refused: tlsa-mismatch',
    ],
  ])('%s', (_, dane, expected) => {
    expect(told('dane', { dane })).toBe(expected)
  })

  it('a resolver that does not validate says nothing of what is not authentic', () => {
    const dane = daneOf([otherKey], { authentic: 'no', hostAuthentic: 'no' })
    expect(told('dane', { dane, validating: false })).toBe('unknown: resolver-blind')
    expect(told('dane', { dane: { ...dane, tlsa: [] }, validating: null })).toBe('unknown: resolver-blind')
    expect(told('mta-sts', { dane, validating: false })).toBe('encrypted: no-policy')
  })

  it('at the name of a signed alias they count although its target is not signed (section 2.2.2)', () => {
    const alias = { hostAuthentic: 'no', aliasAuthentic: 'yes' } as const
    expect(told('dane', { dane: daneOf([fitting], alias) })).toBe('checked: tlsa-fits')
    expect(told('dane', { dane: daneOf([otherKey], alias) })).toBe('refused: tlsa-mismatch')
    expect(told('dane', { dane: daneOf([], alias) })).toBe('encrypted: no-tlsa')
    const atTarget = { ...alias, record: '_25._tcp.mx.hoster.example' }
    expect(told('dane', { dane: daneOf([otherKey], atTarget) })).toBe('unknown: tlsa-unasked')
    expect(told('dane', { dane: daneOf([otherKey], { ...alias, aliasAuthentic: 'no' }) })).toBe(
      'encrypted: tlsa-unsigned',
    )
  })
})

describe('a certificate for DANE senders', () => {
  const authority = { ...goodCertificate.chain[0], subject: 'CN=Authority', spkiSha256: 'c3'.repeat(32) }
  const [own] = goodCertificate.chain
  const chain = own === undefined ? [] : [own, { ...own, ...authority }]
  const anchored = daneOf([keyRecord(2, authority.spkiSha256)])
  const showing = (changes: Partial<typeof goodCertificate>) => ({
    session: offerFacts({ certificate: { ...goodCertificate, chain, trusted: false, ...changes } }),
    dane: anchored,
  })

  it('may be expired, untrusted and for another name where DANE-EE fits (RFC 7672 section 3.1.1)', () => {
    const session = offerFacts({
      certificate: { ...goodCertificate, trusted: false, names: [], notAfter: '2020-01-01T00:00:00.000Z' },
    })
    expect(told('dane', { session, dane: daneOf([fitting]) })).toBe('checked: tlsa-fits')
  })

  it.each([
    ['in its time and for the host', {}, 'checked: authority-fits'],
    ['not after its time', { notAfter: '2026-11-19T00:00:00.000Z' }, 'refused: tlsa-mismatch'],
    ['not before its time', { notBefore: '2026-11-21T00:00:00.000Z' }, 'refused: tlsa-mismatch'],
    ['not for another name', { names: ['mail.example.net'] }, 'refused: tlsa-mismatch'],
    ['not without the pinned authority in the chain', { chain: chain.slice(0, 1) }, 'refused: tlsa-mismatch'],
    [
      'by its common name where it has no other (section 3.2.3)',
      { namedBy: 'common-name' as const },
      'checked: authority-fits',
    ],
  ])('holds under a pinned authority %s (section 3.1.2)', (_, changes, expected) => {
    expect(told('dane', showing(changes))).toBe(expected)
  })

  it.each<[string, string, Partial<SenderFacts>, string]>([
    ['the domain, which a signed MX record leads from', 'example.com', {}, 'checked'],
    [
      'not the domain, where the MX record is not signed',
      'example.com',
      { nextHop: { by: 'mx', authentic: 'no', alias: null } },
      'refused',
    ],
    [
      'the host, where the MX record is not signed',
      host,
      { nextHop: { by: 'mx', authentic: 'no', alias: null } },
      'checked',
    ],
    [
      'what the domain is an alias of',
      'real.example.org',
      { nextHop: { by: 'mx', authentic: 'yes', alias: 'real.example.org' } },
      'checked',
    ],
    [
      'the domain that is an alias, too',
      'example.com',
      { nextHop: { by: 'mx', authentic: 'yes', alias: 'real.example.org' } },
      'checked',
    ],
    [
      'what the host is an alias of, if the records are there',
      'mx.hoster.example',
      { dane: { ...anchored, record: '_25._tcp.mx.hoster.example' } },
      'checked',
    ],
    [
      'not the host, if the records are at what it is an alias of',
      host,
      { dane: { ...anchored, record: '_25._tcp.mx.hoster.example' } },
      'refused',
    ],
    [
      'the domain without MX records',
      'example.com',
      { nextHop: { by: 'address', authentic: 'no', alias: null } },
      'checked',
    ],
  ])('may name %s (section 3.2.2)', (_, name, facts, expected) => {
    expect(told('dane', { ...showing({ names: [name] }), ...facts })).toMatch(expected)
  })
})
