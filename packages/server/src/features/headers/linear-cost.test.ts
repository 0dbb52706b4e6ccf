import { expectLinearCost } from '@waxseal/core/testing'
import { it } from 'vitest'
import { aHeaderAnalysis, aLine, aResultsField, noReputation } from '../../testing/header-analysis.ts'
import { documentOf } from './document.ts'

const reputation = noReputation
const at = aLine('DKIM-Signature', '')

/** Each line is the domain of a signature, of its result and of an aligned identity. */
function messageOf(text: string) {
  const domains = text.split('\n')
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

it('the document of many signatures costs in proportion to their number', () =>
  expectLinearCost(text => documentOf(messageOf(text), { reputation, signatures: null }), {
    max: 16 * 1024,
    tokens: ['a{n}.com\n', 'a.com\n', '\n', '@'],
    heads: [''],
  }))
