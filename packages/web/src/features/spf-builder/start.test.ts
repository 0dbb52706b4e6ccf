import { defaultSpfSettings } from '@waxseal/core/spf'
import { describe, expect, it } from 'vitest'
import { startOf } from './start.ts'

const scan = (...records: string[]) => ({ finished_at: '2026-11-01T09:00:00Z', results: { spf: { records } } })
const settings = { ...defaultSpfSettings, include_domains: ['mail.example'], ip4_addresses: [], ip6_addresses: [] }
const saved = { ...settings, dns_record: 'v=spf1 include:mail.example ~all', generated_at: '2026-11-02T09:00:00Z' }

describe('the SPF form starts with', () => {
  it('the record that resolves the finding which led here, whatever else is known', () => {
    expect(startOf(saved, scan('v=spf1 +all'), 'v=spf1 include:mail.example ptr ~all')).toEqual({
      from: 'finding',
      settings,
      leftOut: ['ptr'],
    })
  })

  it('the record generated last, whatever the scan found', () => {
    expect(startOf(saved, scan('v=spf1 -all'), null)).toEqual({
      from: 'saved',
      settings,
      record: 'v=spf1 include:mail.example ~all',
      at: '2026-11-02T09:00:00Z',
    })
  })

  it('else the record of the last scan, and names the terms that have no field', () => {
    expect(startOf(null, scan('v=spf1 mx exists:%{i}.x.example include:mail.example ~all'), null)).toEqual({
      from: 'scan',
      settings: { ...settings, use_mx: true },
      record: 'v=spf1 mx exists:%{i}.x.example include:mail.example ~all',
      at: '2026-11-01T09:00:00Z',
      leftOut: ['exists:%{i}.x.example'],
    })
  })

  it('nothing if there are two records, none, no answer or no scan', () => {
    const empty = { from: 'nothing', settings: defaultSpfSettings }
    expect(startOf(null, scan('v=spf1 -all', 'v=spf1 mx -all'), null)).toEqual({ ...empty, found: 'several' })
    expect(startOf(null, scan(), null)).toEqual({ ...empty, found: 'none' })
    expect(startOf(null, { ...scan(), results: { spf: null } }, null)).toEqual({ ...empty, found: 'unchecked' })
    expect(startOf(null, null, null)).toEqual({ ...empty, found: 'none' })
  })
})
