import { costGrowth } from '@waxseal/core/testing'
import { expect, it } from 'vitest'
import { aHeaderAnalysis, aLine, aResultsField, noReputation } from '../../testing/header-analysis.ts'
import { documentOf } from './document.ts'

const reputation = noReputation
const at = aLine('DKIM-Signature', '')

/** Each domain is that of a signature, of its result and of an aligned identity. */
function messageOf(domains: readonly string[]) {
  const signature = { algorithm: null, signed: [], hasLength: false, expiresAt: null, at }
  return aHeaderAnalysis({
    results: [
      aResultsField(
        'counts',
        'mx.example.net',
        domains.map(domain => ['dkim', 'pass', { 'header.d': domain }]),
      ),
    ],
    signatures: domains.map((domain, line) => ({ ...signature, domain, selector: `s${line}` })),
    alignment: {
      fromDomain: null,
      organizationalDomain: null,
      identities: domains.map(domain => ({
        kind: 'dkim',
        domain: `x.${domain}`,
        result: 'pass',
        alignment: 'strict',
        at,
      })),
      isAligned: true,
    },
  })
}

it('the document of many signatures costs in proportion to their number', { timeout: 60_000 }, async () => {
  const growth = await costGrowth(size => {
    const message = messageOf(Array.from({ length: size }, (_, at) => `a${at}.example`))
    return () => documentOf(message, { reputation, signatures: null }).results.length
  }, 8_192)
  expect(growth).toBeLessThan(5)
})
