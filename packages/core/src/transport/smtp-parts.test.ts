import { describe, expect, it } from 'vitest'
import { wordsOf } from '../health/index.ts'
import { address, certificate, host, partOf, session, toldOf } from './healthy.fixture.ts'
import type { TransportValue } from './value.ts'

describe('STARTTLS', () => {
  it('that is missing or fails is told by server', () => {
    const sessions = [
      session({ starttls: 'not-offered', tls: null }),
      session({ host: 'mx2.example.com', address: '8.26.56.11', starttls: 'failed', tls: null }),
    ]
    expect(toldOf(partOf('starttls', { sessions }))).toEqual([
      'recommendation',
      'starttls_missing: A mail server offers no STARTTLS: mx.example.com',
      'starttls_failed: A mail server offers STARTTLS, but it fails: mx2.example.com',
    ])
  })

  it('of a server that could not be reached is unchecked', () => {
    const sessions = [
      session(),
      session({ host: 'mx2.example.com', failure: 'timeout', starttls: 'unknown', tls: null }),
    ]
    const part = partOf('starttls', { sessions })
    expect(toldOf(part)).toEqual(['unchecked'])
    expect(part.summary).toBe('1 mail server of 2 could not be tested.')
  })

  it('of a server that is not tested by rule is not applicable, with the reason', () => {
    const reason = 'Servers of Example Mail are not tested.'
    const sessions = [session({ contacted: false, starttls: 'unknown', tls: null, greeting: null, reason })]
    const part = partOf('starttls', { sessions })
    expect([part.state, part.summary]).toEqual(['not-applicable', reason])
  })
})

describe('a certificate', () => {
  const without: Partial<TransportValue> = { dane: [] }
  const told = (shown: Partial<typeof certificate>, changes = without) =>
    toldOf(partOf('certificate', { ...changes, sessions: [session({}, shown)] }))

  it.each([
    [{ notAfter: '2026-11-19T00:00:00.000Z', trusted: false }, 'mx_certificate_expired'],
    [{ names: ['mail.example.net'], trusted: false }, 'mx_certificate_name'],
    [{ selfSigned: true, trusted: false }, 'mx_certificate_untrusted'],
    [{ trusted: false, chainProblem: 'its authority is unknown' }, 'mx_certificate_untrusted'],
    [{ notAfter: '2026-12-03T00:00:00.000Z' }, 'mx_certificate_expiring'],
  ])('%j: %s, and nothing beside it', (shown, id) => {
    const [state, ...findings] = told(shown)
    expect(state).toBe('recommendation')
    expect(findings).toHaveLength(1)
    expect(findings[0]).toContain(`${id}: `)
  })

  it('may name the host by a wildcard', () => {
    expect(told({ names: ['*.example.com'] })).toEqual(['ok'])
  })

  it('that a signed TLSA record pins needs no authority, no name and no date', () => {
    const pinned = { selfSigned: true, trusted: false, names: ['localhost'], notAfter: '2020-01-01T00:00:00.000Z' }
    expect(told(pinned, {})).toEqual(['ok'])
    expect(told(pinned)).toHaveLength(2)
  })

  it('under outdated TLS is told beside it', () => {
    const sessions = [session({ tls: { protocol: 'TLSv1', certificate } })]
    expect(toldOf(partOf('certificate', { sessions }))).toEqual([
      'recommendation',
      'tls_outdated: A mail server uses outdated TLS: mx.example.com',
    ])
  })

  it('with hostile names is shown without harm', () => {
    const names = ['\u001B[2J', '\u202Emoc.elpmaxe', 'a', 'b', 'c']
    const part = partOf('certificate', { dane: [], sessions: [session({}, { names, issuer: '\u0007bell' })] })
    expect(JSON.stringify([part.details, part.findings.map(wordsOf)])).not.toMatch(/\\u001b|\\u0007|\u202E/)
    expect(part.details[0]).toContain('a and 2 more')
  })
})

const reverse = (names: string[] | null, confirmed: boolean | null) =>
  toldOf(partOf('reverse', { reverse: [{ host, address, record: '10.56.26.8.in-addr.arpa', names, confirmed }] }))

describe('PTR and greeting', () => {
  it('lead back, do not, are missing or could not be asked for', () => {
    expect(reverse(['other.example.net'], true)).toEqual(['ok'])
    expect(reverse(['other.example.net'], false)).toEqual([
      'recommendation',
      'ptr_mismatch: The PTR of a mail server does not lead back: 8.26.56.10',
    ])
    expect(reverse([], false)).toEqual([
      'recommendation',
      'ptr_missing: An address of a mail server has no PTR: 8.26.56.10',
    ])
    expect(reverse(null, null)).toEqual(['unchecked'])
    expect(reverse(['other.example.net'], null)).toEqual(['unchecked'])
  })

  it.each(['localhost', 'localhost.localdomain', 'mail', 'srv1.local', '192.0.2.1', 'ESMTP ready', ''])(
    'the greeting %j is no name of a host',
    greeting => {
      const findings = partOf('reverse', { sessions: [session({ greeting })] }).findings
      expect(findings.map(({ id }) => id)).toEqual(['greeting_invalid'])
    },
  )

  it.each(['mx.example.com', 'MX1.Example.COM.', 'a-b.xn--mnchen-3ya.de', '[192.0.2.1]', '[IPv6:2001:db8::1]'])(
    'the greeting %s is in order',
    greeting => {
      expect(partOf('reverse', { sessions: [session({ greeting })] }).state).toBe('ok')
    },
  )
})
