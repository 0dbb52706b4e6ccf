import { expect, it } from 'vitest'
import { parseAddress, reverseName } from './index.ts'

it.each([
  ['192.0.2.10', '10.2.0.192.in-addr.arpa'],
  ['0.0.0.255', '255.0.0.0.in-addr.arpa'],
  ['2001:db8::cb01', '1.0.b.c.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
])('the PTR of %s stands at %s', (text, name) => {
  const address = parseAddress(text)
  expect(address && reverseName(address)).toBe(name)
})
