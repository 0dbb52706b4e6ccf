import { defaultDmarcSettings } from '@waxseal/core/dmarc'
import { describe, expect, it } from 'vitest'
import { leftOutOf, startOf } from './start.ts'

const scan = (text: string | null, inherited = false) => ({
  finished_at: '2026-11-01T09:00:00Z',
  results: { dmarc: { reading: { inherited, record: text === null ? null : { text } } } },
})
const fresh = { from: 'nothing', settings: { ...defaultDmarcSettings, rua_email: 'dmarc@example.com' } }

describe('the DMARC form starts with', () => {
  it('the record generated last, whatever the scan found', () => {
    const settings = { ...defaultDmarcSettings, policy: 'reject' as const, rua_email: 'a@example.com' }
    const record = 'v=DMARC1; p=reject; rua=mailto:a@example.com'
    const saved = { ...settings, dns_record: record, generated_at: '2026-11-02T09:00:00Z' }
    expect(startOf('example.com', saved, scan('v=DMARC1; p=none'), null)).toEqual({
      from: 'saved',
      settings,
      record,
      at: '2026-11-02T09:00:00Z',
    })
  })

  it('else the record of the last scan, with the default report address if it has none', () => {
    expect(startOf('example.com', null, scan('v=DMARC1; p=reject; sp=none; psd=n'), null)).toEqual({
      from: 'scan',
      settings: { ...fresh.settings, policy: 'reject', sp_policy: 'none' },
      at: '2026-11-01T09:00:00Z',
      leftOut: ['psd=n'],
    })
  })

  it('the record that resolves the finding which led here, unless it is none', () => {
    const scanned = scan('v=DMARC1; p=none; rua=mailto:a@example.com')
    expect(startOf('example.com', null, scanned, 'v=DMARC1; p=reject; rua=mailto:a@example.com; psd=n')).toEqual({
      from: 'finding',
      settings: { ...fresh.settings, policy: 'reject', rua_email: 'a@example.com' },
      leftOut: ['psd=n'],
    })
    expect(startOf('example.com', null, scanned, 'v=spf1 -all')).toMatchObject({ from: 'scan' })
  })

  it('a record of the last scan that is broken in form, with the policy it was meant to have', () => {
    const settings = { ...fresh.settings, policy: 'reject' as const, rua_email: 'a@example.com' }
    for (const text of ['v=DMARC1 p=reject; rua=mailto:a@example.com', 'v=DMARC1; p=rejct; rua=a@example.com']) {
      expect(startOf('example.com', null, scan(text), null)).toMatchObject({ from: 'scan', settings, leftOut: [] })
    }
    expect(startOf('example.com', null, scan('v=DMARC1; p=strict'), null)).toEqual(fresh)
  })

  it('default values if the record belongs to a parent, is missing or could not be looked up', () => {
    expect(startOf('example.com', null, scan('v=DMARC1; p=reject', true), null)).toEqual(fresh)
    expect(startOf('example.com', null, scan(null), null)).toEqual(fresh)
    expect(startOf('example.com', null, { ...scan(null), results: { dmarc: null } }, null)).toEqual(fresh)
    expect(startOf('example.com', null, null, null)).toEqual(fresh)
  })
})

it('names the tags of a record that have no field in the form', () => {
  expect(
    leftOutOf('v=DMARC1; p=none; rua=mailto:a@example.com,https://example.com/r; psd=n; RF=afrf; ri=3600; fo=1:d:s'),
  ).toEqual(['rua=https://example.com/r', 'psd=n', 'RF=afrf', 'ri=3600', 'fo=1:d:s'])
})

it('names no tag of a record that fits the form completely', () => {
  expect(
    leftOutOf('v=DMARC1; p=reject; sp=none; np=reject; t=y; adkim=s; aspf=s; pct=5; ruf=mailto:f@example.com; fo=1'),
  ).toEqual([])
})
