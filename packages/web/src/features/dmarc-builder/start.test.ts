import { defaultDmarcSettings } from '@waxseal/core/dmarc'
import { describe, expect, it } from 'vitest'
import { leftOutOf, startOf } from './start.ts'

const scan = (text: string | null, inherited = false) => ({
  finished_at: '2026-11-01T09:00:00Z',
  results: { dmarc: { reading: { inherited, record: text === null ? null : { text } } } },
})
const fresh = { from: 'nothing', settings: { ...defaultDmarcSettings, rua_email: 'dmarc@example.com' } }

describe('the DMARC form starts with', () => {
  it('what was generated last, whatever the scan found', () => {
    const settings = { ...defaultDmarcSettings, policy: 'reject' as const, rua_email: 'a@example.com' }
    const record = 'v=DMARC1; p=reject; rua=mailto:a@example.com'
    const saved = { ...settings, dns_record: record, generated_at: '2026-11-02T09:00:00Z' }
    expect(startOf('example.com', saved, scan('v=DMARC1; p=none'))).toEqual({
      from: 'saved',
      settings,
      record,
      at: '2026-11-02T09:00:00Z',
    })
  })

  it('else the record the last scan found, with the usual report address where that has none', () => {
    expect(startOf('example.com', null, scan('v=DMARC1; p=reject; sp=none; psd=n'))).toEqual({
      from: 'scan',
      settings: { ...fresh.settings, policy: 'reject', sp_policy: 'none' },
      at: '2026-11-01T09:00:00Z',
      leftOut: ['psd=n'],
    })
  })

  it('afresh where the record is that of a name above, none at all, or was not asked for', () => {
    expect(startOf('example.com', null, scan('v=DMARC1; p=reject', true))).toEqual(fresh)
    expect(startOf('example.com', null, scan(null))).toEqual(fresh)
    expect(startOf('example.com', null, { ...scan(null), results: { dmarc: null } })).toEqual(fresh)
    expect(startOf('example.com', null, null)).toEqual(fresh)
  })
})

it('names the parts of a record the form has no field for', () => {
  expect(
    leftOutOf('v=DMARC1; p=none; rua=mailto:a@example.com,https://example.com/r; psd=n; RF=afrf; ri=3600; fo=1:d:s'),
  ).toEqual(['rua=https://example.com/r', 'psd=n', 'RF=afrf', 'ri=3600', 'fo=1:d:s'])
})

it('leaves nothing out of a record it holds in full', () => {
  expect(
    leftOutOf('v=DMARC1; p=reject; sp=none; np=reject; t=y; adkim=s; aspf=s; pct=5; ruf=mailto:f@example.com; fo=1'),
  ).toEqual([])
})
