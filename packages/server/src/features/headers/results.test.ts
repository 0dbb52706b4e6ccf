import type { HeaderAnalysis } from '@waxseal/core/headers'
import { expect, it } from 'vitest'
import { aHeaderAnalysis, aLine, aResultsField } from '../../testing/header-analysis.ts'
import { resultsOf } from './results.ts'

const wordsFor = (overrides: Partial<HeaderAnalysis>) =>
  resultsOf(aHeaderAnalysis(overrides)).map(({ words, at }) => [words, at?.label ?? null])

it('each result names the domain it is about, and the line it rests on', () => {
  expect(wordsFor({})).toEqual([
    ['The receiving system reported spf=pass for example.com.', 'Authentication-Results'],
    ['The receiving system reported dkim=pass for example.com.', 'Authentication-Results'],
    ['The receiving system reported dmarc=pass for example.com.', 'Authentication-Results'],
  ])
})

it('a result that is not reported rests on no line, and a reported "none" does', () => {
  const authentication = { spf: 'none', dkim: 'none', dmarc: 'none' }
  const results = [aResultsField('counts', 'mx.example.net', [['dkim', 'none']])]
  expect(wordsFor({ authentication, results })).toEqual([
    ['The receiving system reported no SPF result.', null],
    ['The receiving system reported dkim=none.', 'Authentication-Results'],
    ['The receiving system reported no DMARC result.', null],
  ])
})

it('fields that do not count give no result', () => {
  const authentication = { spf: 'none', dkim: 'none', dmarc: 'none' }
  const results = [aResultsField('untrusted', 'mx.evil.example', [['spf', 'none', { 'smtp.mailfrom': 'a.example' }]])]
  expect(wordsFor({ authentication, results })[0]).toEqual(['The receiving system reported no SPF result.', null])
})

const softfail = (properties: Record<string, string>) => {
  const at = aLine('Received-SPF', 'softfail')
  return [{ result: 'softfail', comment: null, properties: new Map(Object.entries(properties)), at }]
}

it('SPF can rest on Received-SPF', () => {
  const authentication = { spf: 'softfail', dkim: 'none', dmarc: 'none' }
  const words = (properties: Record<string, string>) =>
    wordsFor({ authentication, results: [], receivedSpf: softfail(properties) })[0]
  expect(words({ 'envelope-from': '<Bounce@Example.org>' })).toEqual([
    'The receiving system reported spf=softfail for example.org.',
    'Received-SPF',
  ])
  expect(words({ 'envelope-from': '<>', helo: 'mail.example.org.' })?.[0]).toContain('for mail.example.org.')
  expect(words({})?.[0]).toBe('The receiving system reported spf=softfail.')
})

it('of several passing signatures the aligned one is shown', () => {
  const results = [
    aResultsField('counts', 'mx.example.net', [
      ['dkim', 'pass', { 'header.d': 'mailer.example' }],
      ['dkim', 'fail', { 'header.d': 'example.com' }],
      ['dkim', 'pass', { 'header.i': '@mail.example.com' }],
    ]),
  ]
  const at = aLine('DKIM-Signature', '')
  const identities = [
    { kind: 'dkim', domain: 'mailer.example', result: 'pass', alignment: 'none', at },
    { kind: 'dkim', domain: 'mail.example.com', result: 'pass', alignment: 'relaxed', at },
  ] as const
  const alignment = { fromDomain: 'example.com', organizationalDomain: 'example.com', identities, isAligned: true }
  expect(wordsFor({ results, alignment })[1]?.[0]).toBe('The receiving system reported dkim=pass for mail.example.com.')
})
