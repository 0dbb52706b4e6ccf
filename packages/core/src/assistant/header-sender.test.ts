import { describe, expect, it } from 'vitest'
import { judgeHeader, parseHeader } from '../headers/index.ts'
import { headerOf } from '../headers/parsed-header.fixture.ts'
import { analyzeHeaders } from './analyze-headers.ts'
import { textsOf } from './answers.fixture.ts'
import { headerFactsOf } from './header-facts.ts'

const organization = (domain: string) => domain.split('.').slice(-2).join('.')

/** What the analyst says about a header, each sentence of it. */
function said(...lines: readonly string[]): string {
  const parsed = parseHeader(headerOf(lines), organization)
  const facts = headerFactsOf({ ...parsed, ...judgeHeader(parsed, organization) })
  return textsOf(analyzeHeaders(facts, { scope: 'pro' }, null)).join('\n')
}

const received =
  'Received: from mail.evil.example (mail.evil.example [8.8.8.8]) by mx.receiver.example with ESMTPS; Tue, 24 Nov 2026 10:00:00 +0000'

describe('the confirmed domain of From', () => {
  it('is not the first address of From where DMARC passed for the second', () => {
    const text = said(
      received,
      'Authentication-Results: mx.receiver.example; dmarc=pass header.from=evil.example',
      'From: service@bank.example, x@evil.example',
    )
    expect(text).toContain('DMARC passed for another domain, so bank.example is not confirmed.')
    expect(text).toContain('DMARC passed for another domain than From')
    expect(text).not.toContain('confirmed bank.example')
  })

  it('is unknown where Microsoft bypassed the check, although nothing raises the score', () => {
    const text = said(
      'Received: from AM0PR01.eurprd01.prod.exchangelabs.com by DB9PR01.eurprd01.prod.exchangelabs.com with HTTPS; Tue, 24 Nov 2026 10:00:05 +0000',
      'Received: from filter.example.net (203.0.113.9) by AM1EUR01FT003.mail.protection.outlook.com with SMTP; Tue, 24 Nov 2026 10:00:00 +0000',
      'Authentication-Results: spf=fail (sender IP is 203.0.113.9) smtp.mailfrom=bank.example; dkim=none; dmarc=fail action=oreject header.from=bank.example; compauth=none reason=451',
      'From: service@bank.example',
    )
    expect(text).toContain('The threat score is 0 of 100 (Low). The results of this message are unknown.')
    expect(text).toContain('so bank.example is not confirmed.')
    expect(text).toContain('Check the results of the filter that received the message first.')
    expect(text).not.toMatch(/speaks? against/)
  })
})
