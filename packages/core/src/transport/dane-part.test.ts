import { describe, expect, it } from 'vitest'
import { wordsOf } from '../health/index.ts'
import { isDaneSettled } from './dane-verdict.ts'
import { certificate, domain, partOf, session, toldOf, valueOf } from './healthy.fixture.ts'
import type { DaneFacts, DnssecFacts, TransportSession, TransportValue } from './value.ts'

describe('DANE', () => {
  const [published] = valueOf().dane
  if (published === undefined) throw new Error('the domain has TLSA records')
  const dane = (changes: Partial<DaneFacts>, more: Partial<TransportValue> = {}) =>
    toldOf(partOf('dane', { dane: [{ ...published, ...changes }], ...more }))
  const other = { usage: 3, selector: 1, matching: 1, data: 'ff'.repeat(32), digest: null }
  const [chained] = certificate.chain
  if (chained === undefined) throw new Error('the certificate has no chain')

  it('whose records do not fit the certificate says which to publish', () => {
    const part = partOf('dane', { dane: [{ ...published, tlsa: [other] }] })
    expect(toldOf(part)).toEqual(['recommendation', 'dane_mismatch: TLSA records match no certificate: mx.example.com'])
    expect(part.findings.map(finding => wordsOf(finding).advice)).toEqual([
      `Publish at _25._tcp.mx.example.com now: TLSA 3 1 1 ${certificate.spkiSha256}`,
    ])
    expect(dane({ tlsa: [other, ...(published.tlsa ?? [])] })).toEqual(['ok'])
  })

  it('of a provider is for the provider to repair', () => {
    const facts = {
      ...published,
      host: 'in1-smtp.messagingengine.com',
      record: '_25._tcp.in1-smtp.messagingengine.com',
      tlsa: [other],
    }
    const part = partOf('dane', { dane: [facts], sessions: [session({ host: 'in1-smtp.messagingengine.com' })] })
    expect(part.findings.map(finding => wordsOf(finding).advice)).toEqual([
      'Ask Fastmail to correct this, because only Fastmail can change in1-smtp.messagingengine.com.',
    ])
  })

  it('whose records changed since the last known certificate was seen does not count as a mismatch', () => {
    const part = partOf('dane', { dane: [{ ...published, tlsa: [other], comparable: false }] })
    expect(toldOf(part)).toEqual(['ok'])
    expect(dane({ comparable: false })).toEqual(['ok'])
  })

  it('under a pinned authority allows a certificate that names the domain, or what the host is an alias of', () => {
    const anchor = { usage: 2, selector: 1, matching: 1, data: certificate.spkiSha256, digest: null }
    const shown = (name: string, record = published.record) =>
      dane({ tlsa: [anchor], record }, { sessions: [session({}, { names: [name] })] })
    expect(shown(domain)).toEqual(['ok'])
    expect(shown('mail.example.net', '_25._tcp.mail.example.net')).toEqual(['ok'])
    expect(shown('mail.example.net')[0]).toBe('recommendation')
  })

  it('that DNSSEC does not vouch for is of no use', () => {
    expect(dane({ authentic: 'no' })).toEqual([
      'recommendation',
      'dane_unsigned: DANE records without DNSSEC: mx.example.com',
    ])
    expect(dane({ hostAuthentic: 'no' })).toEqual([
      'recommendation',
      'dane_unsigned: DANE records without DNSSEC: mx.example.com',
    ])
  })

  it('is unchecked behind a resolver that does not validate, and never "unsigned"', () => {
    const dnssec: DnssecFacts = { zone: domain, ds: 1, keys: 2, authentic: 'no', validating: false }
    expect(dane({ authentic: 'no', hostAuthentic: 'no' }, { dnssec })).toEqual(['unchecked'])
    expect(dane({ tlsa: null })).toEqual(['unchecked'])
  })

  it('that is not there says nothing about the zone either, where no resolver that validates was asked', () => {
    const bare = { ...published, tlsa: [], hostAuthentic: 'no', authentic: 'no' } as const
    for (const validating of [false, null]) {
      const dnssec: DnssecFacts = { zone: domain, ds: 0, keys: 0, authentic: 'no', validating }
      const part = partOf('dane', { dane: [bare], dnssec })
      expect(part.state).toBe('unchecked')
      expect(part.details).toEqual(['mx.example.com: no TLSA records, and the DNSSEC check of its zone failed'])
      expect(`${part.summary} ${part.details.join(' ')}`).not.toMatch(/not signed/)
    }
  })

  it('with records for the web only is of no use for mail', () => {
    expect(dane({ tlsa: [{ ...other, usage: 1 }] })).toEqual([
      'recommendation',
      'dane_unusable: DANE records cannot be used for mail: mx.example.com',
    ])
  })

  it('is recommended where the zone of the host is signed and TLS works at every address, and nowhere else', () => {
    expect(dane({ tlsa: [] })).toEqual(['recommendation', 'dane_missing: DANE is not used: mx.example.com'])
    expect(dane({ tlsa: [], hostAuthentic: 'no' })).toEqual(['not-applicable'])
    for (const starttls of ['not-offered', 'failed', 'unknown'] as const) {
      const sessions = [session(), session({ address: '2001:db8::10', starttls, tls: null })]
      expect(dane({ tlsa: [] }, { sessions }), starttls).toEqual(['ok'])
    }
  })

  it('is recommended with a record for the key of each address, and the rule for renewals', () => {
    const [own] = certificate.chain
    const other = { ...certificate, spkiSha256: 'b7'.repeat(32), chain: own ? [own] : [] }
    const sessions = [session(), session({ address: '8.26.56.11' }, other)]
    const [finding] = partOf('dane', { dane: [{ ...published, tlsa: [] }], sessions }).findings
    expect(finding && wordsOf(finding).advice).toBe(
      `Publish at _25._tcp.mx.example.com: TLSA 3 1 1 ${'a3'.repeat(32)}, and TLSA 3 1 1 ${'b7'.repeat(32)}. At each renewal keep the key, or publish the record of the next key and wait for the TTL of the old ones before the certificate changes.`,
    )
  })

  it.each<[string, Partial<DaneFacts>, Partial<TransportSession>, string, RegExp]>([
    [
      'without STARTTLS',
      {},
      { starttls: 'not-offered', tls: null },
      'TLSA records without STARTTLS',
      /^Turn on STARTTLS/,
    ],
    ['where TLS fails', {}, { starttls: 'failed', tls: null }, 'TLSA records, and TLS fails', /^Check the mail log/],
    ['that DNSSEC proves wrong', { authentic: 'bogus' }, {}, 'DNSSEC of TLSA records is broken', /^Sign the zone/],
    [
      'that senders cannot use, without STARTTLS',
      { tlsa: [{ ...other, usage: 1 }] },
      { starttls: 'not-offered', tls: null },
      'TLSA records without STARTTLS',
      /^Turn on STARTTLS/,
    ],
    [
      'of an authority that the server does not send along',
      { tlsa: [{ ...other, usage: 2 }] },
      {},
      'TLSA records match no certificate',
      /send the certificate of its authority along/,
    ],
  ])('%s: mail is refused, and the remedy fits the cause', (_, facts, changes, title, advice) => {
    const part = partOf('dane', { dane: [{ ...published, ...facts }], sessions: [session(changes)] })
    expect(toldOf(part)).toEqual(['recommendation', `dane_mismatch: ${title}: mx.example.com`])
    const [finding] = part.findings
    expect(finding && wordsOf(finding)).toMatchObject({ points: -20, advice: expect.stringMatching(advice) })
  })

  it('without STARTTLS in mode enforce is one finding for both kinds of sender', () => {
    const sessions = [session({ starttls: 'not-offered', tls: null })]
    const [finding] = partOf('dane', { sessions }).findings
    expect(finding && wordsOf(finding).meaning).toContain('Senders that use DANE or follow MTA-STS do not deliver')
    expect(toldOf(partOf('mta-sts', { sessions }))).toEqual(['recommendation'])
    expect(toldOf(partOf('starttls', { sessions }))).toEqual(['recommendation'])
    expect(toldOf(partOf('mta-sts', { sessions, dane: [] })).slice(1)).toEqual([
      'mta_sts_mismatch: MTA-STS policy refuses the MX: mx.example.com',
    ])
  })

  it('that no address is known to deliver by is refused, whatever is unknown of the others', () => {
    const wrong = { ...published, tlsa: [other] }
    const unseen = session({ address: '2001:db8::10', starttls: 'unknown', failure: 'unreachable', tls: null })
    expect(toldOf(partOf('dane', { dane: [wrong], sessions: [session(), unseen] }))[1]).toMatch(/^dane_mismatch/)
    expect(toldOf(partOf('dane', { dane: [wrong], sessions: [unseen] }))).toEqual(['ok'])
    const fits = session({ address: '2001:db8::10' }, { chain: [{ ...chained, spkiSha256: other.data }] })
    const partly = partOf('dane', { dane: [wrong], sessions: [session(), fits] })
    expect([...toldOf(partly), partly.summary]).toEqual([
      'recommendation',
      'At one address no TLSA record matches. Senders that use DANE go to another.',
    ])
  })

  it('whose records are all of the key of today says what to do before the next renewal', () => {
    const one = [{ ...published, tlsa: published.tlsa?.slice(0, 1) ?? [] }]
    const early = partOf('dane', { dane: one })
    expect(toldOf(early)).toEqual(['ok'])
    expect(early.details[1]).toBe(
      'mx.example.com: all its TLSA records are of the key of today, whose certificate ends on 2026-12-31',
    )
    const soon = session({}, { notAfter: '2026-12-12T00:00:00.000Z' })
    expect(toldOf(partOf('dane', { dane: one, sessions: [soon] }))).toEqual([
      'recommendation',
      'tlsa_renewal: A new key would stop mail from DANE senders: mx.example.com',
    ])
    const anchor = { usage: 2, selector: 1, matching: 1, data: certificate.spkiSha256, digest: null }
    expect(dane({ tlsa: [...(published.tlsa?.slice(0, 1) ?? []), anchor] }, { sessions: [soon] })).toEqual(['ok'])
  })

  it('whose unsigned records match no certificate is mended before the zone is signed', () => {
    const part = partOf('dane', { dane: [{ ...published, tlsa: [other], authentic: 'no', hostAuthentic: 'no' }] })
    expect(part.findings.map(finding => wordsOf(finding).advice)).toEqual([
      `Correct the records at _25._tcp.mx.example.com first, because none of them matches the certificate: TLSA 3 1 1 ${certificate.spkiSha256}. Then sign the zone of mx.example.com.`,
    ])
  })

  it('without a certificate to compare with is published', () => {
    const part = partOf('dane', { sessions: [] })
    expect([part.state, part.summary]).toEqual(['ok', 'TLSA records are published and signed.'])
  })
})

describe('whether the DANE state is settled', () => {
  const value = valueOf()
  const [published] = value.dane
  if (published === undefined) throw new Error('the domain has TLSA records')
  const unseen = session({ starttls: 'unknown', failure: 'timeout', tls: null })
  const byRule = session({ contacted: false, starttls: 'unknown', tls: null })
  const settled = (changes: Partial<TransportValue>, facts: Partial<DaneFacts> = {}) =>
    isDaneSettled({ ...value, dane: [{ ...published, ...facts }], ...changes }, domain)

  it.each<[string, boolean, Partial<TransportValue>, Partial<DaneFacts>]>([
    ['the certificate was seen', true, {}, {}],
    ['the server did not answer', false, { sessions: [unseen] }, {}],
    ['the server did not answer, and has no TLSA records', true, { sessions: [unseen] }, { tlsa: [] }],
    ['the server is not tested by rule', true, { sessions: [byRule] }, {}],
    ['the host is not among those that are tested', true, { sessions: [] }, {}],
    ['SMTP tests are off', false, { sessions: [], smtp: 'off' }, {}],
    [
      'the records changed since the certificate was seen',
      false,
      {},
      { comparable: false, tlsa: [{ usage: 3, selector: 1, matching: 1, data: 'ff'.repeat(32), digest: null }] },
    ],
    ['the lookup failed at a signed host', false, {}, { tlsa: null }],
    ['the lookup failed at an unsigned host', true, {}, { tlsa: null, hostAuthentic: 'no' }],
    ['the resolver never validates', true, { dnssec: { ...value.dnssec, validating: false } }, { tlsa: null }],
    ['DNSSEC is broken', true, {}, { authentic: 'bogus' }],
  ])('where %s: %s', (_, isSettled, changes, facts) => {
    expect(settled(changes, facts)).toBe(isSettled)
  })
})
