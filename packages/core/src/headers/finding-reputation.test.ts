import { expect, it } from 'vitest'
import { type Reputation, reputationFindings } from './finding-reputation.ts'
import { lineAt } from './parsed-header.fixture.ts'

const found = (...pairs: readonly (readonly [subject: string, verdict: Reputation['verdict']])[]) =>
  reputationFindings(pairs.map(([subject, verdict]) => ({ subject, verdict, evidence: lineAt(3) }))).map(
    ({ id, points }) => [id, points],
  )

it('costs points by subject and verdict', () => {
  expect(found(['a.example', 'malicious'])).toEqual([['domain_malicious', 40]])
  expect(found(['a.example', 'suspicious'])).toEqual([['domain_suspicious', 20]])
  expect(found(['a.example', 'low_risk'])).toEqual([['domain_low', 0]])
  expect(found(['192.0.2.1', 'malicious'])).toEqual([['address_malicious', 25]])
  expect(found(['2001:db8::1', 'suspicious'])).toEqual([['address_suspicious', 12]])
  expect(found(['192.0.2.1', 'low_risk'])).toEqual([['address_low', 4]])
})

it('is nothing without a verdict', () => {
  expect(found(['a.example', null], ['192.0.2.1', 'clean'])).toEqual([])
})

it('counts a subject once, and costs at most 30 for addresses and 40 for domains', () => {
  expect(found(['a.example', 'malicious'], ['A.example', 'malicious'], ['b.example', 'suspicious'])).toEqual([
    ['domain_malicious', 40],
    ['domain_suspicious', 0],
  ])
  expect(found(['192.0.2.2', 'low_risk'], ['192.0.2.1', 'malicious'], ['192.0.2.3', 'suspicious'])).toEqual([
    ['address_malicious', 25],
    ['address_suspicious', 5],
    ['address_low', 0],
  ])
})
