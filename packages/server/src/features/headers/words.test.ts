import { expect, it } from 'vitest'
import { aLine, aResultsField } from '../../testing/header-analysis.ts'
import { arcWords, signatureWords } from './words.ts'

const words = (instance: number, seal: string | null, domain: string | null = 'lists.example') =>
  arcWords({ instance, seal, domain, results: null, at: aLine('ARC-Seal', '') })

it('a set says what its sealer found', () => {
  expect(words(1, 'none')).toBe('lists.example started the ARC chain (cv=none).')
  expect(words(2, 'pass')).toBe('lists.example reported that the earlier ARC sets were valid (cv=pass).')
  expect(words(2, 'fail', null)).toBe('The sealer reported that the ARC chain is broken (cv=fail).')
  expect(words(3, null)).toBe('ARC set 3 has no seal.')
})

it('only the first set may have nothing to report (RFC 8617 section 5.1.1)', () => {
  expect(words(2, 'none')).toBe('lists.example sealed set 2 with cv=none, which is not valid here.')
  expect(words(1, 'maybe')).toBe('lists.example sealed set 1 with cv=maybe, which is not valid here.')
})

it('a set with results names the first six', () => {
  const methods = ['spf', 'dkim', 'dmarc', 'arc', 'iprev', 'auth', 'x'].map(method => [method, 'pass'] as const)
  const { results } = aResultsField('counts', 'mx.lists.example', methods)
  expect(arcWords({ instance: 1, seal: 'none', domain: 'a.example', results, at: aLine('ARC-Seal', '') })).toBe(
    'a.example started the ARC chain (cv=none). It received the message with spf=pass, dkim=pass, dmarc=pass, ' +
      'arc=pass, iprev=pass, auth=pass.',
  )
})

it('a signature that cannot be used says why, and one without a key does not blame the pasted text', () => {
  const about = { kind: 'dkim', domain: 'x.test', selector: 's1' } as const
  const reason = 'it uses rsa-sha1, which receivers must not accept'
  expect(signatureWords({ ...about, result: 'policy', reason })).toBe(
    'The signature of x.test (selector s1) cannot be used: it uses rsa-sha1, which receivers must not accept.',
  )
  expect(signatureWords({ ...about, result: 'neutral', reason: 'no key' })).toBe(
    'The signature of x.test (selector s1) could not be checked: DNS has no key for it now.',
  )
})
