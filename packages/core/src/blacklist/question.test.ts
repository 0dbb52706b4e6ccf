import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseAddress } from '../dns/index.ts'
import { costGrowth } from '../testing/index.ts'
import { addressesToAsk, addressLabels, familyOf } from './index.ts'

it.each([
  ['192.0.2.66', '66.2.0.192'],
  ['127.0.0.2', '2.0.0.127'],
  ['2001:db8::1', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2'],
  ['::ffff:192.0.2.66', '66.2.0.192'],
  ['mail.example.com', null],
])('%s is asked about as %s', (address, labels) => {
  expect(addressLabels(address)).toBe(labels)
})

it('an IPv4-mapped address counts as IPv4', () => {
  expect([familyOf('::ffff:192.0.2.66'), familyOf('192.0.2.66'), familyOf('2001:db8::1'), familyOf('x')]).toEqual([
    4,
    4,
    6,
    null,
  ])
})

it('the nibbles of IPv6, put back in order, are the address', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 2n ** 64n, max: 2n ** 128n - 1n }), value => {
      const text = value
        .toString(16)
        .padStart(32, '0')
        .replace(/(.{4})(?=.)/g, '$1:')
      const labels = addressLabels(text)?.split('.') ?? []
      expect(labels).toHaveLength(32)
      expect(BigInt(`0x${labels.toReversed().join('')}`)).toBe(value)
    }),
  )
})

function network(text: string): { address: NonNullable<ReturnType<typeof parseAddress>>; prefix: number } {
  const [address = '', prefix] = text.split('/')
  const parsed = parseAddress(address)
  if (parsed === null) throw new Error(`${address} is no address`)
  return { address: parsed, prefix: prefix === undefined ? (parsed.family === 4 ? 32 : 128) : Number(prefix) }
}

const asked = (mx: readonly (readonly string[])[], spf: readonly string[]) =>
  addressesToAsk(
    mx.map((addresses, at) => ({ host: `mx${at + 1}.example.com`, addresses })),
    spf.map(network),
  )

it('queries the exchangers’ addresses and those in SPF, each once', () => {
  expect(asked([['8.26.56.10', '2600::10'], ['8.26.56.11']], ['8.26.56.10', '8.26.56.32/31'])).toEqual({
    chosen: [
      { address: '8.26.56.10', from: 'mx', host: 'mx1.example.com' },
      { address: '8.26.56.11', from: 'mx', host: 'mx2.example.com' },
      { address: '8.26.56.32', from: 'spf', host: null },
      { address: '2600::10', from: 'mx', host: 'mx1.example.com' },
      { address: '8.26.56.33', from: 'spf', host: null },
    ],
    notAsked: 0,
  })
})

it('omits networks beyond a /28 (a /124 of IPv6) and addresses that are not public', () => {
  const { chosen } = asked([['10.0.0.1', '127.0.0.1']], ['8.26.56.0/27', '2600::/64', '192.168.1.1', '2600::20/127'])
  expect(chosen.map(({ address }) => address)).toEqual(['2600::20', '2600::21'])
})

it('queries a whole /28', () => {
  expect(asked([], ['8.26.56.0/28']).chosen).toHaveLength(16)
})

it('queries at most 16, alternating between both kinds, and counts the omitted ones', () => {
  const mx = Array.from({ length: 10 }, (_, at) => [`8.1.${at}.1`, `8.1.${at}.2`])
  const { chosen, notAsked } = asked(mx, ['8.26.56.0/28', '8.30.0.1'])
  expect(chosen).toHaveLength(16)
  expect(notAsked).toBe(20 + 17 - 16)
  expect(chosen.slice(0, 4).map(({ address }) => address)).toEqual(['8.1.0.1', '8.30.0.1', '8.1.1.1', '8.26.56.0'])
})

it('counts further addresses of hosts with thousands of addresses and of records with thousands of networks', () => {
  const addresses = Array.from({ length: 2_000 }, (_, at) => `8.26.${at >> 8}.${at & 255}`)
  const networks = Array.from({ length: 1_000 }, (_, at) => `2600::${at.toString(16)}0/124`)
  const { chosen, notAsked } = asked([addresses, ['8.27.0.1']], networks)
  expect(chosen.map(({ address }) => address).slice(0, 4)).toEqual(['8.26.0.0', '2600::', '8.27.0.1', '2600::1'])
  expect(chosen.length + notAsked).toBe(2_001 + 16_000)
})

it.each([
  ['hosts and their addresses', (size: number) => asked(lists(size), [])],
  [
    'networks',
    (size: number) =>
      asked(
        [],
        Array.from({ length: size }, (_, at) => `2600::${at.toString(16)}0/124`),
      ),
  ],
])('looks at %s at a cost in proportion to their number', async (_what, work) => {
  expect(await costGrowth(size => () => work(size), 3_200)).toBeLessThan(5)
})

/** This many hosts, one of them with as many addresses. */
function lists(size: number): string[][] {
  const many = Array.from({ length: size }, (_, at) => `8.26.${at >> 8}.${at & 255}`)
  return [many, ...Array.from({ length: size }, (_, at) => [`8.27.${at >> 8}.${at & 255}`])]
}
