import { expect, it } from 'vitest'
import { rulesSentence } from './analysis-words.ts'

it('counts the rules that are met among those that the header shows', () => {
  const rules = (['met', 'met', 'not_met', 'unknown', 'not_applicable'] as const).map(verdict => ({ verdict }))
  expect(rulesSentence(rules)).toBe('2 of 3 rules that this header shows are met.')
  expect(rulesSentence([{ verdict: 'unknown' }])).toBe('This header shows none of the rules.')
})
