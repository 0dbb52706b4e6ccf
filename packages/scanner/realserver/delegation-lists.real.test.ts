import { Resolver } from 'node:dns/promises'
import { presentScan, type ScanResult } from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFrontServer } from './front-server.ts'
import { addresses, type Lab, type LabZone, nameserver, startLab } from './lab.ts'
import { scanOne } from './scanning.ts'

const records = (zone: string): string => `
@ MX 10 mx
mx A 8.26.56.10
@ TXT "v=spf1 mx -all"
_dmarc TXT "v=DMARC1; p=reject; rua=mailto:reports@${zone}"
`
/** Two more addresses of the server with all zones, and one of a server that fails. */
const far = 'ns3.lab-servers.net'
const hosts = new Map([
  [far, '205.251.194.1'],
  ...Array.from({ length: 10 }, (_, at) => [`many${at}.lab-servers.net`, `205.251.${210 + at}.1`] as const),
])
const failing = { host: 'failing.lab-servers.net', address: '205.251.196.2' }
/** It ends while the tests run. */
const ending = { host: 'ending.lab-servers.net', address: '205.251.196.3' }
/** In a zone of the lab, so that it may have two addresses. */
const half = 'ns.half-hosting.example'

const sound = [nameserver.zone, far]
const many = [...hosts.keys()].filter(host => host.startsWith('many'))
const moved = 'moved.example'

function served(name: string, nameservers: readonly string[], more = ''): LabZone {
  return { name, nameservers, records: `${records(name)}${more}` }
}

let lab: Lab
let front: { stop(): Promise<void> }
beforeAll(async () => {
  lab = await startLab(
    [
      served('failing-beside.example', [...sound, failing.host]),
      { name: 'failing-only.example', nameservers: [failing.host] },
      served('ending.example', [ending.host]),
      served('lame.example', [...sound, nameserver.refusing]),
      served('half.example', [...sound, half]),
      { name: 'half-hosting.example', records: `ns A ${addresses.zone}\nns A ${addresses.refusing}` },
      served('many.example', many),
      served('many-lame.example', [...many.slice(0, 7), nameserver.refusing, ...many.slice(7)]),
      served('organization.example', sound),
      served('sub.organization.example', [...sound, nameserver.refusing]),
      { name: 'dead.organization.example', nameservers: [nameserver.refusing] },
      // Its own NS records still name the server of the old provider.
      served(moved, sound, `@ 172800 IN NS ${nameserver.refusing}.\n`),
      // Only the zone is told of the move; the parent still lists the old server too.
      served('half-moved.example', [...sound, nameserver.refusing]),
    ],
    { hosts, elsewhere: new Map([failing, ending].map(({ host, address }) => [host, address])) },
  )
  front = await startFrontServer(failing.address, addresses.zone, null)
})
afterAll(async () => {
  await front.stop()
  await lab.stop()
})

const scanned = (name: string): Promise<ScanResult> => scanOne(name, { resolver: lab.resolver, timeoutMs: 1500 })

function found({ findings }: ScanResult): unknown[] {
  return findings.filter(({ id }) => id.startsWith('delegation_')).map(({ id, facts }) => ({ id, facts }))
}

function deductionsOf({ deductions }: ScanResult): ScanResult['deductions'] {
  return deductions.filter(({ check }) => check === 'dns')
}

function states({ sections }: ScanResult): Record<string, string> {
  const { servers = [] } = (sections.dns.ran && sections.dns.value.delegation) || {}
  return Object.fromEntries(servers.map(({ host, addresses }) => [host, addresses.map(({ state }) => state).join()]))
}

describe('a server that answers SERVFAIL', () => {
  it('could not be checked: it is neither lame nor silent', async () => {
    const result = await scanned('failing-beside.example')
    expect(found(result)).toEqual([])
    expect(states(result)).toMatchObject({ [nameserver.zone]: 'answers', [failing.host]: 'failing' })
    expect(result.score).toBe(90)
  })

  it('does not make a zone dead when it is the only one: that heads what could not be checked', async () => {
    const result = await scanned('failing-only.example')
    expect(result.findings).toEqual([])
    expect(result.score).toBeNull()
    expect(presentScan(result).unchecked[0]).toContain(
      'DNS: the SOA lookup of failing-only.example failed. No name server of failing-only.example answered us',
    )
  })
})

it('a zone whose only server ends heads what could not be checked, also while a resolver still has one record', async () => {
  const all = ['SOA', 'NS', 'A', 'AAAA', 'MX', 'TXT']
  const server = await startFrontServer(ending.address, addresses.zone, all)
  const cached = new Resolver()
  cached.setServers([lab.resolver])
  expect(await cached.resolveTxt('ending.example')).toEqual([['v=spf1 mx -all']])
  await server.stop()
  const result = await scanned('ending.example')
  const { dns } = result.sections
  expect(dns.ran && [dns.value.txt, dns.notes]).toEqual([['v=spf1 mx -all'], []])
  expect(result.score).toBeNull()
  expect(presentScan(result).unchecked[0]).toContain(
    'DNS: the SOA lookup of ending.example failed. No name server of ending.example answered us (ending.lab-servers.net did not answer)',
  )
})

it('a lame server stays lame, with its date, in a scan that may not ask own servers', async () => {
  const before = await scanned('lame.example')
  expect(found(before)).toMatchObject([{ id: 'delegation_lame' }])
  const after = await scanOne('lame.example', { resolver: lab.resolver, direct: false, previous: before })
  expect(found(after)).toEqual(found(before))
  expect(deductionsOf(after)).toEqual(deductionsOf(before))
  expect(after.findings.find(({ id }) => id === 'delegation_lame')?.since).toBe(before.finishedAt)
})

it('a server that is lame at one of two addresses is named with that address', async () => {
  const result = await scanned('half.example')
  expect(found(result)).toMatchObject([
    {
      id: 'delegation_lame',
      facts: { lame: [{ server: half, problem: 'refused', addresses: addresses.refusing, partly: true }], servers: 3 },
    },
  ])
  expect(presentScan(result).findings.find(({ id }) => id === 'delegation_lame')?.meaning).toContain(
    `${half} (at ${addresses.refusing}) refuses queries for half.example.`,
  )
})

describe('of more than eight servers', () => {
  it('eight are asked, and the others are counted', async () => {
    const result = await scanned('many.example')
    expect(found(result)).toEqual([])
    expect(Object.keys(states(result))).toHaveLength(8)
    expect(result.sections.dns).toMatchObject({ value: { delegation: { cut: 2 } } })
    expect(presentScan(result).results.dns.delegation?.not_asked).toBe(2)
  })

  it('only those are called lame that were asked', async () => {
    const result = await scanned('many-lame.example')
    expect(Object.keys(states(result))).toHaveLength(8)
    expect(found(result)).toEqual([])
    expect(result.sections.dns).toMatchObject({ value: { delegation: { cut: 3 } } })
  })
})

describe('a zone inside an organization', () => {
  it('has its lame server removed in the zone above, not at a registrar', async () => {
    const result = await scanned('sub.organization.example')
    expect(found(result)).toMatchObject([
      {
        id: 'delegation_lame',
        facts: {
          zone: 'sub.organization.example',
          parent: 'organization.example',
          lame: [{ server: nameserver.refusing, problem: 'refused' }],
        },
      },
    ])
    const { advice } = presentScan(result).findings.find(({ id }) => id === 'delegation_lame') ?? {}
    expect(advice).toContain('from the zone organization.example')
    expect(advice).not.toContain('registrar')
  })

  it('is dead when none of its servers answers for it, whatever the organization’s do', async () => {
    const unserved = { since: '2026-11-20T08:30:00.000Z', looks: 3 }
    const name = 'dead.organization.example'
    const result = await scanOne(name, { resolver: lab.resolver, timeoutMs: 1500, unserved })
    expect(result.findings.map(({ id }) => id)).toEqual(['delegation_dead'])
    expect(found(result)).toMatchObject([
      { facts: { zone: 'dead.organization.example', parent: 'organization.example' } },
    ])
    expect(presentScan(result).findings[0]?.advice).toContain('in the zone organization.example')
  })

  it('does not concern the organization', async () => {
    expect(found(await scanned('organization.example'))).toEqual([])
  })
})

describe('parent and zone with different lists', () => {
  it('a server that only the parent still lists is lame and told with the place', async () => {
    await lab.publish('half-moved.example', records('half-moved.example'), sound)
    const result = await scanned('half-moved.example')
    expect(found(result)).toMatchObject([
      { id: 'delegation_lame', facts: { lame: [{ server: nameserver.refusing, in: 'parent' }] } },
      { id: 'delegation_differs', facts: { delegated: nameserver.refusing, listed: '' } },
    ])
    const said = presentScan(result).findings.find(({ id }) => id === 'delegation_lame')?.advice
    expect(said).toMatch(/, or remove refusing\.lab-servers\.net at the registrar\.$/)
  })

  it('an old list in a resolver’s cache is neither: its servers are left out', async () => {
    const before = await scanned(moved)
    expect(found(before)).toMatchObject([
      { id: 'delegation_lame', facts: { lame: [{ server: nameserver.refusing, in: 'zone' }] } },
      { id: 'delegation_differs', facts: { delegated: '', listed: nameserver.refusing } },
    ])
    await lab.publish(moved, records(moved))
    const after = await scanned(moved)
    // The resolver still has the old list.
    const { dns } = after.sections
    expect(dns.ran && dns.value.nameservers).toContain(nameserver.refusing)
    expect(found(after)).toEqual([])
    expect(Object.keys(states(after)).toSorted()).toEqual(sound.toSorted())
  })
})
