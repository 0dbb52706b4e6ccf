import { expect, it } from 'vitest'
import { costGrowth } from '../../testing/cost-growth.ts'
import { domainWith, factsWith, scanFactsOf } from '../answers.fixture.ts'
import { reply } from '../reply.ts'
import { scansMax } from './answer-notes.ts'
import { needsOf } from './answer-question.ts'

const scan = await scanFactsOf({ dmarc: null })

/** Reading a question and answering it over this many domains. */
const asked = (text: string) => (count: number) => {
  const domains = Array.from({ length: count }, (_, at) => domainWith(`d${at}.example`, at % 100, 'dmarc_missing'))
  const scans = domains.slice(0, scansMax).map(({ name }) => ({ ...scan, domain: name }))
  const facts = factsWith({ scope: 'business', domains, scans })
  return () => {
    needsOf(text, [], facts)
    return reply(text, facts, { origin: 'no-model', earlier: ['Is d1.example secure?'] })
  }
}

it('costs in proportion to the number of domains', async () => {
  expect(await costGrowth(asked('Which domains have no DMARC?'), 200)).toBeLessThan(5)
}, 60_000)

it('reads at most 200 scans for one answer', () => {
  const domains = Array.from({ length: 500 }, (_, at) => domainWith(`d${at}.example`, 50))
  expect(needsOf('Which domains have no DMARC?', [], factsWith({ domains })).scans).toHaveLength(scansMax)
})

/** Ten domains with scores of 50 to 95. */
const ten = factsWith({
  scope: 'business',
  domains: Array.from({ length: 10 }, (_, at) => domainWith(`d${at}.example`, 50 + at * 5)),
})

it.each<[string, 'all' | readonly string[]]>([
  ['What domains need attention?', 'all'],
  ['Which domains have critical findings?', 'all'],
  ['What is our average score?', []],
  ['Which domains have no DMARC?', []],
  ['Which domains lost points in the last two weeks?', []],
  ['Is d3.example secure?', ['d3.example']],
  ['Give me a summary for my boss', Array.from({ length: 8 }, (_, at) => `d${at}.example`)],
])('reads the issues of the domains that the answer names: %s', (question, issues) => {
  expect(needsOf(question, [], ten).issues).toEqual(issues)
})
