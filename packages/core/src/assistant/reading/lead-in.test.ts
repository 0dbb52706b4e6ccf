import { expect, it } from 'vitest'
import { withoutLeadIn } from './lead-in.ts'
import { withoutContraction } from './tokens.ts'

it.each([
  ['ok so where is that setting', 'where is that setting'],
  ['Thanks! And its DKIM?', 'And its DKIM?'],
  ['hi all, which domains have no DMARC', 'which domains have no DMARC'],
  ['okay but the report says it failed', 'but the report says it failed'],
  ['so which of them is worse', 'which of them is worse'],
  ['I don’t know what DKIM is', ' what DKIM is'.trim()],
  ['which domains have dnssec and which dont', 'which domains have dnssec'],
])('leaves out how people begin: %s', (text, rest) => {
  expect(withoutLeadIn(text).trim().replaceAll(/\s+/g, ' ')).toBe(rest)
})

it.each([
  'ok',
  'thanks a lot',
  'OK domains',
  'perfect.example is fine',
  'Is it ok',
  'no DMARC',
  'well protected domains',
])('leaves what is a question, thanks or a name: %s', text => {
  expect(withoutLeadIn(text)).toBe(text)
})

it('reads a contraction as what it negates, but not at the beginning of a question', () => {
  expect([
    withoutContraction('arent', false),
    withoutContraction('isnt', true),
    withoutContraction('want', false),
  ]).toEqual([['are', 'not'], ['is'], ['want']])
})
