import { describe, expect, it } from 'vitest'
import type { scannedRecords } from '../watch/index.ts'
import { analyzeScan } from './analyze-scan.ts'
import { factsWith, scanFactsOf, textsOf } from './answers.fixture.ts'
import type { DomainFacts } from './facts.ts'
import { reply } from './reply.ts'
import { policyAnswer } from './reply-policy.ts'
import { termState } from './term-state.ts'
import { type TermId, terms } from './terms.data.ts'

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
  tags: [],
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

describe('what rests on a record that changed after the scan', () => {
  type Record = (typeof scannedRecords)[number]
  const state = async (record: Record, term: TermId) => {
    const change = { record, description: 'It changed', detected_at: '2026-11-01T21:26:00.000Z', severity: 'critical' }
    return termState(term, { ...(await scanFactsOf()), changedAfter: [change as (typeof changedAfter)[number]] })
  }
  const allTerms = Object.keys(terms) as TermId[]

  it.each(['name', 'ns', 'dnssec'] as const)('a change of %s leaves no term known', async record => {
    for (const term of allTerms) {
      expect(await state(record, term)).toMatchObject({
        isKnown: false,
        verdict: 'Changed after this scan: It changed (Nov 1, 2026, 21:26 UTC).',
      })
    }
  })

  it.each([
    ['mx', ['mx', 'blocklists', 'relay', 'threat', 'mta-sts', 'starttls', 'certificate', 'dane', 'ptr']],
    ['spf', ['spf', 'blocklists']],
    ['dkim', ['dkim']],
    ['dmarc', ['dmarc', 'alignment', 'bimi']],
    ['mta-sts', ['mta-sts', 'certificate']],
  ] as const)('a change of %s touches what is known of %j, and nothing else', async (record, touched) => {
    for (const term of allTerms) {
      expect((await state(record, term)).isChanged === true, term).toBe((touched as readonly TermId[]).includes(term))
    }
  })

  it.each(['spf', 'dkim', 'ns', 'name', 'dnssec', 'dmarc'] as const)(
    'nobody is told to publish p=reject after a change of %s',
    async record => {
      const quarantine = await scanFactsOf({ dmarc: 'v=DMARC1; p=quarantine; rua=mailto:d@example.com' })
      expect(textsOf(policyAnswer(quarantine))[0]).toMatch(/^Yes, if/)
      const change = {
        record,
        description: 'It changed',
        detected_at: '2026-11-01T21:26:00.000Z',
        severity: 'critical',
      }
      const facts = { ...quarantine, changedAfter: [change as (typeof changedAfter)[number]] }
      expect(textsOf(policyAnswer(facts))).toEqual([
        'It is not known what example.com needs. Changed after this scan: It changed (Nov 1, 2026, 21:26 UTC).',
      ])
    },
  )

  it('nor while SPF or DKIM could not be checked', async () => {
    const quarantine = await scanFactsOf({ dmarc: 'v=DMARC1; p=quarantine; rua=mailto:d@example.com' })
    for (const check of ['spf', 'dkim'] as const) {
      const unchecked = { ...quarantine.sections[check], state: 'unchecked', reason: 'no answer' } as const
      const facts = { ...quarantine, sections: { ...quarantine.sections, [check]: unchecked } }
      expect(textsOf(policyAnswer(facts)).join(' ')).toContain(
        'It is not known whether example.com is ready for p=reject.',
      )
    }
  })
})
