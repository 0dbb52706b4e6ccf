import fc from 'fast-check'
import { blockOf, formatAddress, parseAddress, parseBlock, type Zone } from '../../dns/index.ts'
import { allQualifiers, type SpfSettings } from '../settings.ts'

/** A small world around `sender.example`, with valid and broken records. */
export const builderZone: Zone = {
  'sender.example': {
    A: ['192.0.2.1'],
    AAAA: ['2001:db8::1'],
    MX: [
      [10, 'mx.sender.example'],
      [20, 'gone.example'],
    ],
  },
  'mx.sender.example': { A: ['192.0.2.25'] },
  'one.example': { TXT: ['v=spf1 ip4:192.0.2.0/26 ip6:2001:db8::/64 ~all'] },
  'two.example': { TXT: ['v=spf1 include:one.example a:mx.sender.example -ip4:192.0.2.128/25 ?all'] },
  'deep.example': { TXT: ['v=spf1 include:two.example include:one.example mx:sender.example a:gone.example -all'] },
  'list.example': { TXT: ['v=spf1 exists:%{i}.lists.example -all'] },
  '9.2.0.192.lists.example': { A: ['127.0.0.2'] },
  'several.example': { TXT: ['v=spf1 -all', 'v=spf1 +all'] },
  'wrong.example': { TXT: ['v=spf1 ip4:192.0.2.300 -all'] },
  'open.example': { TXT: ['v=spf1 +all'] },
  'broken.example': { fail: 'servfail' },
}

const names = Object.keys(builderZone).filter(name => !name.includes('2.0.192'))

const ipv4 = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 24, max: 32 }))
  .map(([octet, prefix]) => networkOf(4, (192n << 24n) + 512n + BigInt(octet), prefix))
const ipv6 = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 16n }), fc.integer({ min: 32, max: 128 }))
  .map(([value, prefix]) => networkOf(6, (0x2001_0db8n << 96n) + (value << 60n), prefix))

function networkOf(family: 4 | 6, value: bigint, prefix: number): string {
  const { first } = blockOf({ family, value }, prefix)
  return `${formatAddress({ family, value: first })}/${prefix}`
}

/** Settings as the builder may send them, valid entries only, with the names of `builderZone` and one macro. */
export const anySettings: fc.Arbitrary<SpfSettings> = fc.record({
  include_domains: fc.array(fc.constantFrom(...names, 'gone.example', '%{i}.lists.example', ' ONE.example. '), {
    maxLength: 6,
  }),
  ip4_addresses: fc.array(ipv4, { maxLength: 5 }),
  ip6_addresses: fc.array(ipv6, { maxLength: 4 }),
  use_mx: fc.boolean(),
  use_a: fc.boolean(),
  all_qualifier: fc.constantFrom(...allQualifiers),
})

/** Addresses in and around those of `anySettings` and `builderZone`. */
export const anyClient: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: 0, max: 255 }).map(octet => `192.0.2.${octet}`),
  fc
    .bigInt({ min: 0n, max: 2n ** 16n })
    .map(value => formatAddress({ family: 6, value: (0x2001_0db8n << 96n) + (value << 60n) + 1n })),
  fc.constantFrom('198.51.100.1', '2001:db9::1'),
)

/** Whether a range in the form of `spfChanges` contains an address. */
export function holds(range: string, ip: string): boolean {
  const address = parseAddress(ip)
  if (address === null) throw new Error(`${ip} is no address`)
  const [from = '', to] = range.split('–')
  const first = parseBlock(from)
  const last = to === undefined ? first : parseBlock(to)
  if (first === null || last === null) throw new Error(`${range} is no range`)
  return first.family === address.family && first.first <= address.value && address.value <= last.last
}
