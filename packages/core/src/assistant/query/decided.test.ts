import { describe, expect, it } from 'vitest'
import { domainWith, scanFactsOf, textsOf } from '../answers.fixture.ts'
import type { DomainFacts, ScanFacts } from '../facts.ts'
import { overview, ranked } from './across-answers.ts'
import { costsAnswer, riskAnswer } from './domain-answers.ts'

const open = domainWith('open.example', 20, 'dmarc_missing')
const accepted: DomainFacts = {
  ...domainWith('accepted.example', 40),
  issues: domainWith('x.example', 40, 'spf_plus_all').issues.map(issue => ({ ...issue, decision: 'accepted' })),
}
const lines = (answer: Parameters<typeof textsOf>[0]) => textsOf(answer).join('\n')

describe('findings that the owner accepted or muted cost points and are not named', () => {
  it.each([
    ['among the lowest scores', () => lines(ranked([open, accepted], 'lowest'))],
    ['in the state of all domains', () => lines(overview([open, accepted]))],
  ])('%s', (_, said) => {
    expect(said()).toContain('DMARC record missing')
    expect(said()).toContain('accepted or muted findings only.')
    expect(said()).not.toContain('SPF allows everyone')
  })

  it('where points are explained', async () => {
    const scan = await scanFactsOf({ spf: 'v=spf1 +all' })
    const decided: ScanFacts = { ...scan, findings: scan.findings.map(each => ({ ...each, decision: 'accepted' })) }
    const meaning = scan.findings.find(({ id }) => id === 'spf_plus_all')?.meaning ?? 'no such finding'
    expect(lines(costsAnswer(scan))).toContain(meaning)
    for (const answer of [costsAnswer(decided), riskAnswer(decided)]) expect(lines(answer)).not.toContain(meaning)
  })
})

describe('who can send in the name of a domain is said without yes or no', () => {
  it.each([
    ['reject', 'example.com is protected from most spoofing: its DMARC policy is reject'],
    ['none', 'example.com is at risk of spoofing: its DMARC policy is none'],
  ])('for a policy of %s', async (policy, said) => {
    const answer = lines(riskAnswer(await scanFactsOf({ dmarc: `v=DMARC1; p=${policy}` })))
    expect(answer).toContain(said)
    expect(answer).not.toMatch(/^(?:Yes|No|Mostly)/)
  })
})
