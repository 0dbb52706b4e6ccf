import { describe, expect, it } from 'vitest'
import { headerFindings } from './finding.ts'
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
import { senderRules } from './sender-rules.ts'

type Changes = Parameters<typeof parsedOf>[0]
const judged = (changes: Changes) => judgedMessage(parsedOf(changes), lastTwoLabels)
const points = (changes: Changes) =>
  Object.fromEntries(headerFindings(judged(changes)).map(finding => [finding.id, finding.points]))
const rule = (id: string, changes: Changes) => senderRules(judged(changes)).find(each => each.id === id)?.verdict
const spf = (result: string, sender: string) => resultOf(`spf=${result}`, { 'smtp.mailfrom': sender })
const dkim = (result: string, domain: string) => resultOf(`dkim=${result}`, { 'header.d': domain })
const other = plainLines.map(line => (line.startsWith('Return-Path') ? 'Return-Path: <x@other.example>' : line))
const noPath = plainLines.filter(line => !line.startsWith('Return-Path'))
const hop = (by: string, line: number) => ({ ...sendingHop, by, at: lineAt(line) })
const failed = (comment: string) => resultOf('dmarc=fail', {}, comment)
const compauth = (reason: string) => resultOf('compauth=pass', { reason })
const from = (name: string, ...more: readonly string[]) => [
  ...plainLines.filter(line => !line.startsWith('From')),
  `From: ${name} <dev@sender.example>`,
  ...more,
  'List-Unsubscribe: <mailto:a@sender.example>',
]

describe('a message without any result', () => {
  const untrusted = { ...counted(spf('pass', 'a.example'))[0], rank: 'untrusted' } as NonNullable<
    NonNullable<Changes>['results']
  >[number]
  const spfLine = 'Received-SPF: pass (mx.elsewhere.example: ok) client-ip=192.0.2.1'
  const sent = { path: [], sendingAddress: null }
  const submitted = { ...sendingHop, protocol: 'ESMTPSA' }
  const inside = { ...sendingHop, from: 'app.receiver.example', address: '10.0.0.1', reverseName: null }

  it.each<[string, Changes, Record<string, number>]>([
    ['from outside costs 20', {}, { no_authentication: 20 }],
    ['costs 0 with ignored results', { results: [untrusted] }, { results_not_shown: 0, untrusted_results: 0 }],
    ['costs 0 with an ignored Received-SPF', { lines: [...plainLines, spfLine] }, { results_not_shown: 0 }],
    ['costs 0 in the Sent folder', sent, { no_result_expected: 0 }],
    ['costs 0 as a bounce', { returnPath: '' }, { no_result_expected: 0 }],
    ['costs 0 after a submission', { path: [submitted] }, { no_result_expected: 0 }],
    ['costs 0 inside an organization', { path: [inside], sendingAddress: null }, { no_result_expected: 0 }],
  ])('%s', (_, changes, expected) => {
    expect(points(changes)).toEqual(expected)
  })

  it('costs 0 when Exchange says that it is internal, and 20 when the sender wrote that', () => {
    const lines = ['X-MS-Exchange-Organization-AuthAs: Internal', ...plainLines]
    expect(points({ lines })).toEqual({ no_result_expected: 0 })
    const path = [hop('out.sender.example', 0), hop('mx.receiver.example', -1)]
    expect(points({ lines, path })).toEqual({ no_authentication: 20 })
  })

  it('costs 20 when a client from outside gives a name of the receiver', () => {
    const path = [{ ...sendingHop, from: 'app.receiver.example', reverseName: null }]
    expect(points({ path })).toEqual({ no_authentication: 20 })
  })

  it('costs 0 too when the receiver reports none for its own client', () => {
    const results = counted(resultOf('spf=none'), resultOf('dkim=none'), resultOf('dmarc=none'))
    expect(points({ results, path: [submitted] })).toEqual({ no_result_expected: 0 })
    expect(points({ results })).toEqual({ not_authenticated: 20 })
  })
})

describe('a bounce or an automatic reply for which the receiver reports none', () => {
  const none = [resultOf('dkim=none'), resultOf('dmarc=none')]
  const results = counted(resultOf('spf=none', { 'smtp.helo': 'mx.sender.example' }), ...none)
  const bounce = plainLines.map(line => (line.startsWith('Return-Path') ? 'Return-Path: <>' : line))
  const system = bounce.map(line => line.replace('ann@', 'MAILER-DAEMON@'))

  it.each<[string, readonly string[]]>([
    ['Auto-Submitted (RFC 3834)', [...bounce, 'Auto-Submitted: auto-replied']],
    ['a delivery report (RFC 3464)', [...bounce, 'Content-Type: multipart/report; report-type=delivery-status']],
    ['From of the mail system', system],
  ])('costs 5 with %s', (_, lines) => {
    expect(points({ lines, results })).toEqual({ bounce_not_authenticated: 5 })
  })

  it('names the line that shows it', () => {
    const lines = [...bounce, 'Auto-Submitted: auto-replied']
    const [found] = headerFindings(judged({ lines, results }))
    expect(found?.evidence.map(({ label }) => label)).toEqual(['Authentication-Results', 'Auto-Submitted'])
  })

  it('costs 20 when only the return path is empty', () => {
    expect(points({ lines: bounce, results })).toEqual({ not_authenticated: 20 })
    expect(points({ lines: [...bounce, 'Auto-Submitted: no'], results })).toEqual({ not_authenticated: 20 })
  })

  it('costs 20 when the return path has an address', () => {
    const lines = [...plainLines, 'Auto-Submitted: auto-replied']
    expect(points({ lines, results })).toEqual({ not_authenticated: 20 })
  })

  it('costs as much as other mail when SPF of the HELO name fails', () => {
    const failing = counted(resultOf('spf=fail', { 'smtp.helo': 'mx.sender.example' }), ...none)
    expect(points({ lines: system, results: failing })).toEqual({ spf_fail: 20 })
  })
})

describe('From without a Return-Path', () => {
  const none = [resultOf('dkim=none'), resultOf('dmarc=none')]

  it('is compared with the identity of SPF', () => {
    const evil = counted(spf('pass', 'x@evil.example'), ...none)
    expect(points({ lines: noPath, results: evil })).toEqual({ from_mismatch: 15 })
    expect(points({ lines: noPath, results: counted(spf('pass', 'x@mail.sender.example'), ...none) })).toEqual({})
  })

  it('needs no match in a bounce', () => {
    const helo = resultOf('spf=pass', { 'smtp.mailfrom': '<>', 'smtp.helo': 'mx.other.example' })
    expect(points({ lines: noPath, results: counted(helo, ...none) })).toEqual({})
    expect(
      points({ lines: noPath, results: counted(resultOf('spf=pass', { 'smtp.helo': 'mx.other.example' })) }),
    ).toEqual({})
  })
})

describe('what was not checked', () => {
  it('costs nothing beside a passing signature of another domain', () => {
    const results = counted(
      spf('fail', 'x@other.example'),
      dkim('pass', 'esp.example'),
      dkim('temperror', 'sender.example'),
    )
    expect(points({ lines: other, results })).toEqual({ result_unknown: 0 })
  })

  it('costs nothing when DMARC has a temporary error', () => {
    const results = counted(spf('softfail', 'x@other.example'), dkim('none', 'x.example'), resultOf('dmarc=temperror'))
    expect(points({ lines: other, results })).toEqual({ result_unknown: 0 })
  })

  it.each(['temperror', 'error', 'timeout'])('has one of three words: %s', word => {
    const results = counted(spf('fail', 'x@other.example'), dkim(word, 'sender.example'), resultOf('dmarc=none'))
    expect(points({ lines: other, results })).toEqual({ result_unknown: 0 })
    expect(rule('spf_or_dkim', { lines: other, results })).toBe('unknown')
  })

  it('costs points when only another domain has the error', () => {
    const results = counted(spf('fail', 'x@other.example'), dkim('temperror', 'esp.example'))
    expect(points({ lines: other, results })).toEqual({ spf_fail: 20, from_mismatch: 15, result_unknown: 0 })
  })

  it('costs nothing when no line has a result for an aligned signature', () => {
    const properties = new Map([['envelope-from', 'x@other.example']])
    const receivedSpf = [{ result: 'pass', comment: null, properties, at: lineAt(9) }]
    expect(points({ lines: other, receivedSpf, signatures: [signature] })).toEqual({ signature_unchecked: 0 })
    const signatures = [{ ...signature, domain: 'other.example' }]
    expect(points({ lines: other, receivedSpf, signatures })).toEqual({ from_mismatch: 15 })
  })
})

describe('a DMARC failure', () => {
  const list = [
    ...other.map(line =>
      line.replace('x@other.example', 'x@lists.example').replace('ann@sender.example', 'ann@gmail.com'),
    ),
    'List-Id: <dev.lists.example>',
    'List-Unsubscribe: <mailto:a@lists.example>',
  ]

  it('after a list that authenticated itself costs nothing where the policy is none', () => {
    const results = counted(spf('pass', 'x@lists.example'), failed('p=NONE'))
    expect(points({ lines: list, results })).toEqual({ dmarc_fail_list: 0, list_mail: 0 })
    expect(rule('gmail_from', { lines: list, results })).toBe('unknown')
    const enforced = counted(spf('pass', 'x@lists.example'), failed('p=REJECT'))
    expect(points({ lines: list, results: enforced })).toMatchObject({ dmarc_fail_enforced: 40 })
    expect(rule('gmail_from', { lines: list, results: enforced })).toBe('not_met')
  })

  it('costs as much as ever when List-Id is only written', () => {
    const results = counted(spf('neutral', 'x@lists.example'), failed('p=NONE'))
    expect(points({ lines: list, results })).toMatchObject({ dmarc_fail: 25, from_mismatch: 15 })
  })

  it('that ARC overrode is a note', () => {
    const base = [spf('fail', 'x@other.example'), failed('p=REJECT')]
    expect(points({ lines: other, results: counted(...base, compauth('130')) })).toEqual({ dmarc_overridden: 0 })
    expect(points({ lines: other, results: counted(...base, compauth('100')) })).toMatchObject({
      dmarc_fail_enforced: 40,
      spf_fail: 20,
    })
  })
})

describe('From without a domain of two labels', () => {
  const passed = counted(spf('pass', 'x@sender.example'))
  const fromIs = (value: string, ...more: readonly string[]) => ({
    lines: [...plainLines.filter(line => !line.startsWith('From')), `From: ${value}`, ...more],
    results: passed,
  })
  const empty = (value: string) => ({
    ...fromIs(value),
    lines: fromIs(value).lines.map(line => (line.startsWith('Return-Path') ? 'Return-Path: <>' : line)),
  })

  it.each(['Post <info@post>', '<crew@news,example>', '<x@%post.example>', 'Bank <>', 'Bank', '<x@[192.0.2.1]>'])(
    'costs 15: %s',
    value => {
      expect(points(fromIs(value))).toEqual({ from_without_domain: 15 })
      expect(points(empty(value))).toEqual({ from_without_domain: 15 })
    },
  )

  it('costs nothing when From is missing, or another address in it has a domain', () => {
    expect(points({ ...fromIs(''), lines: plainLines.filter(line => !line.startsWith('From')) })).toEqual({})
    expect(points(fromIs('<x@post>, <ann@sender.example>'))).toEqual({})
  })

  it('costs nothing in a bounce and in mail that did not come from outside', () => {
    for (const value of ['MAILER-DAEMON', 'Mail Delivery System <MAILER-DAEMON@mx1>', 'postmaster <>'])
      expect(points(fromIs(value))).toEqual({})
    expect(points(empty('<>'))).toEqual({})
    const notice = empty('Cron <root@mx>')
    expect(points({ ...notice, lines: [...notice.lines, 'Auto-Submitted: auto-generated'] })).toEqual({})
    expect(points({ ...fromIs('root'), path: [], sendingAddress: null })).toEqual({})
    expect(points({ ...fromIs('root@app'), path: [{ ...sendingHop, protocol: 'ESMTPSA' }] })).toEqual({})
  })
})

describe('a list that names the author', () => {
  const results = counted(spf('pass', 'dev@sender.example'), resultOf('dmarc=pass'))
  const via = '"\'bob@contoso.example\' via Dev"'

  it('costs nothing when it authenticated itself', () => {
    expect(points({ lines: from(via, 'List-Id: <dev.sender.example>'), results })).toEqual({})
  })

  it('costs 15 without proof, and where the name shows no list', () => {
    expect(points({ lines: from(via), results })).toEqual({ name_with_address: 15 })
    expect(points({ lines: from(via, 'List-Id: <dev.lists.example>'), results })).toEqual({ name_with_address: 15 })
    const lines = from('"bob@contoso.example"', 'List-Id: <dev.sender.example>')
    expect(points({ lines, results })).toEqual({ name_with_address: 15 })
  })
})

describe('a DMARC pass for another domain than From', () => {
  const results = counted(spf('pass', 'x@sender.example'), resultOf('dmarc=pass', { 'header.from': 'bank.example' }))

  it('costs 15, names both, and is no alignment', () => {
    const lines = [...plainLines, 'From: help@bank.example']
    const found = headerFindings(judged({ lines, results })).find(({ id }) => id === 'dmarc_other_domain')
    expect(found).toMatchObject({ points: 15, meaning: expect.stringMatching(/bank\.example.*sender\.example/) })
    expect(found?.evidence).toHaveLength(3)
    expect(rule('dmarc_alignment', { lines, results })).toBe('not_met')
  })

  it('is none for a name of the same organization', () => {
    const same = counted(resultOf('dmarc=pass', { 'header.from': 'mail.sender.example' }))
    expect(points({ results: same })).toEqual({})
    expect(rule('dmarc_alignment', { results: same })).toBe('met')
  })

  it('proves no address of Gmail', () => {
    expect(rule('gmail_from', { lines: ['From: ann@gmail.com'], results })).toBe('unknown')
  })
})
