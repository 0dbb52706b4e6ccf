import { describe, expect, it } from 'vitest'
import { headerFindings } from './finding.ts'
import { judgedMessage } from './judged-message.ts'
import { counted, lastTwoLabels, parsedOf, plainLines, resultOf, sendingHop } from './parsed-header.fixture.ts'
import { senderRules } from './sender-rules.ts'

type Changes = Parameters<typeof parsedOf>[0]
const judged = (changes: Changes) => judgedMessage(parsedOf(changes), lastTwoLabels)
const points = (changes: Changes) =>
  Object.fromEntries(headerFindings(judged(changes)).map(finding => [finding.id, finding.points]))
const gmailRule = (changes: Changes) => senderRules(judged(changes)).find(({ id }) => id === 'gmail_from')?.verdict

const path = [{ ...sendingHop, by: 'AM6.eop-eur05.prod.protection.outlook.com' }]
const lines = plainLines.map(line => (line.startsWith('Return-Path') ? 'Return-Path: <x@other.example>' : line))
const spfFailed = resultOf('spf=fail', { 'smtp.mailfrom': 'sender.example' })
const failed = [
  spfFailed,
  resultOf('dkim=fail', { 'header.d': 'sender.example' }),
  resultOf('dmarc=fail', { action: 'oreject', 'header.from': 'sender.example' }),
]
const compauth = (result: string, reason: string) => counted(...failed, resultOf(`compauth=${result}`, { reason }))

describe('a check of Microsoft that was bypassed', () => {
  it.each(['451', '905'])('makes its results unknown: reason %s', reason => {
    expect(points({ lines, path, results: compauth('none', reason) })).toEqual({ results_bypassed: 0 })
  })

  it('leaves what does not depend on results', () => {
    const named = lines.map(line => (line.startsWith('From') ? 'From: Bank <info@bank>' : line))
    expect(points({ lines: [...named, 'X-Spam-Flag: YES'], path, results: compauth('none', '451') })).toEqual({
      results_bypassed: 0,
      from_without_domain: 15,
      verdict_spam: 25,
    })
  })

  it('says nothing where DMARC passes', () => {
    const passed = resultOf('dmarc=pass', { 'header.from': 'sender.example' })
    const results = counted(passed, resultOf('compauth=none', { reason: '451' }))
    expect(points({ lines, path, results })).toEqual({})
  })

  it.each([
    ['fail', '451'],
    ['pass', '451'],
    ['none', '301'],
    ['none', '4510'],
    ['none', ''],
  ])('is none with compauth=%s reason=%s', (result, reason) => {
    expect(points({ path, results: compauth(result, reason) })).toMatchObject({ dmarc_fail_enforced: 40, spf_fail: 20 })
  })

  it('is none where another organization received the message', () => {
    expect(points({ results: compauth('none', '451') })).toMatchObject({ dmarc_fail_enforced: 40, spf_fail: 20 })
  })

  it('proves nothing about an address of Gmail', () => {
    const gmail = ['From: ann@gmail.com']
    expect(gmailRule({ lines: gmail, path, results: compauth('none', '451') })).toBe('unknown')
    expect(gmailRule({ lines: gmail, path, results: compauth('none', '301') })).toBe('not_met')
  })
})
