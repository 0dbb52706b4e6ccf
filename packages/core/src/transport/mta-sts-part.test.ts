import { describe, expect, it } from 'vitest'
import { wordsOf } from '../health/index.ts'
import { host, partOf, policyUrl, session, toldOf, valueOf } from './healthy.fixture.ts'
import { isMtaStsSettled } from './mta-sts-part.ts'
import type { PolicyFacts, TransportValue } from './value.ts'

const policy = (changes: Partial<PolicyFacts>) => {
  const facts = valueOf().mtaSts
  if (facts.policy === null) throw new Error('the domain has a policy')
  return partOf('mta-sts', { mtaSts: { ...facts, policy: { ...facts.policy, ...changes } } })
}

const text = (...lines: string[]) => policy({ text: `${lines.join('\r\n')}\r\n` })

describe('MTA-STS', () => {
  it('with a broken record', () => {
    const mtaSts = { name: '_mta-sts.example.com', texts: ['v=STSv1'], policy: null }
    const [finding] = partOf('mta-sts', { mtaSts }).findings
    expect(finding && wordsOf(finding).meaning).toBe(
      'Senders ignore the policy of example.com: the record does not begin with exactly v=STSv1;.',
    )
  })

  it('with a policy that nobody can fetch', () => {
    const part = policy({ state: 'unavailable', text: '', problem: 'the certificate has expired' })
    expect(toldOf(part)).toEqual(['recommendation', 'mta_sts_policy_unavailable: The MTA-STS policy cannot be fetched'])
    expect(part.findings[0]?.evidence).toEqual(['TXT _mta-sts.example.com', `HTTP ${policyUrl}`])
  })

  it('with a policy that could not be fetched from here says nothing of the domain', () => {
    const part = policy({ state: 'unanswered', text: '', problem: 'the server did not answer in time' })
    expect(toldOf(part)).toEqual(['unchecked'])
    expect(part.summary).toBe('We could not fetch the policy: the server did not answer in time.')
  })

  it('with a policy that is broken, or too long to be read', () => {
    expect(toldOf(text('version: STSv1', 'mode: enforce', 'max_age: 604800'))).toEqual([
      'recommendation',
      'mta_sts_policy_invalid: The MTA-STS policy is broken: the policy has no mx line',
    ])
    expect(toldOf(policy({ whole: false }))).toEqual([
      'recommendation',
      'mta_sts_policy_invalid: The MTA-STS policy is broken: the policy is longer than 64 KB',
    ])
  })

  it('in mode enforce that leaves out an MX host loses mail, and in mode testing it does not', () => {
    const refusing = text('version: STSv1', 'mode: enforce', 'mx: *.mail.example.com', 'max_age: 604800')
    expect(toldOf(refusing)).toEqual([
      'recommendation',
      'mta_sts_mismatch: MTA-STS policy refuses the MX: mx.example.com',
    ])
    expect(refusing.findings.map(wordsOf)[0]).toMatchObject({
      points: -20,
      meaning:
        'The policy is in mode enforce and does not list mx.example.com. Senders that follow MTA-STS do not deliver to mx.example.com.',
      advice: `Add the line mx: mx.example.com to ${policyUrl} and change the id of the record, or remove the MX.`,
    })
    const testing = text('version: STSv1', 'mode: testing', 'mx: *.mail.example.com', 'max_age: 604800')
    expect(toldOf(testing)).toEqual([
      'recommendation',
      'mta_sts_mx_mismatch: The MTA-STS policy leaves out an MX host: mx.example.com',
      'mta_sts_testing: MTA-STS is in testing mode',
    ])
    expect(toldOf(text('version: STSv1', 'mode: enforce', 'mx: *.example.com', 'max_age: 604800'))).toEqual(['ok'])
  })

  it.each([
    [
      { notAfter: '2026-11-19T00:00:00.000Z' },
      'and the certificate of mx.example.com expired on 2026-11-19.',
      'Renew the certificate of mx.example.com, and automate its renewal.',
    ],
    [
      { notBefore: '2026-11-21T00:00:00.000Z' },
      'and the certificate of mx.example.com is not valid before 2026-11-21.',
      'Install a certificate on mx.example.com that is valid now, or wait until 2026-11-21.',
    ],
    [
      { names: ['mail.example.net'] },
      'and the certificate of mx.example.com is for mail.example.net.',
      'Install a certificate for mx.example.com that has this name in its subject alternative name.',
    ],
    [
      { namedBy: 'common-name' as const },
      'and the certificate of mx.example.com has its name in the common name only: mx.example.com.',
      'Install a certificate for mx.example.com that has this name in its subject alternative name.',
    ],
    [
      { selfSigned: true, trusted: false },
      'and the certificate of mx.example.com is not trusted: it is self-signed.',
      'Install a valid certificate of a public authority for mx.example.com, with the whole chain.',
    ],
  ])('in mode enforce refuses a server with the certificate %j, though DANE pins it', (shown, words, advice) => {
    const part = partOf('mta-sts', { sessions: [session({}, shown)] })
    expect(toldOf(part)).toEqual(['recommendation', 'mta_sts_mismatch: MTA-STS policy refuses the MX: mx.example.com'])
    const [finding] = part.findings
    expect(finding && wordsOf(finding).meaning).toContain(words)
    expect(finding && wordsOf(finding).advice).toBe(
      `${advice} Keep its key and its authority, because TLSA records name them.`,
    )
    const [unpinned] = partOf('mta-sts', { sessions: [session({}, shown)], dane: [] }).findings
    expect(unpinned && wordsOf(unpinned).advice).toBe(advice)
  })

  it('does not refuse a server whose certificate was not seen, or a host without an address', () => {
    expect(toldOf(partOf('mta-sts', { sessions: [session({ starttls: 'unknown', tls: null })] }))).toEqual(['ok'])
    expect(toldOf(partOf('mta-sts', { hosts: [host, 'gone.example.net'] }))).toEqual([
      'recommendation',
      'mta_sts_mx_mismatch: The MTA-STS policy leaves out an MX host: gone.example.net',
    ])
  })

  it('is not compared with MX hosts of another scan', () => {
    const mtaSts = { ...valueOf().mtaSts, comparable: false as const }
    const part = partOf('mta-sts', { mtaSts, hosts: ['mx.new.example'] })
    expect([...toldOf(part), part.summary]).toEqual([
      'unchecked',
      'The MX lookup failed, so we could not compare the policy with the MX hosts.',
    ])
  })

  it.each<[string, boolean, Partial<TransportValue>]>([
    ['the certificate was seen', true, {}],
    ['the server did not answer', false, { sessions: [session({ starttls: 'unknown', tls: null })] }],
    ['SMTP tests are off', false, { sessions: [], smtp: 'off' }],
    ['there is no policy', true, { sessions: [], smtp: 'off', mtaSts: { name: '', texts: [], policy: null } }],
    ['the lookup of the record failed', false, { mtaSts: { name: '', texts: null, policy: null } }],
  ])('is settled where %s: %s', (_, isSettled, changes) => {
    expect(isMtaStsSettled(valueOf(changes))).toBe(isSettled)
  })

  it('that leaves out thousands of MX hosts names twenty and counts them', () => {
    const hosts = Array.from({ length: 2000 }, (_, at) => `mx${at}.example.net`)
    const told = partOf('mta-sts', { hosts })
    expect(told.findings).toHaveLength(20)
    expect(told.details).toContain('It leaves out 2000 MX hosts.')
  })

  it('and TLS reporting are not recommended while it is not known whether mail comes to the domain', () => {
    const nothing = {
      mail: 'unchecked',
      reason: 'timeout',
      hosts: [],
      mtaSts: { name: '_mta-sts.example.com', texts: [], policy: null },
      tlsRpt: { name: '_smtp._tls.example.com', texts: [] },
    } as const
    for (const id of ['mta-sts', 'tls-rpt'] as const) {
      const told = partOf(id, nothing)
      expect([...toldOf(told), told.summary]).toEqual(['unchecked', 'The lookup of the mail servers failed.'])
    }
    // A published record is judged in any case: its publisher intends to receive mail.
    expect(toldOf(partOf('tls-rpt', { ...nothing, tlsRpt: { ...nothing.tlsRpt, texts: ['v=TLSRPTv1'] } }))[0]).toBe(
      'recommendation',
    )
  })

  it('in testing mode, or switched off', () => {
    expect(toldOf(text('version: STSv1', 'mode: testing', `mx: ${host}`, 'max_age: 604800'))).toEqual([
      'recommendation',
      'mta_sts_testing: MTA-STS is in testing mode',
    ])
    expect(toldOf(text('version: STSv1', 'mode: none', 'max_age: 604800'))).toEqual([
      'recommendation',
      'mta_sts_none: The MTA-STS policy turns MTA-STS off',
    ])
  })

  it('in testing mode waits for a certificate that mode enforce would refuse', () => {
    const facts = valueOf().mtaSts
    const testing = `version: STSv1\r\nmode: testing\r\nmx: ${host}\r\nmax_age: 604800\r\n`
    const mtaSts = { ...facts, policy: facts.policy && { ...facts.policy, text: testing } }
    const [ready] = partOf('mta-sts', { mtaSts }).findings
    expect(ready?.facts).toMatchObject({ next: { mode: 'enforce', mx: [host] } })
    const expired = session({}, { notAfter: '2026-11-19T00:00:00.000Z' })
    const [finding] = partOf('mta-sts', { mtaSts, sessions: [expired] }).findings
    expect(finding?.facts).toMatchObject({ next: null, refused: host })
    expect(finding && wordsOf(finding).advice).toMatch(/^Correct the certificate of mx\.example\.com first, /)
  })

  it.each<[string, Partial<TransportValue>, RegExp]>([
    [
      'an address that could not be checked',
      {
        sessions: [session(), session({ address: '2001:db8::10', starttls: 'unknown', tls: null, failure: 'timeout' })],
      },
      /^Stay in mode testing for now\. We could not check mx\.example\.com \[2001:db8::10\]/,
    ],
    [
      'a host without STARTTLS',
      { sessions: [session({ starttls: 'not-offered', tls: null })], dane: [] },
      /^Correct TLS at mx\.example\.com first/,
    ],
    ['TLS reports', { tlsRpt: { name: '_smtp._tls.example.com', texts: [] } }, /^Publish a TLS reporting record first/],
  ])('in testing mode waits for %s', (_, changes, advice) => {
    const facts = valueOf().mtaSts
    const testing = `version: STSv1\r\nmode: testing\r\nmx: ${host}\r\nmax_age: 604800\r\n`
    const mtaSts = { ...facts, policy: facts.policy && { ...facts.policy, text: testing } }
    const [finding] = partOf('mta-sts', { mtaSts, ...changes }).findings
    expect(finding?.facts).toMatchObject({ next: null })
    expect(finding && wordsOf(finding).advice).toMatch(advice)
  })

  it('for which a web page is served has one finding', () => {
    const page = '<!DOCTYPE html>\n<html><head><title>Not found</title></head>\n<body>Sorry</body></html>\n'
    expect(toldOf(policy({ text: page, contentType: 'text/html' }))).toEqual([
      'recommendation',
      'mta_sts_policy_invalid: The MTA-STS policy is broken: the server sends a web page instead of it',
    ])
  })

  it('whose server has an expired certificate is advised to renew it', () => {
    const [finding] = policy({ state: 'unavailable', text: '', certificate: 'expired' }).findings
    expect(finding && wordsOf(finding).advice).toBe(
      'Renew the certificate of mta-sts.example.com, and automate its renewal.',
    )
  })

  it('that is broken keeps its mode, unless a certificate would be refused then', () => {
    const facts = valueOf().mtaSts
    const broken = 'version: STSv1\r\nmode: enforce\r\nmx: -\r\nmax_age: 604800\r\n'
    const mtaSts = { ...facts, policy: facts.policy && { ...facts.policy, text: broken } }
    expect(partOf('mta-sts', { mtaSts }).findings[0]?.facts).toMatchObject({ next: { mode: 'enforce', mx: [host] } })
    const sessions = [session({}, { selfSigned: true, trusted: false })]
    expect(partOf('mta-sts', { mtaSts, sessions }).findings[0]?.facts).toMatchObject({ next: { mode: 'testing' } })
  })

  it('has no new file while the MX hosts are unknown', () => {
    const facts = valueOf().mtaSts
    const mtaSts = { ...facts, policy: facts.policy && { ...facts.policy, text: 'mode: none' } }
    const nothing = { mail: 'unchecked', reason: 'timeout', hosts: [], mtaSts } as const
    for (const { facts } of partOf('mta-sts', nothing).findings) expect(facts).toMatchObject({ next: null })
  })

  it('served as a web page is told, and works', () => {
    const part = policy({ contentType: 'text/html' })
    expect(part.state).toBe('ok')
    expect(part.details).toContain('The server sends the policy as text/html, not as text/plain.')
  })
})
