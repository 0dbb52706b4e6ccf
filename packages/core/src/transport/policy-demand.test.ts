import { describe, expect, it } from 'vitest'
import type { SenderFacts } from './sender-facts.ts'
import {
  allTold,
  daneOf,
  failedOffer,
  fitting,
  goodCertificate,
  noOffer,
  noPolicy,
  offerFacts,
  otherKey,
  policyOf,
  told,
  withPolicy,
} from './sender-world.fixture.ts'

describe('MTA-STS senders', () => {
  it.each<[string, SenderFacts['mtaSts'], string]>([
    [
      'know no policy where the record is invalid (RFC 8461 section 3.1)',
      { ...policyOf('enforce'), texts: ['v=STSv1; id=a-b'] },
      'no-policy',
    ],
    [
      'know none where there are two records (section 3.1)',
      { ...policyOf('enforce'), texts: ['v=STSv1; id=1', 'v=STSv1; id=2'] },
      'no-policy',
    ],
    ['get none that is not served (section 3.3)', withPolicy({ state: 'unavailable', text: '' }), 'policy-unavailable'],
    ['use none that is broken (section 3.2)', withPolicy({ text: 'mode: enforce' }), 'policy-invalid'],
    ['use none that is too long (section 3.2)', withPolicy({ whole: false }), 'policy-invalid'],
    ['follow none of mode none (section 5)', policyOf('none', 'other.example.com'), 'policy-off'],
  ])('%s', (_, mtaSts, reason) => {
    expect(told('mta-sts', { mtaSts })).toBe(`encrypted: ${reason}`)
    expect(told('mta-sts', { mtaSts, session: noOffer })).toBe(`clear: ${reason}`)
  })

  it.each<[string, SenderFacts['mtaSts'], string]>([
    ['whose record we could not look up', { ...noPolicy, texts: null }, 'policy-unseen'],
    ['whose policy we could not fetch', withPolicy({ state: 'unanswered', text: '' }), 'policy-unseen'],
    ['whose policy no one fetched', { ...policyOf('enforce'), policy: null }, 'policy-unseen'],
    [
      'whose MX hosts are of another scan',
      { ...policyOf('enforce', 'x.example'), comparable: false },
      'not-comparable',
    ],
  ])('do what is unknown for a domain %s', (_, mtaSts, reason) => {
    expect(told('mta-sts', { mtaSts })).toBe(`unknown: ${reason}`)
  })

  it('follow a policy that lists the host although its MX hosts are of another scan', () => {
    expect(told('mta-sts', { mtaSts: { ...policyOf('enforce'), comparable: false } })).toBe('checked: policy-holds')
  })

  it('deliver in testing also to a host that is not listed, and report it (section 5)', () => {
    expect(told('mta-sts', { mtaSts: policyOf('testing', 'x.example') })).toBe('encrypted: testing-fails')
    expect(told('mta-sts', { mtaSts: policyOf('testing'), session: failedOffer })).toBe('clear: testing-fails')
  })

  it('count names of the subject alternative name only (section 4.2)', () => {
    const session = offerFacts({ certificate: { ...goodCertificate, namedBy: 'common-name' } })
    expect(told('mta-sts', { session, mtaSts: policyOf('enforce') })).toBe('refused: certificate-name')
  })

  it('refuse a certificate before its time (section 4.2)', () => {
    const session = offerFacts({ certificate: { ...goodCertificate, notBefore: '2026-11-20T10:00:00.001Z' } })
    expect(told('mta-sts', { session, mtaSts: policyOf('enforce') })).toBe('refused: certificate-dates')
  })

  it('refuse what DANE senders accept, and the other way round: neither rule replaces the other (section 2)', () => {
    const expired = { ...goodCertificate, notAfter: '2026-11-01T00:00:00.000Z' }
    expect(
      allTold({ session: offerFacts({ certificate: expired }), dane: daneOf([fitting]), mtaSts: policyOf('enforce') }),
    ).toEqual(['opportunistic encrypted: tls-offered', 'mta-sts refused: certificate-dates', 'dane checked: tlsa-fits'])
    expect(allTold({ dane: daneOf([otherKey]), mtaSts: policyOf('enforce') })).toEqual([
      'opportunistic encrypted: tls-offered',
      'mta-sts checked: policy-holds',
      'dane refused: tlsa-mismatch',
    ])
  })
})
