import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAddress, parseAddress, parseBlock } from './address.ts'

const anAddress = fc.oneof(
  fc.record({ family: fc.constant(4 as const), value: fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }) }),
  fc.record({ family: fc.constant(6 as const), value: fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }) }),
  fc.record({ family: fc.constant(6 as const), value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) }),
)

function shortened(text: string): string | null {
  const address = parseAddress(text)
  return address === null ? null : formatAddress(address)
}

describe('parseAddress', () => {
  it('accepts dotted decimal and nothing looser', () => {
    expect(parseAddress('192.0.2.1')).toEqual({ family: 4, value: 0xc0000201n })
    for (const text of [
      '192.0.2',
      '192.0.2.256',
      '192.0.2.01',
      '0x7f.1',
      '127.1',
      ' 192.0.2.1',
      '1.2.3.4.5',
      '١.0.0.1',
    ])
      expect(parseAddress(text), text).toBeNull()
  })

  it('accepts every form of IPv6 address', () => {
    expect(parseAddress('::')).toEqual({ family: 6, value: 0n })
    expect(parseAddress('2001:DB8::1')).toEqual({ family: 6, value: 0x20010db8000000000000000000000001n })
    expect(parseAddress('::ffff:192.0.2.1')).toEqual({ family: 6, value: 0xffffc0000201n })
    expect(parseAddress('1:2:3:4:5:6:7::')).toEqual({ family: 6, value: 0x00010002000300040005000600070000n })
  })

  it('refuses an invalid IPv6 address', () => {
    const wrong = [
      ':',
      ':::',
      '1::2::3',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1:2:3:4:5:6:7:8::',
      '12345::',
      'fe80::1%eth0',
    ]
    for (const text of [...wrong, '[::1]', '::1/64', '::192.0.2', '192.0.2.1::', '1:192.0.2.1::', ':1', '1:', '::g'])
      expect(parseAddress(text), text).toBeNull()
  })

  it('parses what formatAddress prints', () => {
    fc.assert(
      fc.property(anAddress, address => {
        expect(parseAddress(formatAddress(address))).toEqual(address)
      }),
    )
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), text => void parseAddress(text)))
    fc.assert(fc.property(fc.stringMatching(/^[0-9a-f:.]{0,45}$/), text => void parseAddress(text)))
  })
})

describe('formatAddress', () => {
  it('shortens as RFC 5952 says: the longest run of zeros, the first of equals, never a single group', () => {
    expect(shortened('2001:0DB8:0:0:0:0:2:1')).toBe('2001:db8::2:1')
    expect(shortened('2001:db8:0:1:1:1:1:1')).toBe('2001:db8:0:1:1:1:1:1')
    expect(shortened('2001:0:0:1:0:0:0:1')).toBe('2001:0:0:1::1')
    expect(shortened('2001:db8:0:0:1:0:0:1')).toBe('2001:db8::1:0:0:1')
    expect(shortened('::ffff:c000:201')).toBe('::ffff:192.0.2.1')
    expect(shortened('0:0:0:0:0:0:0:0')).toBe('::')
  })
})

describe('parseBlock', () => {
  it('ignores host bits', () => {
    expect(parseBlock('192.0.2.77/24')).toEqual({ family: 4, first: 0xc0000200n, last: 0xc00002ffn })
    expect(parseBlock('::/0')).toEqual({ family: 6, first: 0n, last: 2n ** 128n - 1n })
    expect(parseBlock('192.0.2.1')).toEqual({ family: 4, first: 0xc0000201n, last: 0xc0000201n })
  })

  it('refuses invalid prefixes', () => {
    for (const text of ['192.0.2.0/33', '192.0.2.0/', '192.0.2.0/024', '::/129', '::/-1', '/8', '192.0.2.0/8/8'])
      expect(parseBlock(text), text).toBeNull()
  })
})
