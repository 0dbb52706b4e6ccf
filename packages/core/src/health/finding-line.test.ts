import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingRows, reasonOf } from './index.ts'

describe('the line of a finding of which only the identity is known', () => {
  it.each([
    ['bl_high', '203.0.113.9 spamcop', 'Listed on an important blocklist: 203.0.113.9 on SpamCop SCBL'],
    ['bl_high', '203.0.113.9 no-such-list', 'Listed on an important blocklist: 203.0.113.9 on no-such-list'],
    ['bl_high', 'of old', 'Listed on an important blocklist: of on old'],
    ['bl_high', 'an old text', 'Listed on an important blocklist: an old text'],
    ['mta_sts_policy_invalid', 'no_mx', 'The MTA-STS policy is broken: the policy has no mx line'],
    ['mta_sts_policy_invalid', 'toString', 'The MTA-STS policy is broken: toString'],
    ['mta_sts_policy_invalid', '__proto__ x', 'The MTA-STS policy is broken: __proto__ x'],
    ['caa_invalid', 'issuer issue', 'A CAA record is broken: issue "" names no authority that can be read'],
    ['caa_invalid', 'of old', 'A CAA record is broken: of old'],
    ['spf_missing', 'of old', 'SPF record missing: of old'],
    ['mx_cname', null, 'MX points to an alias'],
    ['no_such_finding', 'x', 'no_such_finding'],
    ['constructor', null, 'constructor'],
  ])('%s about %j: %s', (id, subject, line) => {
    expect(reasonOf({ id, subject })).toBe(line)
  })

  it('is made of any subject, and is never empty', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(findingRows)), fc.string({ unit: 'binary' }), (id, subject) => {
        expect(reasonOf({ id, subject }).length).toBeGreaterThan(0)
      }),
    )
  })
})
