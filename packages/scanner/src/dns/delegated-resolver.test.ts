import { type Answer, type ResourceRecord, type Zone, zoneResolver } from '@waxseal/core/dns'
import { expect, it } from 'vitest'
import { asker, referral, type Servers } from '../checks/name-servers.fixture.ts'
import { authoritativeResolver } from './authoritative.ts'
import { delegatedResolver } from './delegated-resolver.ts'
import { freshResolvers } from './fresh-resolver.ts'
import { failure, type Question, type Reply } from './reply.ts'

const zone = 'example.test'
const now = () => new Date(1_000_000)
const of = (host: string) => [{ type: 'NS' as const, name: zone, ttl: 60, target: host }]

/** The zone moved from ns1.old.test to ns1.new.test. A resolver keeps the NS records of before. */
const kept: Zone = {
  test: { NS: ['a.registry.test'] },
  'a.registry.test': { A: ['8.8.0.1'] },
  'example.test': { NS: ['ns1.old.test'], MX: [[10, 'mx.old.test']] },
  'ns1.old.test': { A: ['8.8.1.1'] },
  'ns1.new.test': { A: ['8.8.2.2'] },
  'ns1.host.test': { A: ['8.8.4.4'] },
}
const moved = referral(['ns1.new.test'])

/** What the old and the new server answer, each as if it had the zone. */
const served: Readonly<Record<string, ResourceRecord[]>> = {
  '8.8.1.1:53': of('ns1.old.test'),
  '8.8.2.2:53': of('ns1.new.test'),
  '8.8.3.3:53': of('ns.example.test'),
  '8.8.4.4:53': of('ns1.host.test'),
}
const client = {
  ask: async (_: Question, servers: readonly string[]): Promise<Reply> => {
    const [server = ''] = servers
    const records = served[server]
    if (records === undefined) return failure('timeout', server)
    return { ...failure('lame', server), rcode: 'NOERROR', verdict: { kind: 'records', records, cnames: [], ttl: 60 } }
  },
}

function resolversOf(says: Servers) {
  const resolver = zoneResolver(kept)
  const asking = (by: typeof resolver) => authoritativeResolver({ client, resolver: by, now })
  const servers = asker(says)
  const delegated = (name: string) =>
    delegatedResolver({ zone: name, resolver, servers, asking: by => asking(by as typeof resolver), now })
  const session = { resolver, confirming: resolver, authoritative: asking(resolver), delegated }
  return { session, servers }
}
const targets = (answer: Answer<'NS'>) =>
  answer.kind === 'records' ? answer.records.map(({ target }) => target) : answer.kind

it('finds the servers of a zone at its parent, and not those that a resolver keeps', async () => {
  const { session } = resolversOf({ '8.8.0.1': moved })
  expect(targets(await session.authoritative.query(zone, 'NS'))).toEqual(['ns1.old.test'])
  expect(targets(await session.delegated(zone).query(zone, 'NS'))).toEqual(['ns1.new.test'])
})

it('takes the addresses of servers below the zone from the parent too', async () => {
  const { session } = resolversOf({ '8.8.0.1': referral(['ns.example.test'], { 'ns.example.test': '8.8.3.3' }) })
  expect(targets(await session.delegated(zone).query(zone, 'NS'))).toEqual(['ns.example.test'])
})

it('asks the parent once, whatever is asked', async () => {
  const { session, servers } = resolversOf({ '8.8.0.1': moved })
  const delegated = session.delegated(zone)
  await Promise.all([delegated.query(zone, 'NS'), delegated.query(`_dmarc.${zone}`, 'NS')])
  expect(servers.asked).toEqual(['NS example.test @8.8.0.1'])
})

it('takes the word of a server of both zones, which answers for the lower one', async () => {
  const { session } = resolversOf({ '8.8.0.1': 'soa' })
  expect(targets(await session.delegated(zone).query(zone, 'NS'))).toEqual(['ns1.host.test'])
})

it('fails where no server of the parent says anything', async () => {
  for (const says of ['timeout', 'refused', 'lame'] as const) {
    const { session } = resolversOf({ '8.8.0.1': says })
    expect(await session.delegated(zone).query(zone, 'NS')).toMatchObject({ kind: 'failed', reason: 'unreachable' })
  }
})

it('a scan after a change of NS sees the new servers, and where the parent is silent only what the resolver keeps', async () => {
  const fresh = [{ name: zone, type: 'NS' }] as const
  const seenBy = async (says: Servers) => {
    const { session } = resolversOf(says)
    const answer = await freshResolvers(session, fresh).resolver.query(zone, 'NS')
    return [targets(answer), answer.via.authoritative]
  }
  expect(await seenBy({ '8.8.0.1': moved })).toEqual([['ns1.new.test'], true])
  // It is no answer of the zone's own servers, so the change stays unseen and is asked about again.
  expect(await seenBy({ '8.8.0.1': 'timeout' })).toEqual([['ns1.old.test'], false])
})

it('so does one that asks about another changed record of the zone', async () => {
  const { session } = resolversOf({ '8.8.0.1': moved })
  const asked: string[] = []
  const noting = {
    ...session,
    delegated: (name: string) => ({
      query: (...question: Parameters<typeof session.resolver.query>) => {
        asked.push(`${question[1]} ${question[0]} of ${name}`)
        return session.delegated(name).query(...question)
      },
    }),
  }
  const fresh = [
    { name: zone, type: 'NS' },
    { name: `_dmarc.${zone}`, type: 'TXT' },
    { name: 'other.test', type: 'TXT' },
  ] as const
  const { resolver } = freshResolvers(noting as typeof session, fresh)
  for (const { name, type } of fresh) await resolver.query(name, type)
  const [ns, dmarc] = ['NS example.test of example.test', 'TXT _dmarc.example.test of example.test']
  // Three in turn, so that each server of a zone of two or three is asked.
  expect(asked).toEqual([ns, ns, ns, dmarc, dmarc, dmarc])
})
