import { describe, expect, it } from 'vitest'
import { judgeHeader, parseHeader } from '../headers/index.ts'
import { headerOf } from '../headers/parsed-header.fixture.ts'
import { headerFactsOf } from './header-facts.ts'

const organization = (domain: string) => domain.split('.').slice(-2).join('.')

function factsOf(lines: readonly string[]) {
  const parsed = parseHeader(headerOf(lines), organization)
  return headerFactsOf({ ...parsed, ...judgeHeader(parsed, organization) })
}

describe('the facts of a header', () => {
  it('have who sent it, the results that count, and the slowest hop', () => {
    const facts = factsOf([
      'Received: from relay.example.net by mx.receiver.example with ESMTPS; Tue, 24 Nov 2026 10:00:00 +0000',
      'Authentication-Results: mx.receiver.example; dmarc=pass header.from=example.com',
      'Received: from pc.example.com by relay.example.net with ESMTP; Tue, 24 Nov 2026 09:00:00 +0000',
      'From: News <news@example.com>',
    ])
    expect(facts).toMatchObject({
      from: 'News <news@example.com>',
      fromDomain: 'example.com',
      authentication: { dmarc: 'pass' },
      hops: 2,
      slowest: { by: 'mx.receiver.example', seconds: 3_600 },
    })
  })

  it('make every text visible and bounded, and have no raw line', () => {
    const facts = factsOf([`From: \u202e${'x'.repeat(4_000)} <a@example.com>`, 'X-Secret: 4711'])
    const text = JSON.stringify(facts)
    expect(text).not.toMatch(/[\u200b-\u200f\u202a-\u202e]/)
    expect(text).not.toContain('4711')
    expect(facts.from?.length).toBeLessThanOrEqual(2_048)
  })
})
