import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { type AddressSet, includes, toCidrs } from './address-set.ts'
import { checkHosted, type HostedCheck, type HostedSpf } from './check-hosted.ts'
import { flattenSpf } from './flatten.ts'
import { flattenProblemText } from './flatten-problem.ts'
import { hostSpf } from './host-spf.ts'

const hour = 3_600_000
const start = new Date('2026-11-25T09:00:00Z')
const at = (hours: number) => new Date(start.getTime() + hours * hour)
const domain = 'kite.example'
const record = 'v=spf1 include:mail.example a:host.example include:crm.example -all'
const hostedName = 'kite-example-abc123.waxseal.email'

const four = ['192.0.2.0/26', '192.0.2.128/26', '198.51.100.0/26', '203.0.113.0/26']
const mail = (blocks: readonly string[]) => ({
  TXT: [`v=spf1 ${blocks.map(block => `ip4:${block}`).join(' ')} -all`],
})
const singles = (net: string) => Array.from({ length: 120 }, (_, n) => `${net}.${2 * n}`)
const sound: Zone = {
  'mail.example': mail(four),
  'host.example': { A: ['8.26.56.1'] },
  'crm.example': { TXT: ['v=spf1 exists:%{i}._spf.crm.example -all'] },
}

/** The same with TTLs. */
const lasting = (ttl: number, blocks = four): Zone => ({
  'mail.example': { ...mail(blocks), ttl },
  'host.example': { A: ['8.26.56.1'], AAAA: [], ttl: 3600 },
  'crm.example': { TXT: ['v=spf1 exists:%{i}._spf.crm.example -all'], ttl: 3600 },
})

/** The record as it is first hosted. */
async function hosted(zone = sound): Promise<HostedSpf & { passing: AddressSet }> {
  const result = await hostSpf(zoneResolver(zone), { domain, record, hostedName }, null, start)
  if (result.kind !== 'hosted') throw new Error(result.kind)
  const { flattening, memory } = result
  const { records, passing, ttl } = flattening
  return { domain, record, hostedName, records, ttl, memory, passing }
}

const check = (zone: Zone, now: Date, spf: HostedSpf, second: Zone = zone): Promise<HostedCheck> =>
  checkHosted({ first: zoneResolver(zone), second: zoneResolver(second) }, spf, { now })

describe('a check of the upstreams of a hosted record', () => {
  it('changes nothing while they are the same', async () => {
    const spf = await hosted()
    const found = await check(sound, start, spf)
    expect(found).toMatchObject({ kind: 'unchanged', withholds: false })
    expect(found.memory).toEqual(spf.memory)
  })

  it('applies what a second server lacks too, also where that one differs in other addresses', async () => {
    const spf = await hosted()
    const lost = { ...sound, 'mail.example': mail(four.slice(0, 1)) }
    const first = await check(lost, start, spf)
    if (!first.memory) throw new Error('nothing is remembered')
    const waiting = { ...spf, memory: first.memory }
    const rotating = { ...lost, 'host.example': { A: ['8.26.56.9'] } }
    expect(await check(lost, at(24), waiting, rotating)).toMatchObject({ kind: 'changed', applies: true })
    const still = { ...sound, 'mail.example': mail(four.slice(0, 2)) }
    expect(await check(lost, at(24), waiting, still)).toMatchObject({ kind: 'unchanged' })
  })

  it('publishes an addition at once', async () => {
    const found = await check({ ...sound, 'mail.example': mail([...four, '203.0.113.128/25']) }, start, await hosted())
    if (found.kind !== 'changed') throw new Error(found.kind)
    expect(toCidrs(found.added)).toEqual(['203.0.113.128/25'])
    expect(found.flattening.records[0]?.value).toBe(
      'v=spf1 ip4:8.26.56.1 ip4:192.0.2.0/26 ip4:192.0.2.128/26 ip4:198.51.100.0/26 ip4:203.0.113.0/26 ip4:203.0.113.128/25 exists:%{i}._spf.crm.example -all',
    )
  })

  const faults: readonly [fault: string, zone: Zone, problem: string][] = [
    ['a timeout', { 'mail.example': { fail: 'timeout' } }, 'The TXT lookup of mail.example failed (timeout).'],
    ['SERVFAIL', { 'mail.example': { fail: 'servfail' } }, 'The TXT lookup of mail.example failed (servfail).'],
    ['an answer without records', { 'mail.example': {} }, 'mail.example has no SPF record.'],
    ['a name that does not exist', { 'mail.example': { TXT: [] } }, 'mail.example has no SPF record.'],
    [
      'a second record',
      { 'mail.example': { TXT: ['v=spf1 -all', 'v=spf1 +all'] } },
      'mail.example has more than one SPF record.',
    ],
    [
      'a typing error',
      { 'mail.example': { TXT: ['v=spf1 ipv4:192.0.2.0/26 -all'] } },
      'The SPF record of mail.example has an error: unknown mechanism ipv4 (did you mean ip4?).',
    ],
    [
      'a loop',
      { 'mail.example': { TXT: ['v=spf1 include:mail.example -all'] } },
      'The SPF record of mail.example includes itself.',
    ],
    [
      'a host that cannot be looked up',
      { 'host.example': { A: ['8.26.56.1'], fail: { AAAA: 'timeout' } } },
      'The AAAA lookup of host.example failed (timeout).',
    ],
  ]
  it.each(faults)('changes nothing at %s', async (_fault, broken, problem) => {
    const found = await check({ ...sound, ...broken }, start, await hosted())
    expect(found.kind === 'failed' ? found.problems.map(flattenProblemText) : found).toEqual([problem])
  })

  const losses: readonly [loss: string, zone: Zone][] = [
    ['half of the addresses', { 'mail.example': mail(four.slice(0, 2)) }],
    ['the addresses of a host', { 'host.example': {} }],
    ['a host', { 'host.example': { A: [] } }],
    ['a term that only a message decides', { 'crm.example': { TXT: ['v=spf1 -all'] } }],
  ]
  it.each(losses)(
    'withholds the loss of %s for a day, and applies it when a second resolver reads the same',
    async (_loss, less) => {
      const spf = await hosted()
      const zone = { ...sound, ...less }
      const first = await check(zone, start, spf)
      expect(first).toMatchObject({ withholds: true })
      expect(first.kind === 'changed' ? includes(first.flattening.passing, spf.passing) : first.kind).toBe(
        first.kind === 'changed' ? true : 'unchanged',
      )
      const { memory } = first as Exclude<HostedCheck, { kind: 'failed' }>
      const soon = await check(zone, at(23), { ...spf, memory })
      expect(soon).toMatchObject({ kind: 'unchanged', withholds: false })
      expect(await check(zone, at(24), { ...spf, memory }, sound)).toMatchObject({ kind: 'unchanged' })
      const failing = { ...sound, 'mail.example': { fail: 'timeout' } } as const
      expect(await check(zone, at(24), { ...spf, memory }, failing)).toMatchObject({ kind: 'unchanged' })
      const applied = await check(zone, at(24), { ...spf, memory })
      expect(applied).toMatchObject({ kind: 'changed', memory: { withheld: [] } })
      const direct = await flattenSpf(zoneResolver(zone), { domain, record, hostedName })
      expect(applied.kind === 'changed' && applied.flattening.records).toEqual(
        direct.kind === 'proved' && direct.flattening.records,
      )
    },
  )

  describe('withholds the loss of all addresses of one host and family, however small the share', () => {
    const hosts: Zone = {
      'kite.example': {
        MX: [
          [10, 'mx1.example'],
          [20, 'mx2.example'],
        ],
      },
      'mx1.example': { A: ['192.0.2.1'] },
      'mx2.example': { A: ['192.0.2.20'] },
      'dual.example': { A: ['192.0.2.77'], AAAA: ['2001:db8:1::1'] },
    }
    const text = 'v=spf1 mx a:dual.example ip4:8.0.0.0/8 ip6:2001:db8::/48 -all'

    it.each<[change: string, zone: Zone, withheld: string[] | null]>([
      ['an exchanger that does not exist any more', { 'mx2.example': {} }, ['192.0.2.20']],
      ['an exchanger without addresses', { 'mx2.example': { A: [] } }, ['192.0.2.20']],
      ['a host that keeps its IPv6 address only', { 'dual.example': { AAAA: ['2001:db8:1::1'] } }, ['192.0.2.77']],
      ['a host that keeps its IPv4 address only', { 'dual.example': { A: ['192.0.2.77'] } }, ['2001:db8:1::1']],
      ['no exchangers', { 'kite.example': { A: ['192.0.2.9'] } }, ['192.0.2.1', '192.0.2.20']],
      [
        'an exchanger that never had an address',
        { 'kite.example': { MX: [[10, 'mx3.example']] } },
        ['192.0.2.1', '192.0.2.20'],
      ],
      ['an exchanger less', { 'kite.example': { MX: [[10, 'mx1.example']] } }, null],
      [
        'another exchanger, which never had an IPv6 address',
        {
          'kite.example': {
            MX: [
              [10, 'mx1.example'],
              [20, 'mx4.example'],
            ],
          },
          'mx4.example': { A: ['192.0.2.40'] },
        },
        null,
      ],
      ['another address', { 'mx2.example': { A: ['192.0.2.21'] } }, null],
    ])('%s', async (_change, less, withheld) => {
      const result = await hostSpf(zoneResolver(hosts), { domain, record: text, hostedName }, null, start)
      if (result.kind !== 'hosted') throw new Error(result.kind)
      const { records, ttl } = result.flattening
      const spf = { domain, record: text, hostedName, records, ttl, memory: result.memory }
      const found = await check({ ...hosts, ...less }, start, spf)
      if (found.kind === 'failed') throw new Error(found.kind)
      expect(found.withholds).toBe(withheld !== null)
      expect(found.memory.withheld.flatMap(({ addresses }) => addresses)).toEqual(withheld ?? [])
      expect(found.kind === 'changed' && toCidrs(found.removed).length > 0).toBe(withheld === null)
    })
  })

  describe('when the TTL of an upstream changes', () => {
    it('publishes the same with a lower one', async () => {
      const spf = await hosted(lasting(3600))
      const found = await check(lasting(600), start, spf)
      if (found.kind !== 'changed') throw new Error(found.kind)
      expect(found).toMatchObject({ flattening: { ttl: 600, records: spf.records }, applies: false, withholds: false })
      expect([...toCidrs(found.added), ...toCidrs(found.removed)]).toEqual([])
      expect(found.memory).toEqual(spf.memory)
    })

    it('keeps what is withheld with a lower one', async () => {
      const spf = await hosted(lasting(3600))
      const first = await check(lasting(3600, four.slice(0, 1)), start, spf)
      if (first.kind !== 'unchanged') throw new Error(first.kind)
      const found = await check(lasting(300, four.slice(0, 1)), at(1), { ...spf, memory: first.memory })
      expect(found).toMatchObject({ kind: 'changed', flattening: { ttl: 300, records: spf.records } })
      expect(found.memory).toEqual(first.memory)
    })

    it('waits with a higher one for the next change', async () => {
      const spf = await hosted(lasting(600))
      expect(await check(lasting(3600), start, spf)).toMatchObject({ kind: 'unchanged' })
      const more = lasting(3600, [...four, '203.0.113.128/25'])
      expect(await check(more, start, spf)).toMatchObject({ kind: 'changed', flattening: { ttl: 3600 } })
    })
  })

  it('asks the second resolver for nothing before a withheld removal is due', async () => {
    const spf = await hosted()
    const second = zoneResolver(sound)
    const first = zoneResolver({ ...sound, 'mail.example': mail(four.slice(0, 1)) })
    await checkHosted({ first, second }, spf, { now: start })
    expect(second.calls).toEqual([])
  })

  describe('when an addition and what is withheld do not fit together', () => {
    const before: Zone = { ...sound, 'mail.example': mail(singles('192.0.2')) }
    const after: Zone = { ...sound, 'mail.example': mail(singles('198.51.100')) }

    it('keeps the record as it was, remembers the removal from the first check, and applies it after its day', async () => {
      const spf = await hosted(before)
      const first = await check(after, start, spf)
      if (first.kind !== 'failed' || first.memory === undefined) throw new Error(first.kind)
      expect(first).toMatchObject({ problems: [{ code: 'too_large' }], withholds: true })
      const { memory } = first
      const soon = await check(after, at(23), { ...spf, memory })
      expect(soon).toMatchObject({ kind: 'failed', memory, withholds: false })
      // The second resolver still reads the removed addresses.
      expect(await check(after, at(24), { ...spf, memory }, before)).toMatchObject({ kind: 'failed', memory })
      const applied = await check(after, at(24), { ...spf, memory })
      if (applied.kind !== 'changed') throw new Error(applied.kind)
      expect(applied).toMatchObject({ applies: true, withholds: false })
      const { passing, kept, hosts, removed, withheld } = (await hosted(after)).memory
      expect(applied.memory).toMatchObject({ passing, kept, hosts, removed, withheld })
      expect(toCidrs(applied.added)).toEqual(singles('198.51.100'))
      expect(toCidrs(applied.removed)).toEqual(singles('192.0.2'))
    })

    it('forgets the removal when the addresses come back', async () => {
      const spf = await hosted(before)
      const first = await check(after, start, spf)
      if (first.kind !== 'failed' || first.memory === undefined) throw new Error(first.kind)
      const back = await check(before, at(1), { ...spf, memory: first.memory })
      expect(back).toMatchObject({ kind: 'unchanged', memory: spf.memory })
    })
  })
})
