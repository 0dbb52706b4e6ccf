import { describe, expect, it } from 'vitest'
import { fromFinding } from './from-finding.ts'

const record = { name: 'example.com', type: 'TXT', value: 'v=spf1 mx -all' } as const
const scan = {
  findings: [
    {
      id: 'spf_plus_all',
      title: 'SPF allows everyone',
      action: { kind: 'publish', record, replaces: true, builder: { tool: 'spf', field: 'all' } },
    },
    { id: 'spf_near_limit', title: 'One lookup left', action: { kind: 'builder', tool: 'spf', field: 'includes' } },
    { id: 'dkim_missing', title: 'DKIM is not set up', action: { kind: 'selector' } },
    {
      id: 'mta_sts',
      title: 'A record without a builder',
      action: { kind: 'publish', record, replaces: false, builder: null },
    },
  ],
} as const

describe('the finding that a link to a builder names', () => {
  it('gives the record to publish and the field', () => {
    expect(fromFinding('spf', 'spf_plus_all', 'example.com', scan)).toEqual({
      title: 'SPF allows everyone',
      field: 'all',
      record: 'v=spf1 mx -all',
    })
  })

  it('gives the field alone where a person decides, and where the record has another name', () => {
    expect(fromFinding('spf', 'spf_near_limit', 'example.com', scan)).toMatchObject({ field: 'includes', record: null })
    expect(fromFinding('spf', 'spf_plus_all', 'other.example', scan)).toMatchObject({ field: 'all', record: null })
  })

  it.each([
    ['dmarc', 'spf_plus_all'],
    ['spf', 'dkim_missing'],
    ['spf', 'mta_sts'],
    ['spf', 'no_such_finding'],
    ['spf', null],
  ] as const)('is ignored by the %s builder when it is %s', (tool, id) => {
    expect(fromFinding(tool, id, 'example.com', scan)).toBeNull()
  })

  it('is ignored without a scan', () => {
    expect(fromFinding('spf', 'spf_plus_all', 'example.com', null)).toBeNull()
  })
})
