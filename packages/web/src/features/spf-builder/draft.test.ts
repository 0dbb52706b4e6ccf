import { defaultSpfSettings } from '@waxseal/core/spf'
import { describe, expect, it } from 'vitest'
import { beginning, keptOf, type Work, workOf } from './draft.ts'
import { nothingTyped } from './entries.ts'

const fresh = beginning({
  from: 'saved',
  settings: defaultSpfSettings,
  record: 'v=spf1 ~all',
  at: '2026-11-20T12:00:00.000Z',
})

const settings = {
  include_domains: ['_spf.mailhost.example'],
  ip4_addresses: ['192.0.2.1'],
  ip6_addresses: [],
  use_mx: true,
  use_a: false,
  all_qualifier: '-all',
} as const

const work: Work = { ...fresh, settings, typed: { ...nothingTyped, ip6_addresses: '2001:db8:' }, made: null }

const found = (kept: unknown) => workOf(JSON.parse(JSON.stringify(kept)), fresh)

describe('the SPF form stored for a reload', () => {
  it('is restored with unsubmitted entries, next to what the server has', () => {
    expect(found(keptOf(work))).toEqual({ ...work, made: { dns_record: 'v=spf1 ~all', warnings: [] } })
  })

  it('still names the terms of an imported record that it has no field for', () => {
    const start = { from: 'published', settings, leftOut: ['exists:%{i}.example.org'] } as const
    expect(found(keptOf({ ...work, start }))?.start).toEqual(start)
  })

  it.each([
    ['nothing', null],
    ['a text', 'v=spf1 ~all'],
    ['a list', [settings]],
    ['no settings', { typed: nothingTyped }],
    ['nothing typed', { settings }],
    ['a qualifier there is not', { settings: { ...settings, all_qualifier: '!all' }, typed: nothingTyped }],
    ['a list that is none', { settings: { ...settings, ip4_addresses: '192.0.2.1' }, typed: nothingTyped }],
    ['an entry that is none', { settings: { ...settings, ip4_addresses: [7] }, typed: nothingTyped }],
    ['too many', { settings: { ...settings, ip4_addresses: Array(101).fill('192.0.2.1') }, typed: nothingTyped }],
    ['a switch that is none', { settings: { ...settings, use_a: 'no' }, typed: nothingTyped }],
    ['a field that is none', { settings, typed: { ...nothingTyped, ip4_addresses: null } }],
    ['a field without end', { settings, typed: { ...nothingTyped, ip4_addresses: 'x'.repeat(10_001) } }],
  ])('starts over if the stored form is invalid: %s', (_what, kept) => {
    expect(found(kept)).toBeNull()
  })
})
