import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { ownAddressTest, reachableAddresses } from './own-address.ts'

it('the addresses of all interfaces are this machine’s own, in any notation, and so are further ones', () => {
  const isOwn = ownAddressTest(['2001:db8::25'], () => ['192.0.2.7'])
  expect(['192.0.2.7', '2001:db8:0::25', '192.0.2.8'].map(isOwn)).toEqual([true, true, false])
  expect(ownAddressTest()('127.0.0.1')).toBe(true)
})

it('others reach this machine at none of its loopback device, where a whole Internet of test servers may be', () => {
  const inner = Object.values(networkInterfaces())
    .flatMap(list => list ?? [])
    .filter(({ internal }) => internal)
  expect(inner).not.toEqual([])
  const reachable = new Set(reachableAddresses())
  expect(inner.filter(({ address }) => reachable.has(address))).toEqual([])
})
