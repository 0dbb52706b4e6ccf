import { defaultDmarcSettings } from '@waxseal/core/dmarc'
import { describe, expect, it } from 'vitest'
import { draftOf, readDraft } from './form-values.ts'

const draft = draftOf({ ...defaultDmarcSettings, rua_email: 'dmarc@example.com' })

describe('a draft of a DMARC record', () => {
  it('needs an address for aggregate reports', () => {
    expect(readDraft({ ...draft, rua_email: ' ' }).errors).toEqual({
      rua_email: 'Please enter an aggregate report email (RUA)',
    })
  })

  it('names an invalid report address', () => {
    expect(readDraft({ ...draft, rua_email: 'a@example.com, nobody', ruf_email: 'b@' }).errors).toEqual({
      rua_email: '"nobody" is not an email address',
      ruf_email: '"b@" is not an email address',
    })
  })

  it.each(['', 'all', '12x'])('reads the pct "%s", which is no number, as 100', pct => {
    expect(readDraft({ ...draft, pct })).toMatchObject({ settings: { pct: 100 }, errors: {} })
  })

  it.each(['-1', '101', '12.5'])('refuses the pct %s', pct => {
    expect(readDraft({ ...draft, pct }).errors).toEqual({ pct: 'pct must be a whole number from 0 to 100' })
  })
})
