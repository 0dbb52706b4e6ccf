import { describe, expect, it } from 'vitest'
import { wordsOf } from '../health/index.ts'
import { certificate, partOf, session, toldOf, valueOf } from './healthy.fixture.ts'
import type { TransportValue } from './value.ts'

describe('a certificate', () => {
  const mtaSts = { ...valueOf().mtaSts, texts: [], policy: null }
  const without: Partial<TransportValue> = { dane: [], mtaSts }
  const withoutRecords = valueOf().dane.map(facts => ({ ...facts, tlsa: [] }))
  const told = (shown: Partial<typeof certificate>, changes = without) =>
    toldOf(partOf('certificate', { ...changes, sessions: [session({}, shown)] }))

  it.each([
    [{ notAfter: '2026-11-19T00:00:00.000Z', trusted: false }, 'mx_certificate_expired'],
    [{ names: ['mail.example.net'], trusted: false }, 'mx_certificate_name'],
    [{ selfSigned: true, trusted: false }, 'mx_certificate_untrusted'],
    [{ trusted: false, chainProblem: 'its authority is unknown' }, 'mx_certificate_untrusted'],
    [{ notAfter: '2026-12-03T00:00:00.000Z' }, 'mx_certificate_expiring'],
    [{ notBefore: '2026-11-21T00:00:00.000Z' }, 'mx_certificate_untrusted'],
    [{ namedBy: 'common-name' as const }, 'mx_certificate_name'],
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
    expect(told(pinned, { mtaSts })).toEqual(['ok'])
    expect(told(pinned)).toHaveLength(2)
  })

  it('with hostile names is shown without harm', () => {
    const names = ['\u001B[2J', '\u202Emoc.elpmaxe', 'a', 'b', 'c']
    const part = partOf('certificate', { ...without, sessions: [session({}, { names, issuer: '\u0007bell' })] })
    expect(JSON.stringify([part.details, part.findings.map(wordsOf)])).not.toMatch(/\\u001b|\\u0007|\u202E/)
    expect(part.details[0]).toContain('a and 2 more')
  })

  it('for which the policy refuses the host is the finding of the policy, and no second one', () => {
    const sessions = [session({}, { notAfter: '2026-11-19T00:00:00.000Z' })]
    expect(toldOf(partOf('certificate', { sessions }))).toEqual(['recommendation'])
    expect(toldOf(partOf('mta-sts', { sessions }))).toEqual([
      'recommendation',
      'mta_sts_mismatch: MTA-STS policy refuses the MX: mx.example.com',
    ])
  })

  it('of each address counts, and the days that it has left are told', () => {
    const sessions = [session(), session({ address: '8.26.56.11' }, { notAfter: '2026-11-19T00:00:00.000Z' })]
    const part = partOf('certificate', { ...without, sessions })
    expect(toldOf(part).slice(1)).toEqual([
      'mx_certificate_expired: The certificate of a mail server has expired: mx.example.com',
    ])
    expect(part.details.map(line => line.slice(line.indexOf('until')))).toEqual([
      'until 2026-12-31 (40 days left)',
      'until 2026-11-19 (expired)',
    ])
  })

  it.each<[string, Partial<TransportValue>, string]>([
    [
      'by no one',
      { ...without, dane: withoutRecords },
      'It expires on 2026-12-01. After that, senders that verify certificates do not deliver to mx.example.com. No policy of the domain asks senders to, so mail arrives.',
    ],
    [
      'by the policy',
      { dane: withoutRecords },
      'It expires on 2026-12-01. After that, senders that follow MTA-STS do not deliver to mx.example.com.',
    ],
    [
      'by DANE under a pinned authority',
      {
        mtaSts,
        dane: valueOf().dane.map(facts => ({ ...facts, tlsa: facts.tlsa?.map(each => ({ ...each, usage: 2 })) ?? [] })),
      },
      'It expires on 2026-12-01. After that, senders that use DANE do not deliver to mx.example.com.',
    ],
  ])('that is checked %s says whose mail is lost when it ends', (_, changes, meaning) => {
    const sessions = [session({}, { notAfter: '2026-12-01T00:00:00.000Z' })]
    const [finding] = partOf('certificate', { ...changes, sessions }).findings
    expect(finding && wordsOf(finding).meaning).toBe(meaning)
  })
})
