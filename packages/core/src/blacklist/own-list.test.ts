import { describe, expect, it } from 'vitest'
import { customAsked, decodeAnswer, ownCodesProblem, ownZoneMax, ownZoneProblem, troubleOf } from './index.ts'

describe('the zone of an own list', () => {
  it.each([
    'bl.example.org',
    'a.b',
    'key-1.dq_x.example.net',
    `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.de`,
  ])('may be %s', zone => {
    expect(ownZoneProblem(zone)).toBeNull()
  })

  it.each([
    null,
    '',
    'org',
    '.',
    'a..b',
    '127.0.0.2',
    'bl.example.org.',
    'BL.example.org',
    'a b.example',
    `${'a.'.repeat(94)}de`,
  ])('is not %j', zone => {
    expect(ownZoneProblem(zone)).toBe('no-zone')
  })

  it('leaves room for an IPv6 address in front of it', () => {
    const nibbles = Array.from({ length: 32 }, () => 'f').join('.')
    expect(`${nibbles}.`.length + ownZoneMax).toBe(253)
  })

  it('is no zone of the catalogue', () => {
    expect(ownZoneProblem('zen.spamhaus.org')).toBe('catalogued')
  })
})

const codes = (...addresses: string[]) => addresses.map(address => ({ address, meaning: 'spam' }))

describe('the codes of an own list', () => {
  it('are addresses in 127.0.0.0/8, each once', () => {
    expect(ownCodesProblem([])).toBeNull()
    expect(ownCodesProblem(codes('127.0.0.2', '127.0.1.255', '127.254.3.4'))).toBeNull()
    for (const address of ['10.0.0.2', '127.0.0', '127.0.0.256', '127.0.0.02', 'x', '::1', '127.0.0.2 ']) {
      expect(ownCodesProblem(codes(address)), address).toBe('no-code')
    }
    expect(ownCodesProblem(codes('127.0.0.2', '127.0.0.2'))).toBe('code-twice')
  })

  it('are none of those that never mean a listing', () => {
    expect(ownCodesProblem(codes('127.0.0.1'))).toBe('code-reserved')
    expect(ownCodesProblem(codes('127.255.255.254'))).toBe('code-reserved')
  })

  it('decide what is a listing, and with which meaning', () => {
    const list = customAsked({ id: 'own', name: 'Own', zone: 'bl.example.org', kind: 'ip', codes: codes('127.0.0.3') })
    expect(decodeAnswer(list, ['127.0.0.3'])).toEqual({
      kind: 'listed',
      codes: [{ label: '127.0.0.3', meaning: 'spam', severity: 'low', policy: false }],
    })
    const other = decodeAnswer(list, ['127.0.0.4'])
    expect(troubleOf(list, other)).toMatchObject({
      trouble: 'unknown-code',
      reason: 'It answered 127.0.0.4, which is not among the codes of this list.',
    })
  })
})
