import { type Zone, zonesOf } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { contextFor } from '../testing/zone-context.ts'
import { learnDelegation } from './delegation.ts'
import { asker, ns, referral, type Servers, sound, world } from './name-servers.fixture.ts'

async function learned(says: Servers, zone: Zone = world, name = 'example.test') {
  const servers = asker(says)
  const found = await learnDelegation({ ...contextFor(name, zone), servers })
  const states = found?.delegation.servers.map(
    ({ host, lookup, addresses }) => `${host.split('.')[0]} ${addresses.map(({ state }) => state).join() || lookup}`,
  )
  return { ...found, states, asked: servers.asked }
}

describe('the delegation of a zone', () => {
  it('is the list in the parent, the list in the zone, and what each server says to one question', async () => {
    const { delegation, asked, states, evidence = [] } = await learned(sound)
    expect(delegation).toMatchObject({
      zone: 'example.test',
      parent: 'test',
      atRegistrar: true,
      delegated: { hosts: ns, server: '8.8.0.1:53' },
      listed: { hosts: ns },
      cut: 0,
    })
    expect(states).toEqual(['ns1 answers,answers', 'ns2 answers'])
    expect(asked.toSorted()).toEqual([
      'NS example.test @8.8.0.1',
      'SOA example.test @2600::1',
      'SOA example.test @8.8.1.1',
      'SOA example.test @8.8.2.2',
    ])
    expect(evidence.map(({ id }) => id)).toEqual(expect.arrayContaining([...asked, 'A ns1.host.test']))
    expect(evidence.find(({ id }) => id.startsWith('NS example.test @'))?.answers).toHaveLength(2)
  })

  it('of a name inside a zone is that of the zone', async () => {
    const zone = zonesOf(world, { 'www.example.test': { A: ['8.8.9.9'] } })
    expect((await learned(sound, zone, 'www.example.test')).delegation).toMatchObject({ zone: 'example.test' })
  })

  it('is not asked where own servers may not be asked, and never for a public suffix', async () => {
    expect(await learnDelegation(contextFor('example.test', world))).toBeNull()
    const { delegation, asked } = await learned(sound, { test: world['test'] ?? {} }, 'gone.test')
    expect([delegation, asked]).toEqual([undefined, []])
  })

  it.each([
    ['refused', 'refused'],
    ['lame', 'not-authoritative'],
    ['timeout', 'silent'],
    ['malformed', 'silent'],
    ['unreachable', 'silent'],
    ['cancelled', 'not-asked'],
    ['over-budget', 'not-asked'],
  ] as const)('a server that is %s: %s', async (reason, state) => {
    expect((await learned({ ...sound, '8.8.2.2': reason })).states).toEqual(['ns1 answers,answers', `ns2 ${state}`])
  })

  it('asks a server that fails a second time', async () => {
    expect((await learned({ ...sound, '8.8.2.2': ['servfail', 'soa'] })).states).toContain('ns2 answers')
    expect((await learned({ ...sound, '8.8.2.2': 'servfail' })).states).toContain('ns2 failing')
  })

  it('says nothing about an IPv6 address that this machine cannot reach', async () => {
    expect((await learned({ ...sound, '2600::1': 'unreachable' })).states).toContain('ns1 answers,no-route')
  })

  it('asks no private address', async () => {
    const { states, asked } = await learned(sound, { ...world, 'ns2.host.test': { A: ['10.0.0.1'] } })
    expect(states).toContain('ns2 private')
    expect(asked.join()).not.toContain('10.0.0.1')
  })

  it('asks an address that embeds a public IPv4 address: a machine without IPv4 reaches others by NAT64 only', async () => {
    for (const address of ['64:ff9b::808:202', '2002:808:202::1']) {
      const { states } = await learned(
        { ...sound, [address]: 'soa' },
        { ...world, 'ns2.host.test': { AAAA: [address] } },
      )
      expect(states).toContain('ns2 answers')
    }
  })

  it('tells a server without an address from one whose addresses are not known', async () => {
    const { 'ns2.host.test': _, ...without } = world
    expect((await learned(sound, without)).states).toContain('ns2 none')
    const failing: Zone = { ...world, 'ns2.host.test': { fail: 'servfail' } }
    expect((await learned(sound, failing)).states).toContain('ns2 unknown')
  })

  it('takes a different list in the zone from one of its own servers only', async () => {
    const above = { ...sound, '8.8.0.1': referral(['ns2.host.test', 'ns3.host.test'], { 'ns3.host.test': '8.8.3.3' }) }
    const { delegation, states } = await learned({ ...above, '8.8.3.3': 'soa' })
    expect(delegation).toMatchObject({
      delegated: { hosts: ['ns2.host.test', 'ns3.host.test'] },
      listed: { hosts: ['ns1.host.test'], server: '8.8.2.2:53' },
    })
    expect(states).toEqual(['ns1 answers,answers', 'ns2 answers', 'ns3 answers'])
    expect((await learned({ '8.8.0.1': above['8.8.0.1'] })).delegation).toMatchObject({ listed: null })
    // Resolvers still name ns1, which neither list has any more: it is left out, whatever it says.
    const moved = { ...above, '8.8.1.1': 'refused', '8.8.2.2': 'refused' } as const
    expect((await learned(moved)).states).toEqual(['ns2 refused', 'ns3 silent'])
  })

  it('does not take the answers of a device in between for those of the servers', async () => {
    const proxied: Servers = {
      '8.8.0.1': 'resolver',
      '8.8.1.1': 'resolver',
      '2600::1': 'timeout',
      '8.8.2.2': 'resolver',
    }
    const { delegation, states } = await learned(proxied)
    expect(states).toEqual(['ns1 not-asked,silent', 'ns2 not-asked'])
    expect(delegation).toMatchObject({ delegated: null })
    const open = await learned({ ...sound, '8.8.2.2': 'resolver' })
    expect(open.states).toContain('ns2 not-authoritative')
  })

  it('looks at eight servers, at two addresses of each, and says how many it left out', async () => {
    const many = Array.from({ length: 13 }, (_, at) => `n${String(at).padStart(2, '0')}.host.test`)
    const zone = zonesOf(world, Object.fromEntries(many.map(host => [host, { A: ['8.8.4.1', '8.8.4.2', '8.8.4.3'] }])))
    const { delegation, asked } = await learned(
      { '8.8.0.1': referral(many) },
      { ...zone, 'example.test': { NS: many } },
    )
    expect(delegation).toMatchObject({ cut: 5 })
    expect(delegation?.servers).toHaveLength(8)
    expect(asked).toHaveLength(1 + 16)
  })
})

describe('a zone without an answer', () => {
  const dead: Zone = { ...world, 'example.test': { fail: 'servfail' }, '*.example.test': { fail: 'servfail' } }

  it('is found through the servers of its parent, for a name inside it too', async () => {
    for (const name of ['example.test', 'mail.example.test']) {
      const { delegation } = await learned({ ...sound, '8.8.1.1': 'refused', '2600::1': 'refused' }, dead, name)
      expect(delegation, name).toMatchObject({
        zone: 'example.test',
        parent: 'test',
        delegated: { hosts: ns },
        listed: null,
      })
    }
  })

  it('has servers inside itself, whose addresses only the parent knows', async () => {
    const glued = {
      '8.8.0.1': referral(['ns.example.test'], { 'ns.example.test': '8.8.5.5' }),
      '8.8.5.5': 'refused',
    } as const
    expect((await learned(glued, dead)).states).toEqual(['ns refused'])
  })
})
