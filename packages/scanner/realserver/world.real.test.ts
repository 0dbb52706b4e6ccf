import { presentationOf, type RecordType, type ResourceRecord, zoneResolver, zonesOf } from '@waxseal/core/dns'
import {
  acceptedAt,
  demoWorld,
  nameservers,
  openRelay,
  type WorldZone,
  withPins,
  worldNetwork,
  zoneOf,
} from '@waxseal/core/fixtures'
import { inMemoryRelayMemory } from '@waxseal/core/relay'
import { openDns, openRelayProbe, scan } from '@waxseal/scanner'
import { createDnsClient, type DnsClient } from '@waxseal/scanner/dns'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lab, startLab } from './lab.ts'
import { labZone } from './lab-zone.ts'
import { mailHostCertificates, startMailHosts } from './mail-hosts.ts'
import { findingIds } from './scanning.ts'

const types = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'TLSA', 'TXT'] as const satisfies readonly RecordType[]

const certificates = mailHostCertificates()

/** A zone with texts of arbitrary bytes. */
const octets = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map(code => String.fromCharCode(code)),
  maxLength: 600,
})
const byte = fc.integer({ min: 0, max: 255 })
const entry = fc.record({
  ttl: fc.integer({ min: 0, max: 604_800 }),
  TXT: fc.uniqueArray(octets, { minLength: 1, maxLength: 3 }),
  CAA: fc.array(fc.record({ flags: byte, tag: fc.stringMatching(/^[a-z0-9]{1,15}$/), value: octets }), {
    maxLength: 1,
  }),
  MX: fc.array(fc.tuple(fc.integer({ min: 0, max: 65_535 }), fc.domain()), { maxLength: 1 }),
})
const odd: WorldZone = {
  name: 'odd.example',
  records: Object.fromEntries(
    fc.sample(entry, { numRuns: 200, seed: 1 }).map((each, index) => [`n${index}.odd.example`, each]),
  ),
}

const zones = withPins([...demoWorld.zones, odd], host => certificates.pin(host))
const zone = zonesOf(...zones.map(zoneOf))

let lab: Lab
let client: DnsClient
beforeAll(async () => {
  lab = await startLab(await Promise.all(zones.map(labZone)), { hosts: nameservers })
  client = createDnsClient({ servers: [lab.resolver] })
})
afterAll(async () => {
  client.close()
  await lab.stop()
})

const now = (): Date => new Date()

/** Without the TTL, which counts down in a resolver's cache. */
function told(record: ResourceRecord): string {
  return presentationOf({ ...record, ttl: 0 })
}

describe('the world of the fixtures, served by NSD and asked through Unbound', () => {
  const resolver = zoneResolver(zone)
  const unanswered = zones.filter(({ servers }) => servers !== undefined)
  const served = Object.keys(zone).filter(name => unanswered.every(zone => !name.endsWith(zone.name)))

  it('answers every name and type like the plain zone, with the same DNSSEC state', async () => {
    const differing: string[] = []
    const compare = async (name: string, type: RecordType): Promise<void> => {
      const [plain, real] = await Promise.all([resolver.query(name, type), client.query(name, type)])
      const [wanted, got] = [plain, real].map(({ kind, via, ...answer }) =>
        JSON.stringify([
          kind,
          via.authentic,
          via.cnames,
          'records' in answer ? answer.records.map(told).toSorted() : [],
        ]),
      )
      if (wanted !== got) differing.push(`${name} ${type}: ${wanted} ${got}`)
    }
    expect(served.length).toBeGreaterThan(400)
    for (const name of served) await Promise.all(types.map(type => compare(name, type)))
    expect(differing).toEqual([])
  })

  it('keeps every time to live', async () => {
    const direct = createDnsClient({ servers: [...nameservers.values()].map(address => `${address}:53`) })
    for (const { name, records, servers } of zones) {
      if (servers !== undefined) continue
      for (const [owner, { ttl = 300, TXT }] of Object.entries(records)) {
        if (TXT === undefined) continue
        const answer = await direct.query(owner, 'TXT')
        const kept = answer.kind === 'records' ? answer.records.map(record => record.ttl) : []
        expect(kept, `${owner} in ${name}`).toEqual(TXT.map(() => ttl))
      }
    }
    direct.close()
  })

  it('gives no answer for silent servers', async () => {
    for (const { name, servers } of unanswered) {
      if (servers === 'silent') continue
      expect((await client.query(name, 'TXT')).kind, name).toBe('failed')
      expect((await resolver.query(name, 'TXT')).kind, name).toBe('failed')
    }
  })
})

describe('a scan of the domains of the world, over real sockets', () => {
  it('finds in each what its story describes', async () => {
    const stopHosts = await startMailHosts(demoWorld.mailHosts, demoWorld.policyHosts, certificates)
    const memory = inMemoryRelayMemory()
    await memory.put(openRelay.address, acceptedAt(openRelay, new Date(Date.now() - 7 * 3_600_000)))
    const relay = openRelayProbe({ memory, ca: [certificates.authority], allowPrivate: [worldNetwork] })
    const blocklists = { through: [lab.resolver], rates: 'unlimited' } as const
    const dns = openDns({ servers: [lab.resolver], direct: true, blocklists })
    const https = { ca: certificates.authority }
    const results = await Promise.all(
      demoWorld.domains.map(({ name }) => scan({ name, tier: 'business', dns, now, relay, https })),
    )
    relay.close()
    await Promise.all([dns.close(), stopHosts()])
    expect(results.map(result => [result.name, result.score, findingIds(result)])).toEqual(
      demoWorld.domains.map(({ name, score, findings }) => [name, score, findings]),
    )
    const perfect = results.find(({ name }) => name === 'perfect.example')
    expect(perfect).toMatchObject({ findings: [], coverage: 1 })
  })
})

describe('a zone of the lab', () => {
  it('is written as a valid zone file, for any texts', async () => {
    const zone = await labZone({
      name: 'odd.example',
      records: {
        'odd.example': { ttl: 60, MX: [[0, '.']], TXT: ['a "b" \\ ; (\u0000\u00ff)', 'x'.repeat(300)] },
        '*.odd.example': { CAA: [{ flags: 128, tag: 'issue', value: 'ca.example; policy=ev' }] },
      },
    })
    expect(zone).toEqual({
      name: 'odd.example',
      nameservers: ['ns1.namehost.example', 'ns2.namehost.example'],
      records: [
        '$ORIGIN .',
        'odd.example 60 MX 0 .',
        'odd.example 60 TXT "a \\"b\\" \\\\ ; (\\000\\255)"',
        `odd.example 60 TXT "${'x'.repeat(255)}" "${'x'.repeat(45)}"`,
        '*.odd.example 300 CAA 128 issue "ca.example; policy=ev"',
      ].join('\n'),
    })
  })

  it.each([
    ['a question that fails', { 'odd.example': { fail: 'timeout' as const } }],
    ['a signature of its own', { 'odd.example': { authentic: 'yes' as const } }],
    ['a name that exists without data', { 'a.odd.example': {} }],
    ['data beside an alias', { 'a.odd.example': { CNAME: ['b.example'], A: ['192.0.2.1'] } }],
  ])('refuses %s', async (_, records) => {
    await expect(labZone({ name: 'odd.example', records })).rejects.toThrow(/odd\.example: /)
  })

  it('has no records without a server', async () => {
    expect(await labZone({ name: 'x.example', servers: 'silent', records: {} })).toEqual({
      name: 'x.example',
      nameservers: ['silent.lab-servers.net'],
    })
    await expect(
      labZone({ name: 'x.example', servers: 'refusing', records: { 'x.example': { A: ['192.0.2.1'] } } }),
    ).rejects.toThrow('nobody serves the records of x.example')
  })
})
