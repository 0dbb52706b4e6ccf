import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { analyzeMessage } from './analyze-message.ts'

/** The domain of From, the first identity, and whether it authenticates From. */
function aligned(from: string, result: string): readonly unknown[] {
  const header = [
    'Received: from a.example ([192.0.2.1]) by mx.receiver.example; Wed, 25 Nov 2026 10:00:00 +0000',
    `Authentication-Results: mx.receiver.example; ${result}`,
    `From: Ann <ann@${from}>`,
  ]
  const { alignment } = analyzeMessage(Buffer.from(header.join('\r\n'))).analysis
  const [first] = alignment.identities
  return [alignment.fromDomain, first?.domain, first?.alignment, alignment.isAligned]
}

describe('a domain of another script', () => {
  const domain = 'xn--mnchen-3ya.de'

  it.each([
    ['From', 'münchen.de', 'dkim=pass header.d=xn--mnchen-3ya.de', domain, 'strict'],
    ['From in capitals', 'MÜNCHEN.DE', 'dkim=pass header.d=xn--mnchen-3ya.de', domain, 'strict'],
    ['From in decomposed form', 'mu\u0308nchen.de', 'dkim=pass header.d=xn--mnchen-3ya.de', domain, 'strict'],
    ['the signature', domain, 'dkim=pass header.d=münchen.de', domain, 'strict'],
    ['both', 'münchen.de', 'dkim=pass header.d=mail.münchen.de', `mail.${domain}`, 'relaxed'],
    ['the return path', domain, 'spf=pass smtp.mailfrom=x@post.münchen.de', `post.${domain}`, 'relaxed'],
  ])('is aligned where %s has U-labels', (_, from, result, identity, alignment) => {
    expect(aligned(from, result)).toEqual([domain, identity, alignment, true])
  })

  it.each([
    ['full-width letters', 'ｅxample.com', 'example.com'],
    ['letters of another script', 'раypal.com', 'paypal.com'],
    ['a hyphen at the end of a label', 'münchen-.de', domain],
    ['an A-label that is no Punycode', 'xn--mnchen-3y0.de', domain],
  ])('is not aligned with %s', (_, from, signer) => {
    expect(aligned(from, `dkim=pass header.d=${signer}`).slice(1)).toEqual([signer, 'none', false])
  })

  it('with an invalid label stays as it is written', () => {
    expect(aligned('ｅxample.com', 'dkim=pass header.d=example.com')[0]).toBe('ｅxample.com')
  })
})

it('shows every value of a repeated field, decoded', () => {
  const { analysis } = analyzeMessage(
    Buffer.from(
      'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\nFrom: a@x.test\nSubject: b\nFROM: =?utf-8?q?J=C3=BCrg?= <j@y.test>',
    ),
  )
  expect(analysis.repeated.map(({ label, values }) => [label, values.map(({ line, text }) => [line, text])])).toEqual([
    [
      'From',
      [
        [2, 'a@x.test'],
        [4, 'Jürg <j@y.test>'],
      ],
    ],
    [
      'Subject',
      [
        [1, 'Grüße'],
        [3, 'b'],
      ],
    ],
  ])
})

const findings = (header: string) => analyzeMessage(Buffer.from(header)).analysis.findings.map(({ id }) => id)

describe('the verdict of Rspamd', () => {
  const mailcow = readFileSync(
    new URL('../../../core/fixtures/messages/mailcow-rspamd-spf-fail.eml', import.meta.url),
    'utf8',
  )

  it('counts at the end of a header of mailcow', () => {
    expect(findings(mailcow)).toContain('verdict_spam')
  })

  it('does not count when the identifier is not that of the receiver', () => {
    const copied = mailcow.replace('X-Rspamd-Queue-Id: 63446300E9D71', 'X-Rspamd-Queue-Id: 7400F294FE4')
    expect(findings(copied)).not.toContain('verdict_spam')
  })
})
