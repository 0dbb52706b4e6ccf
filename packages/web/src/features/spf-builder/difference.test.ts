import { describe, expect, it } from 'vitest'
import { addressesWords, type Change, changeGroups } from './difference.ts'

const change = (kind: Change['kind'], range: string): Change => ({
  kind,
  range,
  addresses: '1',
  before: 'pass',
  after: 'softfail',
})

describe('the difference from the published record', () => {
  it('lists lost permissions first, with the number of ranges', () => {
    const changes = [
      change('gains', '192.0.2.9'),
      change('loses', '192.0.2.1'),
      change('loses', '192.0.2.3'),
      change('loses', '192.0.2.5'),
      change('changes', 'every other address'),
    ]
    expect(changeGroups({ changes }).map(({ sentence }) => sentence)).toEqual([
      '3 ranges will no longer pass SPF',
      '1 range will pass SPF',
      '1 range will get a different result',
    ])
  })

  it('has no group when it is empty', () => {
    expect(changeGroups({ changes: [] })).toEqual([])
  })
})

describe('a number of addresses', () => {
  it('is written in groups of three, and left out where it adds nothing', () => {
    expect(addressesWords('1')).toBe('1 address')
    expect(addressesWords('65536')).toBe('65,536 addresses')
    expect(addressesWords('4294967296')).toBe('4,294,967,296 addresses')
    expect(addressesWords('79228162514264337593543950336')).toBeNull()
    expect(addressesWords('many')).toBeNull()
  })
})
