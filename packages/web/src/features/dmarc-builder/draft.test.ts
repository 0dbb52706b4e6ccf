import { defaultDmarcSettings } from '@waxseal/core/dmarc'
import { describe, expect, it } from 'vitest'
import { isDraft } from './draft.ts'
import { draftOf } from './form-values.ts'

const draft = { ...draftOf(defaultDmarcSettings), rua_email: 'reports@', pct: '1x', sp_policy: 'reject', fo: 'd:s' }

describe('the DMARC form stored for a reload', () => {
  it('is restored as typed, with half an address and an invalid number', () => {
    expect(isDraft(JSON.parse(JSON.stringify(draft)))).toBe(true)
  })

  it.each([
    ['nothing', null],
    ['a text', 'v=DMARC1; p=none'],
    ['a list', [draft]],
    ['a policy there is not', { ...draft, policy: 'allow' }],
    ['no policy', { ...draft, policy: '' }],
    ['another there is not', { ...draft, np_policy: null }],
    ['a number', { ...draft, pct: 50 }],
    ['a switch that is none', { ...draft, testing: 'y' }],
    ['an alignment there is not', { ...draft, aspf: '' }],
    ['an option there is not', { ...draft, fo: '2' }],
    ['an address without end', { ...draft, rua_email: 'a'.repeat(8_001) }],
    ['less of it', { policy: 'none' }],
  ])('is dropped if it is invalid: %s', (_what, kept) => {
    expect(isDraft(kept)).toBe(false)
  })
})
