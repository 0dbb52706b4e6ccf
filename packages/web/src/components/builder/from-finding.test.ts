import { describe, expect, it } from 'vitest'
import { fromFinding } from './from-finding.ts'

const record = { name: 'example.com', type: 'TXT', value: 'v=spf1 mx -all' } as const
const scan = {
  findings: [
    {
      id: 'spf_plus_all',
      title: 'SPF allows everyone',
      action: { kind: 'publish', record, replaces: 'v=spf1', builder: { tool: 'spf', field: 'all' } },
    },
    { id: 'spf_near_limit', title: 'One lookup left', action: { kind: 'builder', tool: 'spf', field: 'includes' } },
    { id: 'dkim_missing', title: 'DKIM is not set up', action: { kind: 'selector' } },
    {
      id: 'mta_sts',
      title: 'A record without a builder',
      action: { kind: 'publish', record, replaces: null, builder: null },
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

  it('gives the record of another finding about the same field, by the name of that finding', () => {
    const action = {
      kind: 'publish',
      record: { name: '_dmarc.example.com', type: 'TXT', value: 'v=DMARC1; p=quarantine' },
      replaces: 'any',
      builder: { tool: 'dmarc', field: 'policy' },
    } as const
    const unenforced = {
      id: 'spf_softfail_unenforced',
      title: 'SPF ends in ~all without DMARC enforcement',
      action: { kind: 'builder', tool: 'dmarc', field: 'policy' },
    } as const
    const findings = [unenforced, { id: 'dmarc_none', title: 'DMARC only monitors', action }]
    expect(fromFinding('dmarc', 'spf_softfail_unenforced', '_dmarc.example.com', { findings })).toEqual({
      title: 'DMARC only monitors',
      field: 'policy',
      record: 'v=DMARC1; p=quarantine',
    })
    expect(
      fromFinding('dmarc', 'spf_softfail_unenforced', '_dmarc.example.com', { findings: [unenforced] }),
    ).toMatchObject({ title: 'SPF ends in ~all without DMARC enforcement', record: null })
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
