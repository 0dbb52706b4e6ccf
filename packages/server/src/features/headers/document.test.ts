import { headerAnalysis } from '@waxseal/contract'
import type { HeaderAnalysis } from '@waxseal/core/headers'
import { describe, expect, it } from 'vitest'
import { aHeaderAnalysis, aLine, aResultsField, noReputation } from '../../testing/header-analysis.ts'
import { documentOf } from './document.ts'
import { present } from './present.ts'

const reputation = noReputation
const documentFor = (overrides: Partial<HeaderAnalysis> = {}) =>
  documentOf(aHeaderAnalysis(overrides), { reputation, signatures: null })

const many = <T>(value: T) => Array.from({ length: 10_000 }, () => value)

describe('the stored document', () => {
  it('has the shape of the reply', () => {
    const document = documentFor()
    const at = new Date('2026-11-20T09:00:00Z')
    const row = {
      id: 'id',
      workspaceId: 'w',
      createdAt: at,
      createdBy: null,
      expiresAt: at,
      raw: 'Subject: Hello',
      cutFrom: null,
    }
    const reply = present(
      { ...row, subject: 'Hello', from: null, threatScore: 12, document },
      { newSelectors: [], reader: 'free' },
    )
    expect(headerAnalysis.strict().safeParse(reply).error).toBeUndefined()
    expect(reply).toMatchObject({
      raw_headers: 'Subject: Hello',
      threat_score: 12,
      parsed_data: {
        subject: 'Hello',
        sending_ip: '192.0.2.25',
        sending_ip_at: { label: 'Received' },
        hops: 1,
        authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass' },
        delivery_path: [{ number: 1, from: 'mail.example.com', by: 'mx.example.net', delay_seconds: null }],
      },
      signatures: null,
      vt_results: { error: 'not_configured' },
    })
  })

  it('keeps the newest 200 hops, and their number', () => {
    const [hop] = aHeaderAnalysis().path
    if (hop === undefined) throw new Error('the message has no hop')
    const path = Array.from({ length: 250 }, (_, at) => ({ ...hop, number: at + 1 }))
    const { hops, delivery_path: shown } = documentFor({ path }).parsed_data
    expect([hops, shown.length, shown[0]?.number, shown.at(-1)?.number]).toEqual([250, 200, 51, 250])
  })

  it('says why a result does not count', () => {
    const results = [
      aResultsField('empty', 'mx.example.net', []),
      aResultsField('counts', 'mx.example.net', [['spf', 'fail']]),
      aResultsField('untrusted', 'mx.evil.example', [['dmarc', 'pass']]),
      aResultsField('history', null, [['spf', 'pass']]),
    ]
    expect(documentFor({ results }).ignored_results.map(each => [each.authserv_id, each.words])).toEqual([
      ['mx.example.net', 'The field reports no result.'],
      [
        'mx.evil.example',
        'mx.evil.example is no host of the receiving organization, or the message had the field before it arrived. Anyone can add such a field, so its results do not count.',
      ],
      [null, 'An earlier system on the path wrote this field. Only the newest results count.'],
    ])
  })

  it('bounds every list and every text', () => {
    const untrusted = aResultsField('untrusted', 'x'.repeat(5_000), [['spf', 'pass']])
    const set = { instance: 1, seal: 'none', domain: 'example.org', results: null, at: aLine('ARC-Seal', 'i=1') }
    const identity = { kind: 'dkim', domain: 'example.com', result: 'pass', alignment: 'strict' } as const
    const verdict = { product: 'Rspamd', says: 'clean', words: 'y'.repeat(5_000) } as const
    const at = aLine('X', 'z'.repeat(5_000))
    const document = documentFor({
      subject: 's'.repeat(1_000_000),
      results: many(untrusted),
      arc: many(set),
      alignment: {
        fromDomain: null,
        organizationalDomain: null,
        identities: many({ ...identity, at }),
        isAligned: null,
      },
      verdicts: many({ ...verdict, at }),
      findings: many({
        id: 'f',
        points: 1,
        title: 't',
        meaning: 'm',
        advice: 'a',
        clause: 'c',
        evidence: [at, ...many(at)],
      }),
    })
    const { ignored_results, arc, alignment, verdicts, findings } = document
    for (const list of [ignored_results, arc, alignment.identities, verdicts, findings, findings[0]?.evidence]) {
      expect(list).toHaveLength(50)
    }
    expect(document.parsed_data.subject).toBe(`${'s'.repeat(1_000)}…`)
    expect(JSON.stringify(document).length).toBeLessThan(3_500_000)
  })

  it('has no text that PostgreSQL refuses, also where a cut divides a character', () => {
    const text = `${'a'.repeat(999)}\u{1F4E7}bcd`
    const document = documentFor({ subject: text, from: 'a\0b', to: '\uD800', messageId: 'whole \u{1F4E7}' })
    expect(document.parsed_data).toMatchObject({
      subject: `${'a'.repeat(999)}\uFFFD…`,
      from: 'a\uFFFDb',
      to: '\uFFFD',
      message_id: 'whole \u{1F4E7}',
    })
    expect(JSON.stringify(document)).not.toMatch(/\\u0000|\\ud8/i)
  })
})

const signature = (domain: string, selector: string | null) => {
  const at = aLine('DKIM-Signature', `d=${domain}`)
  return { domain, selector, algorithm: null, signed: [], hasLength: false, expiresAt: null, at }
}
const passed = (properties: Record<string, string>, result = 'pass') => [
  aResultsField('counts', 'mx.example.net', [['dkim', result, properties]]),
]

describe('the keys of passing signatures', () => {
  it('are those that the receiver names', () => {
    const results = [
      aResultsField('counts', 'mx.example.net', [
        ['dkim', 'pass', { 'header.d': 'Example.com', 'header.s': 'S1' }],
        ['dkim', 'pass', { 'header.d': 'example.com', 'header.s': 's1' }],
        ['dkim', 'fail', { 'header.d': 'example.com', 'header.s': 's2' }],
        ['dkim', 'pass', { 'header.i': '@mail.example.org', 'header.s': 's3' }],
        ['spf', 'pass', { 'header.d': 'example.com', 'header.s': 's4' }],
      ]),
      aResultsField('untrusted', 'mx.evil.example', [['dkim', 'pass', { 'header.d': 'a.example', 'header.s': 's5' }]]),
      aResultsField('history', 'mx.old.example', [['dkim', 'pass', { 'header.d': 'a.example', 'header.s': 's6' }]]),
    ]
    expect(documentFor({ results }).passed_keys).toEqual([
      { domain: 'example.com', selector: 's1' },
      { domain: 'mail.example.org', selector: 's3' },
    ])
  })

  it('have the selector of the signature where the receiver does not name it', () => {
    const results = passed({ 'header.d': 'example.com' })
    const signatures = [signature('Example.com', 'k1'), signature('example.org', 'k2')]
    expect(documentFor({ results, signatures }).passed_keys).toEqual([{ domain: 'example.com', selector: 'k1' }])
  })

  it('are unknown where two signatures of the domain could be meant', () => {
    const results = passed({ 'header.d': 'example.com' })
    for (const signatures of [
      [],
      [signature('example.com', null)],
      [signature('example.com', 'k1'), signature('example.com', 'k2')],
      [signature('example.com', 'no selector')],
    ]) {
      expect(documentFor({ results, signatures }).passed_keys).toEqual([])
    }
  })
})
