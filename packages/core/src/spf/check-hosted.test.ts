import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { type AddressSet, includes, toCidrs } from './address-set.ts'
import { checkHosted, type HostedCheck, type HostedSpf } from './check-hosted.ts'
import { flattenSpf } from './flatten.ts'
import { flattenProblemText } from './flatten-problem.ts'
import { newHostedMemory } from './upkeep.ts'

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
const sound: Zone = {
  'mail.example': mail(four),
  'host.example': { A: ['8.26.56.1'] },
  'crm.example': { TXT: ['v=spf1 exists:%{i}._spf.crm.example -all'] },
}

/** The record as it is first hosted. */
async function hosted(): Promise<HostedSpf & { passing: AddressSet }> {
  const result = await flattenSpf(zoneResolver(sound), { domain, record, hostedName })
  if (result.kind !== 'proved') throw new Error(result.kind)
  const { flattening } = result
  return { domain, record, hostedName, memory: newHostedMemory(flattening), passing: flattening.passing }
}

const check = (zone: Zone, now: Date, spf: HostedSpf, second: Zone = zone): Promise<HostedCheck> =>
  checkHosted({ first: zoneResolver(zone), second: zoneResolver(second) }, spf, { now })

describe('a check of the upstreams of a hosted record', () => {
  it('changes nothing while they are the same', async () => {
    const spf = await hosted()
    expect(await check(sound, start, spf)).toEqual({ kind: 'unchanged', memory: spf.memory, withholds: false })
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
      expect(applied).toMatchObject({ kind: 'changed', memory: { withheld: null } })
      const direct = await flattenSpf(zoneResolver(zone), { domain, record, hostedName })
      expect(applied.kind === 'changed' && applied.flattening.records).toEqual(
        direct.kind === 'proved' && direct.flattening.records,
      )
    },
  )

  it('asks the second resolver for nothing before a withheld removal is due', async () => {
    const spf = await hosted()
    const second = zoneResolver(sound)
    const first = zoneResolver({ ...sound, 'mail.example': mail(four.slice(0, 1)) })
    await checkHosted({ first, second }, spf, { now: start })
    expect(second.calls).toEqual([])
  })

  it('keeps the record as it was when the addition and what is withheld do not fit together', async () => {
    const spf = await hosted()
    const many = Array.from({ length: 190 }, (_, n) => `10.${n}.0.0/24`)
    const found = await check({ ...sound, 'mail.example': mail(many) }, start, spf)
    expect(found).toMatchObject({ kind: 'failed', problems: [{ code: 'too_large' }] })
  })
})
