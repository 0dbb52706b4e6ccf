import { type Resolver, type Zone, zoneResolver } from '@waxseal/core/dns'
import type { WorldZone } from '@waxseal/core/fixtures'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServerAsker } from '../dns/index.ts'
import { openDns } from '../scan-dns.ts'
import { type NameServer, startNameServer } from '../testing/internet/name-server.ts'
import { contextFor } from '../testing/zone-context.ts'
import { collectDns } from './dns.ts'
import { asker, ns, referral, type Servers, sound, world } from './name-servers.fixture.ts'

describe('a zone without an answer', () => {
  const dead: Zone = { ...world, 'example.test': { fail: 'servfail' }, '*.example.test': { fail: 'servfail' } }

  it('runs the section when its servers are known not to answer, so that findings have their evidence', async () => {
    const servers = asker({ '8.8.0.1': referral(ns), '8.8.1.1': 'refused', '2600::1': 'refused', '8.8.2.2': 'lame' })
    const section = await collectDns({ ...contextFor('example.test', dead), servers })
    expect(section).toMatchObject({ ran: true, value: { exists: true, a: [], delegation: { zone: 'example.test' } } })
    expect(section.ran && section.gaps.map(({ question }) => question.type)).toEqual(['SOA', 'A', 'AAAA', 'NS', 'TXT'])
  })

  const valueOf = async (dns: Servers, known = {}) => {
    const section = await collectDns({ ...contextFor('example.test', dead), servers: asker(dns), ...known })
    return section.ran ? section.value : null
  }

  it('has what monitoring saw of it only where this scan finds the same', async () => {
    const unserved = { since: '2026-11-20T08:30:00.000Z', looks: 3 }
    const says = { '8.8.0.1': referral(ns), '8.8.1.1': 'refused', '2600::1': 'refused', '8.8.2.2': 'lame' } as const
    expect(await valueOf(says, { unserved })).toMatchObject({ unserved })
    expect(await valueOf(says)).not.toHaveProperty('unserved')
    expect(await valueOf({ ...says, '8.8.2.2': 'timeout' }, { unserved })).not.toHaveProperty('unserved')
  })

  it('stays unchecked when its servers answer us: then the resolver is at fault', async () => {
    expect(await collectDns({ ...contextFor('example.test', dead), servers: asker(sound) })).toMatchObject({
      ran: false,
      reason: 'servfail',
    })
  })

  it('stays unchecked when its servers could not be asked', async () => {
    const servers = asker({
      '8.8.0.1': referral(ns),
      '8.8.1.1': 'cancelled',
      '2600::1': 'cancelled',
      '8.8.2.2': 'cancelled',
    })
    expect(await collectDns({ ...contextFor('example.test', dead), servers })).toMatchObject({ ran: false })
  })
})

describe('a zone without an answer, of which a resolver still has one record', () => {
  const cached: Zone = {
    ...world,
    'example.test': { TXT: ['v=spf1 -all'], fail: { A: 'servfail', AAAA: 'servfail', NS: 'servfail' } },
  }

  it.each([
    ['silent', { '8.8.0.1': referral(ns) }, 'ns1.host.test did not answer, ns2.host.test did not answer'],
    [
      'refusing',
      { '8.8.0.1': referral(ns), '8.8.1.1': 'refused', '2600::1': 'refused', '8.8.2.2': 'refused' },
      'ns1.host.test does not answer for the zone, ns2.host.test does not answer for the zone',
    ],
  ] as const)(
    'names its %s servers as the first cause, and does not note that resolvers have answers',
    async (_, says, told) => {
      const section = await collectDns({ ...contextFor('example.test', cached), servers: asker(says) })
      expect(section).toMatchObject({ ran: true, notes: [], value: { txt: ['v=spf1 -all'] } })
      expect(section.ran && section.gaps.map(({ question }) => question.type)).toEqual(['SOA', 'A', 'AAAA', 'NS'])
      expect(section.ran && section.gaps[0]?.words).toContain(`no name server of example.test answered us (${told})`)
    },
  )

  it('names servers without an address too, which cannot be asked', async () => {
    const { 'ns1.host.test': _, 'ns2.host.test': __, ...without } = cached
    const servers = asker({ '8.8.0.1': referral(ns) })
    const section = await collectDns({ ...contextFor('example.test', without), servers })
    expect(section.ran && section.gaps[0]?.words).toContain(
      '(ns1.host.test has no address, ns2.host.test has no address)',
    )
  })
})

it('an error of the name servers’ part is that of the section, however long its own lookups take', async () => {
  const broken: ServerAsker = { ...asker(sound), ask: () => Promise.reject(new Error('a bug')) }
  const zone = zoneResolver(world)
  const slow: Resolver = {
    async query(name, type, signal) {
      if (name === 'example.test' && type !== 'NS') await new Promise(resolve => setTimeout(resolve, 20))
      return await zone.query(name, type, signal)
    },
  }
  const context = { ...contextFor('example.test', world), resolver: slow, confirming: slow, servers: broken }
  // An unhandled rejection before that would fail this file.
  await expect(collectDns(context)).rejects.toThrow('a bug')
})

it('notes servers that answer resolvers but not us', async () => {
  const servers = asker({ '8.8.0.1': referral(ns) })
  const section = await collectDns({ ...contextFor('example.test', world), servers })
  expect(section).toMatchObject({
    ran: true,
    gaps: [],
    notes: [
      'No name server of example.test answered our queries. Resolvers still return answers, possibly old ones from their caches.',
    ],
  })
})

describe('over the sockets of a small Internet', () => {
  const zones: readonly WorldZone[] = [
    {
      name: 'namehost.example',
      records: { 'ns1.namehost.example': { A: ['203.0.114.2'] }, 'ns2.namehost.example': { A: ['203.0.115.3'] } },
    },
    { name: 'fine.example', records: { 'fine.example': { A: ['203.0.114.10'] } } },
    { name: 'refusing.example', servers: 'refusing', records: {} },
    { name: 'silent.example', servers: 'silent', records: {} },
  ]
  let server: NameServer
  afterEach(() => server.close())

  async function section(name: string) {
    server = await startNameServer(zones)
    const { port } = server
    const dns = openDns({
      servers: [`127.0.0.1:${port}`],
      direct: true,
      timeoutMs: 400,
      dial: () => ({ address: '127.0.0.1', port }),
    })
    const collected = await collectDns({ name, organizationalDomain: name, ...dns.session() })
    await dns.close()
    return collected
  }

  it('both servers answer', async () => {
    const servers = ['ns1', 'ns2'].map(host => ({
      host: `${host}.namehost.example`,
      addresses: [{ state: 'answers' }],
    }))
    expect(await section('fine.example')).toMatchObject({ ran: true, gaps: [], value: { delegation: { servers } } })
  })

  it('a session asks the servers that the parent names', async () => {
    server = await startNameServer(zones)
    const { port } = server
    const dial = () => ({ address: '127.0.0.1', port })
    const dns = openDns({ servers: [`127.0.0.1:${port}`], direct: true, timeoutMs: 400, dial })
    const own = dns.session().delegated?.('fine.example')
    expect(await own?.query('fine.example', 'A')).toMatchObject({
      kind: 'records',
      records: [{ address: '203.0.114.10' }],
      via: { authoritative: true, server: expect.stringMatching(/^203\.0\.11[45]\.[23]:53$/) },
    })
    await dns.close()
  })

  it('both servers refuse', async () => {
    const servers = [{ addresses: [{ state: 'refused' }] }, { addresses: [{ state: 'refused' }] }]
    expect(await section('refusing.example')).toMatchObject({
      ran: true,
      value: { delegation: { zone: 'refusing.example', parent: 'example', servers } },
    })
  })

  it('both servers are silent: the first question that stayed open says so', async () => {
    const found = await section('silent.example')
    expect(found.ran && found.gaps[0]).toMatchObject({
      question: { name: 'silent.example', type: 'SOA' },
      reason: 'timeout',
    })
    expect(found.ran && found.gaps[0]?.words).toContain('ns1.namehost.example did not answer')
  })
})
