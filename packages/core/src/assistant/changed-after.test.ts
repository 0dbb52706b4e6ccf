import { describe, expect, it } from 'vitest'
import { analyzeScan } from './analyze-scan.ts'
import { factsWith, scanFactsOf, textsOf } from './answers.fixture.ts'
import type { DomainFacts } from './facts.ts'
import { reply } from './reply.ts'

const changedAfter = [
  {
    record: 'dmarc',
    description: 'DMARC policy weakened from reject to none',
    detected_at: '2026-11-01T21:26:00.000Z',
    severity: 'critical',
  },
] as const
const scan = { ...(await scanFactsOf()), changedAfter }
const line = 'DMARC policy weakened from reject to none (Nov 1, 2026, 21:26 UTC).'
const denials =
  /No problem found\.$|Nothing changed|nothing to fix|no finding costs points|refuse mail that fails|Published now/m

const domain: DomainFacts = {
  name: 'shop.example',
  unicode: null,
  score: 100,
  scannedAt: '2026-11-01T00:00:00.000Z',
  issues: [],
  changes: null,
}
const said = (question: string, facts: Parameters<typeof factsWith>[0]) =>
  textsOf(reply(question, factsWith(facts), { origin: 'no-model', earlier: ['Hello'] }))

describe('after a change that no scan has seen', () => {
  it.each([
    'What changed in the DNS of example.com?',
    'Did the DMARC policy of example.com change?',
    'Is example.com secure?',
    'What should I fix first?',
    'Can I go to p=reject now?',
    'Explain DMARC',
    'How do I improve deliverability?',
  ])('"%s" is answered below the change and its time, and nothing denies it', question => {
    for (const scope of ['free', 'pro', 'business'] as const) {
      const texts = said(question, { scan, scope })
      expect(texts.slice(0, 2)).toEqual(['Changed after the scan of Nov 1, 2026, 00:00 UTC:', line])
      const about = texts.filter(text => !/^(?:SPF|DKIM|MX|Blocklists|PTR|STARTTLS|Open relay)/i.test(text))
      expect(about.filter(text => denials.test(text))).toEqual([])
    }
  })

  it('the record says which scan it is from, and that it changed since', () => {
    const answer = reply('Show my DMARC record', factsWith({ scan }), { origin: 'no-model', earlier: [] })
    expect(answer.find(({ kind }) => kind === 'published')).toMatchObject({ when: 'scan of Nov 1, 2026, 00:00 UTC' })
    expect(said('Can I go to p=reject now?', { scan })).toContain(
      `It is not known what example.com needs. Changed after this scan: ${line}`,
    )
  })

  it('an analysis begins with it, and its verdict is that of the scan before', () => {
    const texts = textsOf(analyzeScan(scan, { scope: 'pro', dnsChanges: [] }, null))
    expect(texts.slice(0, 2)).toEqual(['Changed after the scan of Nov 1, 2026, 00:00 UTC:', line])
    expect(texts).toContain('The scan before gave example.com 100 of 100 (Excellent).')
  })

  it('a question about all domains names those that changed', () => {
    const domains = [domain, { ...domain, name: 'changed.example', changedAfter }]
    for (const question of ['What changed?', 'What domains need attention?', 'Are my domains secure?']) {
      const texts = said(question, { domains })
      expect(texts.slice(0, 2)).toEqual(['Changed after the last scan:', `changed.example: ${line}`])
      expect(texts.join('\n')).not.toContain('Nothing changed')
    }
  })

  it('what is no question about a scan is answered without it', () => {
    expect(said('Thanks', { scan })).toEqual(['You are welcome.'])
  })
})
