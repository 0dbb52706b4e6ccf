import { expect, it } from 'vitest'
import { noAddressAsked, rulesSentence } from './analysis-words.ts'

it('counts the rules that are met among those that the header shows', () => {
  const rules = (['met', 'met', 'not_met', 'unknown', 'not_applicable'] as const).map(verdict => ({ verdict }))
  expect(rulesSentence(rules)).toBe('2 of 3 rules that this header shows are met.')
  expect(rulesSentence([{ verdict: 'unknown' }])).toBe('This header shows none of the rules.')
})

it('says why no source knows a sending address', () => {
  expect(noAddressAsked(null)).toBe(
    'No source was asked about an address: the header does not show the sending address.',
  )
  for (const address of ['10.0.0.1', '192.0.2.1', 'fe80::1'])
    expect(noAddressAsked(address)).toBe(
      `No source was asked about the sending address ${address}: it is not a public one.`,
    )
  expect(noAddressAsked('8.8.8.8')).toBe('No source answered about the sending address 8.8.8.8.')
})
