import { describe, expect, it } from 'vitest'
import { wordsOf } from '../health/index.ts'
import { certificate, partOf, session, toldOf, valueOf } from './healthy.fixture.ts'

/** Neither TLSA records nor a policy ask for TLS. */
const noDemand = { dane: [], mtaSts: { ...valueOf().mtaSts, texts: [], policy: null } }

describe('STARTTLS', () => {
  it('that is missing or fails is told by server', () => {
    const sessions = [
      session({ starttls: 'not-offered', tls: null }),
      session({ host: 'mx2.example.com', address: '8.26.56.11', starttls: 'failed', tls: null }),
    ]
    expect(toldOf(partOf('starttls', { ...noDemand, sessions }))).toEqual([
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
    const part = partOf('starttls', { ...noDemand, sessions })
    expect(toldOf(part)).toEqual(['unchecked'])
    expect(part.summary).toBe('1 mail server of 2 could not be tested.')
  })

  it('that is offered is supported, also where the certificate was not asked under this name', () => {
    const part = partOf('starttls', { ...noDemand, sessions: [session({ tls: null })] })
    expect([part.state, part.summary, part.details]).toEqual([
      'ok',
      'The mail server supports STARTTLS.',
      ['mx.example.com [8.26.56.10]: offers STARTTLS'],
    ])
  })

  it('of a server that is not tested by rule is not applicable, with the reason', () => {
    const reason = 'Servers of Example Mail are not tested.'
    const sessions = [session({ contacted: false, starttls: 'unknown', tls: null, greeting: null, reason })]
    const part = partOf('starttls', { ...noDemand, sessions })
    expect([part.state, part.summary]).toEqual(['not-applicable', reason])
  })

  it('with an outdated protocol is told, however good the certificate is', () => {
    const sessions = [session({ tls: { protocol: 'TLSv1', certificate } })]
    const part = partOf('starttls', { ...noDemand, sessions })
    expect(toldOf(part)).toEqual(['recommendation', 'tls_outdated: A mail server uses outdated TLS: mx.example.com'])
    expect(part.summary).toBe('The tested mail server uses outdated TLS.')
    expect(part.details).toEqual(['mx.example.com [8.26.56.10]: STARTTLS with TLSv1'])
    expect(toldOf(partOf('certificate', { sessions }))).toEqual(['ok'])
    const two = [...sessions, session({ host: 'mx2.example.com', address: '8.26.56.11' })]
    expect(partOf('starttls', { sessions: two }).summary).toBe('1 mail server of 2 uses outdated TLS.')
  })

  it.each([
    ['SSLv3', true],
    ['TLSv1', true],
    ['TLSv1.1', true],
    ['TLSv1.2', false],
    ['TLSv1.3', false],
  ])('%s is outdated: %s', (protocol, isOutdated) => {
    const sessions = [session({ tls: { protocol, certificate } })]
    expect(partOf('starttls', { ...noDemand, sessions }).state).toBe(isOutdated ? 'recommendation' : 'ok')
  })

  it('that one server lacks is what the summary says, with another on outdated TLS told beside it', () => {
    const sessions = [
      session({ starttls: 'not-offered', tls: null }),
      session({ host: 'mx2.example.com', address: '8.26.56.11', tls: { protocol: 'TLSv1.1', certificate } }),
    ]
    const part = partOf('starttls', { ...noDemand, sessions })
    expect(part.summary).toBe('1 mail server of 2 has no working STARTTLS.')
    expect(part.findings.map(({ id }) => id)).toEqual(['starttls_missing', 'tls_outdated'])
  })

  it.each([
    ['that no server of another operator offers us either', { offersPass: false }, /A firewall on our side may/],
    ['of which an earlier version only noted that it is missing', { offersPass: false, ehlo: [] }, /no proof/],
    ['that something wrote over', { ehlo: ['SIZE 1', 'XXXXXXXA'] }, /writes over its offer/],
  ])('%s is not seen, and that is no proof', (_, changes, meaning) => {
    const sessions = [session({ starttls: 'not-offered', tls: null, ...changes })]
    const part = partOf('starttls', { ...noDemand, sessions })
    expect(toldOf(part)).toEqual([
      'recommendation',
      'starttls_unseen: We saw no STARTTLS at a mail server: mx.example.com',
    ])
    expect(part.findings.map(finding => wordsOf(finding).meaning)[0]).toMatch(meaning)
    expect(toldOf(partOf('mta-sts', { sessions }))).toEqual(['ok'])
    expect(toldOf(partOf('dane', { sessions }))).toEqual(['ok'])
  })

  it('is counted by host, and one address that could not be reached leaves nothing open', () => {
    const unseen = session({ address: '2001:db8::10', starttls: 'unknown', failure: 'unreachable', tls: null })
    const part = partOf('starttls', { ...noDemand, sessions: [session(), unseen] })
    expect([part.state, part.summary]).toEqual(['ok', 'The mail server supports STARTTLS.'])
    expect(part.details).toEqual([
      'mx.example.com [8.26.56.10]: STARTTLS with TLSv1.3',
      'mx.example.com [2001:db8::10]: could not be tested',
    ])
  })
})
