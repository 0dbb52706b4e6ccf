import { describe, expect, it } from 'vitest'
import { domain, host, session, valueOf } from './healthy.fixture.ts'
import { senderCertificates, unseenCertificates } from './sender-certificates.ts'
import type { PolicyFacts, TransportValue } from './value.ts'

const seen = { notBefore: '2026-10-01T00:00:00.000Z', notAfter: '2026-12-30T00:00:00.000Z' }
const ofHost = {
  host,
  role: 'mx',
  not_before: '2026-10-01T00:00:00.000Z',
  not_after: '2026-12-31T00:00:00.000Z',
}

function withPolicy(policy: Partial<PolicyFacts>, more: Partial<TransportValue> = {}): TransportValue {
  const value = valueOf(more)
  return { ...value, mtaSts: { ...value.mtaSts, policy: value.mtaSts.policy && { ...value.mtaSts.policy, ...policy } } }
}
const tlsa = (usage: number, authentic: 'yes' | 'no' = 'yes') => [
  {
    host,
    record: `_25._tcp.${host}`,
    tlsa: [{ usage, selector: 1, matching: 1, data: 'a3'.repeat(32), digest: null }],
    authentic,
    hostAuthentic: 'yes' as const,
  },
]
const noPolicy = { state: 'unavailable', text: '' } as const

describe('the certificates that senders check', () => {
  it('are those of the policy host and of the hosts that the policy names (RFC 8461 sections 3.3 and 4.2)', () => {
    expect(senderCertificates(withPolicy({ certificate: seen }), domain)).toEqual([
      { host: 'mta-sts.example.com', role: 'policy', not_before: seen.notBefore, not_after: seen.notAfter },
      ofHost,
    ])
    const other = 'version: STSv1\nmode: enforce\nmx: other.example\nmax_age: 604800\n'
    expect(senderCertificates(withPolicy({ text: other }), domain)).toEqual([])
    const none = 'version: STSv1\nmode: none\nmax_age: 604800\n'
    expect(senderCertificates(withPolicy({ text: none }), domain)).toEqual([])
  })

  it('has the policy host without dates once its certificate has expired', () => {
    expect(senderCertificates(withPolicy({ ...noPolicy, certificate: 'expired' }), domain)).toEqual([
      { host: 'mta-sts.example.com', role: 'policy', not_before: null, not_after: null },
    ])
  })

  it.each([
    ['DANE-TA, whose certificate must be valid (RFC 7672 section 3.1.2)', tlsa(2), [ofHost]],
    ['DANE-EE, where dates do not matter (RFC 7672 section 3.1.1)', tlsa(3), []],
    ['PKIX-TA, which mail does not use', tlsa(0), []],
    ['TLSA records that are not signed', tlsa(2, 'no'), []],
  ])('of a host with %s', (_, dane, certificates) => {
    expect(senderCertificates(withPolicy(noPolicy, { dane }), domain)).toEqual(certificates)
  })

  it("are not those of a provider's hosts, and not those that were not seen", () => {
    const google = 'aspmx.l.google.com'
    const text = `version: STSv1\nmode: enforce\nmx: ${google}\nmax_age: 604800\n`
    const shown = session({ host: google })
    expect(senderCertificates(withPolicy({ text }, { hosts: [google], sessions: [shown] }), domain)).toEqual([])
    expect(senderCertificates(withPolicy({}, { sessions: [session({ tls: null })] }), domain)).toEqual([])
  })
})

describe('the mail hosts whose certificate could not be seen', () => {
  it.each<[string, Partial<TransportValue>, readonly string[]]>([
    ['none while each showed one', {}, []],
    ['one that is silent', { sessions: [session({ tls: null, starttls: 'unknown' })] }, [host]],
    ['one whose handshake failed', { sessions: [session({ tls: null, starttls: 'failed' })] }, [host]],
    ['not one that offers no TLS', { sessions: [session({ tls: null, starttls: 'not-offered' })] }, []],
    ['all where the operator switched sessions off', { sessions: [], smtp: 'off' }, [host]],
  ])('are %s', (_, more, unseen) => {
    expect(unseenCertificates(valueOf(more))).toEqual(unseen)
  })

  it('are all while the policy cannot be fetched: senders go by the one they have (RFC 8461 section 3.3)', () => {
    expect(unseenCertificates(withPolicy({ state: 'unavailable', text: '' }))).toEqual([host])
    expect(unseenCertificates(withPolicy({ state: 'unanswered', text: '' }))).toEqual([host])
  })
})

it('the certificate of a policy host that is an alias of somebody else’s host is not one that the owner renews', () => {
  const run = withPolicy({ certificate: seen, runAt: 'policies.hoster.example' })
  expect(senderCertificates(run, domain)).toEqual([ofHost])
})
