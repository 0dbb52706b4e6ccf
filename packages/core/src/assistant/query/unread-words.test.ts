import { describe, expect, it } from 'vitest'
import { domainWith, factsWith } from '../answers.fixture.ts'
import { understand } from './understand.ts'

const facts = factsWith({
  scope: 'business',
  domains: [domainWith('one.example', 20, 'dmarc_missing'), domainWith('two.example', 90, 'spf_plus_all')],
})

/** What a message is understood as, after those before it. */
const kindsOf = (text: string, earlier: readonly string[] = []): readonly string[] =>
  understand(text, earlier, facts).map(({ resolved }) => resolved.kind)

describe('a word that changes the answer and that no answer reads makes the question refused', () => {
  it.each([
    ['a number that is compared', 'domains with at least 3 critical findings'],
    ['a number as a word', 'which domains have two MX records'],
    ['a range among conditions', 'domains with DKIM and a score between 50 and 90'],
    ['a superlative over domains', 'which domain has the most DNS changes'],
    ['different things that are counted', 'how many different mail providers do we use'],
    ['things that are counted, and no domains', 'how many DKIM keys do all domains have'],
    ['what domains have in common', 'which domains have the same DMARC record'],
    ['groups', 'how many domains per tag'],
    ['a supposition', 'would one.example be secure if the DKIM key was gone'],
    ['a supposition without "if"', 'would DMARC of one.example still pass'],
    ['a cause', 'is one.example blacklisted because SPF is broken'],
    ['a time of day', 'what was the score of one.example yesterday at 8'],
    ['a second period', 'more DNS changes this week than last week?'],
    ['a half', 'what changed in the first half of November'],
    ['only', 'which domains have only SPF'],
    ['never', 'which domains have never had DMARC'],
    ['again', 'is DMARC of one.example broken again'],
    ['others than the one that is named', 'which other domains have the SPF record of one.example'],
    ['other people', 'did someone else delete a domain this week'],
  ])('%s: %s', (_, text) => {
    expect(kindsOf(text)).toEqual(['refused'])
  })

  it.each([
    ['which domains have no DKIM?', 'tell me more about the second'],
    ['which DKIM keys does one.example have?', 'delete the first?'],
  ])('one of a list that the answer before gave: %s', (before, text) => {
    expect(kindsOf(text, [before])).toEqual(['refused'])
  })
})

it.each([
  ['domains with a score between 50 and 90', 'attribute'],
  ['which domains have less than 90 points?', 'attribute'],
  ['domains with only one mail server', 'attribute'],
  ['how many have no DKIM', 'attribute'],
  ['tell me if one.example has DMARC', 'attribute'],
  ['what changed this week', 'topic'],
  ['how many points would fixing DKIM on one.example bring', 'topic'],
  ['scan one.example again now', 'topic'],
  ['do one.example and two.example have the same problems', 'topic'],
])('a question whose words are read is answered: %s', (text, kind) => {
  expect(kindsOf(text)).toEqual([kind])
})
