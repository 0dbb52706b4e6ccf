import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Address, formatAddress, type Zone, zoneResolver } from '../dns/index.ts'
import { type AddressSet, hasAddress, toCidrs } from './address-set.ts'
import { checkHost } from './check-host.ts'
import { addressesWith, type SpfVerdict, spfVerdicts, verdictOn } from './verdicts.ts'

const zone: Zone = {
  'host.example': { A: ['192.0.2.1', '192.0.2.77'], AAAA: ['2001:db8::1'] },
  'four.example': { A: ['198.51.100.9'] },
  'six.example': { AAAA: ['2001:db8:1::9', '2001:db8:2::'] },
  'mail.example': {
    MX: [
      [10, 'host.example'],
      [20, 'gone.example'],
      [30, 'six.example'],
    ],
  },
  'null.example': { MX: [[0, '.']] },
  'crowd.example': { MX: Array.from({ length: 11 }, (_, at) => [at, 'host.example'] as const) },
  'half.example': { A: ['203.0.113.5'], fail: { AAAA: 'servfail' } },
  'broken.example': { fail: 'timeout' },
  'lists.example': { TXT: ['v=spf1 ip4:192.0.2.0/25 -ip4:192.0.2.128/26 ip6:2001:db8::/33 ~all'] },
  'deep.example': { TXT: ['v=spf1 include:deeper.example ?a:four.example -all'] },
  'deeper.example': { TXT: ['v=spf1 ip4:192.0.2.64/26 a:gone.example include:deepest.example ~ip4:192.0.2.0/24'] },
  'deepest.example': { TXT: ['v=spf1 a:six.example//40 -mx:mail.example/30 redirect=lists.example'] },
  'loop.example': { TXT: ['v=spf1 ip4:192.0.2.3 include:loop.example ~all'] },
  'two.example': { TXT: ['v=spf1 -all', 'v=spf1 +all'] },
  'wrong.example': { TXT: ['v=spf1 ip4:192.0.2.300 -all'] },
}

async function verdictTable(text: string): Promise<Record<string, string>> {
  const { verdicts } = await spfVerdicts(zoneResolver(zone), 'sender.example', text)
  return Object.fromEntries(verdicts.map(({ rule, set }) => [rule, toCidrs(set).slice(0, 4).join(' ')]))
}

/** The rules at the record a domain publishes. */
async function rulesAt(domain: string): Promise<string[]> {
  return (await spfVerdicts(zoneResolver(zone), domain)).verdicts.map(({ rule }) => rule).sort()
}

describe('the verdicts of a record', () => {
  it('are one exact set of addresses for each result', async () => {
    const verdicts = await spfVerdicts(
      zoneResolver(zone),
      'sender.example',
      'v=spf1 ip4:192.0.2.0/24 ~ip6:2001:db8::/32 -all',
    )
    expect(toCidrs(addressesWith(verdicts, 'pass'))).toEqual(['192.0.2.0/24'])
    expect(toCidrs(addressesWith(verdicts, 'softfail'))).toEqual(['2001:db8::/32'])
    expect(hasAddress(addressesWith(verdicts, 'fail'), { family: 4, value: 1n })).toBe(true)
    expect(addressesWith(verdicts, 'neutral')).toEqual({ v4: [], v6: [] })
    expect(verdicts.problems).toEqual([])
  })

  it('let the first term that matches decide, below includes too', async () => {
    expect(await verdictTable('v=spf1 -ip4:192.0.2.100 include:lists.example ?all')).toMatchObject({
      fail: '192.0.2.100',
      pass: '192.0.2.0/26 192.0.2.64/27 192.0.2.96/30 192.0.2.101',
    })
  })

  it('are none without a record, permerror for an invalid record, temperror for a failed lookup', async () => {
    expect(await rulesAt('host.example')).toEqual(['none'])
    expect(await rulesAt('two.example')).toEqual(['permerror'])
    expect(await rulesAt('wrong.example')).toEqual(['permerror'])
    expect(await rulesAt('broken.example')).toEqual(['temperror'])
  })

  it('end at the eleventh lookup only for addresses that get that far', async () => {
    expect(await verdictTable('v=spf1 include:loop.example -all')).toMatchObject({ pass: '192.0.2.3' })
    expect(await rulesAt('loop.example')).toEqual(['pass', 'permerror'])
  })

  it('count a void lookup for the address family that caused it', async () => {
    // Three hosts without IPv6 addresses: two void lookups are allowed, and IPv4 has none.
    const { verdicts } = await spfVerdicts(
      zoneResolver(zone),
      'sender.example',
      'v=spf1 a:four.example ?a:four.example a:four.example -all',
    )
    const rules = (address: string): string | undefined => verdictOn({ verdicts, problems: [] }, address)?.rule
    expect(rules('192.0.2.1')).toBe('fail')
    expect(rules('2001:db8::1')).toBe('permerror')
  })

  it('describe conditions on the message as a rule', async () => {
    const text = 'v=spf1 ip4:192.0.2.1 exists:%{i}.list.%{d} ~all'
    expect(await verdictTable(text)).toEqual({
      pass: '192.0.2.1',
      '!exists:%{i}.list.sender.example: softfail; exists:%{i}.list.sender.example: pass': expect.any(String),
    })
    expect(Object.keys(await verdictTable('v=spf1 +ptr +all'))).toEqual(['pass'])
    expect(Object.keys(await verdictTable('v=spf1 redirect=%{l}.example'))).toEqual(['redirect=%{l}.example: depends'])
  })

  it('treat IPv4-mapped addresses as IPv4 addresses', async () => {
    const verdicts = await spfVerdicts(zoneResolver(zone), 'sender.example', 'v=spf1 ip4:192.0.2.1 -all')
    expect(verdictOn(verdicts, '::ffff:192.0.2.1')?.rule).toBe('pass')
    expect(verdictOn(verdicts, 'nonsense')).toBeNull()
  })

  it('parse thousands of terms of mixed qualifiers as any other record', async () => {
    const terms = Array.from({ length: 3000 }, (_, at) => `${'+-~?'[at % 4]}ip4:10.${at >> 8}.${at & 255}.0/24`)
    const verdicts = await spfVerdicts(zoneResolver({}), 'sender.example', `v=spf1 ${terms.join(' ')} -all`)
    expect(addressesWith(verdicts, 'neutral').v4).toHaveLength(750)
  })
})

const qualifier = fc.constantFrom('', '-', '~', '?')
const name = fc.constantFrom(...Object.keys(zone), 'gone.example', '%{d}', 'no..name.example')
const prefix4 = fc.constantFrom('', '/0', '/24', '/30', '/31')
const prefix6 = fc.constantFrom('', '//0', '//33', '//64', '//127')
const term = fc.oneof(
  fc
    .tuple(qualifier, fc.constantFrom('ip4:192.0.2.', 'ip4:198.51.100.'), fc.nat(255), prefix4)
    .map(parts => parts.join('')),
  fc
    .tuple(qualifier, fc.constantFrom('ip6:2001:db8::', 'ip6:2001:db8:1::'), fc.constantFrom('', '/32', '/33', '/127'))
    .map(parts => parts.join('')),
  fc.tuple(qualifier, fc.constantFrom('a:', 'mx:'), name, prefix4, prefix6).map(parts => parts.join('')),
  fc.tuple(qualifier, fc.constantFrom('include:', 'exists:'), name).map(parts => parts.join('')),
  fc.tuple(qualifier, fc.constantFrom('a', 'mx', 'all')).map(parts => parts.join('')),
)
const record = fc
  .tuple(fc.array(term, { maxLength: 6 }), fc.option(name, { nil: undefined }))
  .map(([terms, target]) => ['v=spf1', ...terms, ...(target === undefined ? [] : [`redirect=${target}`])].join(' '))

/** The first and last address of each set of the verdicts, and the adjacent ones. */
function boundariesOf(verdicts: readonly SpfVerdict[]): string[] {
  const all = verdicts.flatMap(({ set }) => [...edgesOf(4, set.v4), ...edgesOf(6, set.v6)]).map(formatAddress)
  return [...new Set(all)]
}

function edgesOf(family: 4 | 6, intervals: AddressSet['v4']): Address[] {
  return intervals
    .flatMap(({ first, last }) => [first - 1n, first, last, last + 1n])
    .filter(value => value >= 0n && value < 1n << (family === 4 ? 32n : 128n))
    .map(value => ({ family, value }))
}

describe('check_host and the verdicts of a record', () => {
  it('agree on every boundary address and on addresses at random', async () => {
    const seen = new Set<string>()
    const ipv4 = fc.nat(0xffff_ffff).map(value => formatAddress({ family: 4, value: BigInt(value) }))
    const ipv6 = fc.bigInt(0n, (1n << 128n) - 1n).map(value => formatAddress({ family: 6, value }))
    await fc.assert(
      fc.asyncProperty(
        record,
        fc.array(ipv4, { maxLength: 3 }),
        fc.array(ipv6, { maxLength: 3 }),
        async (text, v4, v6) => {
          const world = { ...zone, 'sender.example': { TXT: [text], A: ['192.0.2.200'] } }
          const verdicts = await spfVerdicts(zoneResolver(world), 'sender.example')
          for (const ip of [...boundariesOf(verdicts.verdicts).slice(0, 60), ...v4, ...v6]) {
            const { result } = await checkHost(zoneResolver(world), { ip, sender: 'a@sender.example', helo: '' })
            seen.add(result)
            expect({ ip, result: verdictOn(verdicts, ip)?.result }).toEqual({ ip, result })
          }
        },
      ),
      { numRuns: 200 },
    )
    expect([...seen].sort()).toEqual(['fail', 'neutral', 'pass', 'permerror', 'softfail', 'temperror'])
  })
})
