import { describe, expect, it } from 'vitest'
import { formatAddress, parseAddress } from './address.ts'
import {
  embeddedIpv4,
  isPlainPublicAddress,
  isPublicAddress,
  isReachableAddress,
  type SpecialRange,
  specialRangeOf,
} from './public-address.ts'

function rangeOf(text: string): SpecialRange | null {
  const address = parseAddress(text)
  return address === null ? null : specialRangeOf(address)
}

function inside(text: string): string | null {
  const address = parseAddress(text)
  const inner = address && embeddedIpv4(address)
  return inner && formatAddress(inner)
}

describe('isPublicAddress', () => {
  it('allows ordinary public addresses', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.0', '100.128.0.1', '223.255.255.255'])
      expect(isPublicAddress(address), address).toBe(true)
    for (const address of ['2606:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888', '2001:200::1'])
      expect(isPublicAddress(address), address).toBe(true)
  })

  it('refuses every special range of IPv4, at both ends', () => {
    const ends = `0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.255
      169.254.0.1 169.254.169.254 172.16.0.0 172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1 192.168.0.0 192.168.255.255
      198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.7 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255`
    for (const address of ends.split(/\s+/)) expect(isPublicAddress(address), address).toBe(false)
  })

  it('refuses every special range of IPv6', () => {
    const some = `:: ::1 ::7f00:1 64:ff9b:1::1 100::1 100:0:0:1::1 2001::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1
      3fff::1 3fff:fff::1 5f00::1 fc00::1 fdff::1 fe80::1 fec0::1 ff02::1 4000::1 8000::1 1000::1`
    for (const address of some.split(/\s+/)) expect(isPublicAddress(address), address).toBe(false)
  })

  it('judges mapped, translated and 6to4 addresses by the embedded IPv4 address', () => {
    expect(isPublicAddress('::ffff:127.0.0.1')).toBe(false)
    expect(isPublicAddress('::ffff:8.8.8.8')).toBe(true)
    expect(isPublicAddress('64:ff9b::10.0.0.1')).toBe(false)
    expect(isPublicAddress('64:ff9b::8.8.8.8')).toBe(true)
    expect(isPublicAddress('2002:7f00:1::1')).toBe(false)
    expect(isPublicAddress('2002:808:808::1')).toBe(true)
  })

  it('is false for text that is no address', () => {
    for (const text of ['', 'localhost', '127.1', '0x7f000001', '2130706433', '[::1]', '8.8.8.8:53', '::1%lo'])
      expect(isPublicAddress(text), text).toBe(false)
  })
})

describe('isPlainPublicAddress', () => {
  it('refuses each address that embeds an IPv4 address, whatever that is', () => {
    for (const text of ['::ffff:8.8.8.8', '64:ff9b::808:808', '64:ff9b::a00:1', '2002:808:808::1', '2002:a00:1::1'])
      expect(isPlainPublicAddress(text), text).toBe(false)
  })

  it('is otherwise the same as public', () => {
    for (const text of ['8.8.8.8', '2606:4700::1111']) expect(isPlainPublicAddress(text), text).toBe(true)
    for (const text of ['10.0.0.1', '64:ff9b:1::808:808', '2001::1', 'fd00::1', 'localhost'])
      expect(isPlainPublicAddress(text), text).toBe(false)
  })
})

describe('isReachableAddress', () => {
  it('refuses what no sender can connect to, also where the embedded address is public', () => {
    // Mapped: RFC 4291 section 2.5.5.2. NAT64: RFC 6052 section 2.1.
    for (const text of ['::ffff:8.8.8.8', '64:ff9b::808:808', '10.0.0.1', 'fd00::1', 'localhost'])
      expect(isReachableAddress(text), text).toBe(false)
    for (const text of ['8.8.8.8', '2606:4700::1111', '2002:808:808::1'])
      expect(isReachableAddress(text), text).toBe(true)
  })
})

describe('specialRangeOf', () => {
  it('names the use and the RFC', () => {
    expect(rangeOf('100.64.1.1')).toEqual({ cidr: '100.64.0.0/10', use: 'carrier-grade NAT', rfc: 'RFC 6598' })
    expect(rangeOf('255.255.255.255')?.use).toBe('broadcast')
    expect(rangeOf('::ffff:10.0.0.1')?.rfc).toBe('RFC 1918')
    expect(rangeOf('9.9.9.9')).toBeNull()
  })
})

describe('embeddedIpv4', () => {
  it('finds the IPv4 address in the forms of IPv6 that embed one', () => {
    expect(['::ffff:8.8.4.4', '64:ff9b::808:404', '2002:808:404::1'].map(inside)).toEqual(Array(3).fill('8.8.4.4'))
    expect(['2a00::808:404', '8.8.4.4', '64:ff9b:1::808:404'].map(inside)).toEqual([null, null, null])
  })
})
