import { describe, expect, it } from 'vitest'
import { wordingFaults } from '../testing/plain-english.ts'
import { judgedMessage } from './judged-message.ts'
import {
  counted,
  lastTwoLabels,
  lineAt,
  parsedOf,
  plainLines,
  resultOf,
  sendingHop,
  signature,
} from './parsed-header.fixture.ts'
import { publishedRules, type SenderClause } from './sender-rules.data.ts'
import { type SenderRule, senderRules } from './sender-rules.ts'

const rules = (changes: Parameters<typeof parsedOf>[0] = {}) =>
  senderRules(judgedMessage(parsedOf(changes), lastTwoLabels))
const verdict = (id: SenderClause, changes: Parameters<typeof parsedOf>[0] = {}): SenderRule['verdict'] | undefined =>
  rules(changes).find(rule => rule.id === id)?.verdict

const spf = (result: string) => resultOf(`spf=${result}`, { 'smtp.mailfrom': 'sender.example' })
const dkim = (result: string) => resultOf(`dkim=${result}`, { 'header.d': 'sender.example' })
const bulk = [
  ...plainLines,
  'List-Unsubscribe: <mailto:a@sender.example>, <https://sender.example/u?1>',
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
]
const without = (lines: readonly string[], name: string) => lines.filter(line => !line.startsWith(`${name}:`))

it('are all met, or do not apply, by a good bulk message', () => {
  const results = counted(spf('pass'), dkim('pass'), resultOf('dmarc=pass'))
  const all = rules({ lines: bulk, results, signatures: [signature] })
  expect(all.filter(rule => rule.verdict !== 'met').map(rule => [rule.id, rule.verdict])).toEqual([
    ['gmail_from', 'not_applicable'],
    ['list_arc', 'not_applicable'],
    ['spam_rate', 'unknown'],
  ])
})

it('say why in plain words', () => {
  const results = counted(spf('pass'), dkim('fail'), resultOf('dmarc=fail'))
  const all = [parsedOf(), parsedOf({ lines: [] }), parsedOf({ lines: bulk, results, signatures: [signature] })]
  for (const { title, words } of all.flatMap(parsed => senderRules(judgedMessage(parsed, lastTwoLabels))))
    expect([words, wordingFaults(`${title}. ${words}`)]).toEqual([words, []])
})

describe('authentication', () => {
  it('is unknown when the header shows no results', () => {
    for (const id of ['spf_or_dkim', 'spf_and_dkim', 'dmarc_record', 'dmarc_alignment'] as const)
      expect([id, verdict(id, { lines: bulk })]).toEqual([id, 'unknown'])
  })

  it('needs SPF or DKIM of all senders, and both for bulk mail', () => {
    const one = counted(spf('pass'), dkim('fail'))
    expect(verdict('spf_or_dkim', { results: one })).toBe('met')
    expect(verdict('spf_and_dkim', { results: one })).toBe('not_applicable')
    expect(verdict('spf_and_dkim', { results: one, lines: bulk })).toBe('not_met')
    expect(verdict('spf_or_dkim', { results: counted(spf('fail'), dkim('none')) })).toBe('not_met')
    expect(verdict('spf_or_dkim', { results: counted(spf('fail'), dkim('temperror')) })).toBe('unknown')
  })

  it('needs a DMARC record and alignment for bulk mail', () => {
    const none = counted(spf('pass'), resultOf('dmarc=none'))
    expect(verdict('dmarc_record', { results: none, lines: bulk })).toBe('not_met')
    expect(verdict('dmarc_record', { results: none })).toBe('not_applicable')
    expect(verdict('dmarc_alignment', { results: none, lines: bulk })).toBe('met')
    const failed = counted(spf('pass'), resultOf('dmarc=fail'))
    expect(verdict('dmarc_record', { results: failed, lines: bulk })).toBe('met')
    expect(verdict('dmarc_alignment', { results: failed, lines: bulk })).toBe('not_met')
    expect(verdict('dmarc_record', { results: counted(resultOf('dmarc=temperror')), lines: bulk })).toBe('unknown')
  })

  it('says 5,000 a day only of those who publish the number', () => {
    const { words } =
      rules({ results: counted(spf('pass'), dkim('fail')) }).find(({ id }) => id === 'spf_and_dkim') ?? {}
    expect(words).toBe(
      'Gmail and Microsoft ask this of senders of 5,000 messages a day and more, Yahoo of bulk mail: no field marks this message as bulk mail.',
    )
    const numbers = Object.entries(publishedRules).map(([name, { bulkFrom }]) => [name, bulkFrom])
    // egressif.io, provider rule tracker (2026-06-21)
    expect(numbers).toEqual([
      ['Gmail', 5000],
      ['Yahoo', null],
      ['Microsoft', 5000],
      ['GMX/WEB.DE', null],
    ])
  })

  it.each([
    // postmaster.web.de: a signature whose domain matches From, at least relaxed, is mandatory.
    ['the domain of From', [dkim('pass')], 'met'],
    ['another domain', [resultOf('dkim=pass', { 'header.d': 'esp.example' })], 'not_met'],
    ['another and the own domain', [resultOf('dkim=pass', { 'header.d': 'esp.example' }), dkim('pass')], 'met'],
    ['the own domain, which fails', [dkim('fail')], 'not_met'],
    ['nobody, and SPF passes', [spf('pass'), resultOf('dkim=none')], 'not_met'],
    ['the own domain, which could not be checked', [dkim('temperror')], 'unknown'],
    ['a domain that the result does not name', [resultOf('dkim=pass')], 'unknown'],
  ] as const)('needs a signature of the domain of From at GMX: signed by %s', (_, results, expected) => {
    expect(verdict('aligned_dkim', { results: counted(...results) })).toBe(expected)
  })

  it('names the document of each receiver, its address and the month', () => {
    for (const { receivers, clause } of rules()) {
      for (const receiver of receivers) {
        const { document, source, checked } = publishedRules[receiver]
        expect([receiver, source.length > 10, /^20\d\d-\d\d$/.test(checked)]).toEqual([receiver, true, true])
        if (!clause.startsWith('RFC') || clause.includes(';')) expect(clause).toContain(document)
      }
    }
  })

  it('needs a pass for an address of Gmail', () => {
    const lines = ['From: ann@gmail.com']
    expect(verdict('gmail_from', { lines, results: counted(resultOf('dmarc=fail')) })).toBe('not_met')
    expect(verdict('gmail_from', { lines, results: counted(resultOf('dmarc=pass')) })).toBe('met')
    expect(verdict('gmail_from', { lines })).toBe('unknown')
  })
})

describe('the sending host', () => {
  it('needs a reverse name and TLS, where the header shows them', () => {
    expect(verdict('reverse_dns', { path: [{ ...sendingHop, reverseName: null }] })).toBe('unknown')
    expect(verdict('reverse_dns', { results: counted(resultOf('iprev=fail')) })).toBe('not_met')
    expect(verdict('tls', { path: [{ ...sendingHop, encrypted: null }] })).toBe('unknown')
    expect(verdict('tls', { path: [{ ...sendingHop, encrypted: false }] })).toBe('not_met')
    expect(verdict('tls', { sendingAddress: null })).toBe('unknown')
  })
})

const oneClick = (lines: readonly string[], signatures = [signature], results = counted(dkim('pass'))) =>
  verdict('one_click_unsubscribe', { lines, signatures, results })

describe('one-click unsubscribe', () => {
  it('needs https, the exact post field and a passing signature over both', () => {
    expect(oneClick(bulk)).toBe('met')
    expect(oneClick([...plainLines, 'Precedence: bulk'])).toBe('not_met')
    expect(oneClick([...plainLines, 'List-Unsubscribe: <mailto:a@sender.example>'])).toBe('not_met')
    expect(oneClick(without(bulk, 'List-Unsubscribe-Post'))).toBe('not_met')
    expect(oneClick([...without(bulk, 'List-Unsubscribe-Post'), 'List-Unsubscribe-Post: Yes'])).toBe('not_met')
    expect(oneClick(bulk, [{ ...signature, signed: ['from', 'list-unsubscribe'] }])).toBe('not_met')
    expect(oneClick(bulk, [signature], counted(dkim('fail')))).toBe('not_met')
    expect(oneClick(bulk, [signature], [])).toBe('unknown')
    expect(oneClick(plainLines)).toBe('not_applicable')
  })
})

describe('the form of the message', () => {
  it('needs one From with one address', () => {
    expect(verdict('from_address', { lines: [...plainLines, 'From: b@b.example'] })).toBe('not_met')
    expect(verdict('from_address', { lines: ['From: a@a.example, b@b.example'] })).toBe('not_met')
    expect(verdict('from_address', { lines: ['From: a@localhost'] })).toBe('not_met')
    expect(verdict('from_address', { lines: [] })).toBe('not_met')
  })

  it('needs one valid Message-ID and Date, and repeats no field', () => {
    expect(verdict('message_id', { lines: ['Message-ID: 1@a'] })).toBe('not_met')
    expect(verdict('message_id', { lines: [] })).toBe('not_met')
    for (const date of [
      'yesterday',
      '31 Feb 2026 10:00 GMT',
      'Wed, 42 Nov 2026 10:00:00 +0000',
      'Wed, 25 Nov 2026 25:00:00 +0000',
    ])
      expect([date, verdict('date', { lines: [`Date: ${date}`] })]).toEqual([date, 'not_met'])
    expect(verdict('date', { lines: ['Date: 5 Nov 2026 10:00 GMT'] })).toBe('met')
    const repeated = rules({ lines: [...plainLines, 'Subject: b', 'Reply-To: a@a.example', 'Reply-To: b@b.example'] })
    expect(repeated.find(({ id }) => id === 'single_fields')).toMatchObject({
      verdict: 'not_met',
      words: 'The message repeats Reply-To, Subject.',
    })
  })

  it('needs sound signatures', () => {
    expect(verdict('signature_length', { signatures: [{ ...signature, hasLength: true }] })).toBe('not_met')
    expect(verdict('signature_algorithm', { signatures: [{ ...signature, algorithm: 'rsa-sha1' }] })).toBe('not_met')
    const old = [{ ...signature, expiresAt: Date.UTC(2026, 0, 1) }]
    expect(verdict('signature_expiry', { signatures: old })).toBe('not_met')
    expect(verdict('signature_expiry', { signatures: old, path: [] })).toBe('unknown')
    expect(verdict('signature_length')).toBe('not_applicable')
  })

  it('asks lists for ARC', () => {
    const lines = [...plainLines, 'List-Id: <a.sender.example>']
    expect(verdict('list_arc', { lines })).toBe('not_met')
    const arc = [{ instance: 1, seal: 'none', domain: null, results: null, at: lineAt(4) }]
    expect(verdict('list_arc', { lines, arc })).toBe('met')
  })
})
