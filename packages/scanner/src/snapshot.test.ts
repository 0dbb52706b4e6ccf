import { type Answer, type RecordType, type Resolver, type Zone, zoneResolver, zonesOf } from '@waxseal/core/dns'
import { dkim2048 } from '@waxseal/core/fixtures'
import type { Part, Snapshot, WatchMemory } from '@waxseal/core/watch'
import { describe, expect, it } from 'vitest'
import { confirmParts, takeSnapshot, watchDomain } from './snapshot.ts'
import { perfect } from './testing/zones.ts'

const start = Date.parse('2026-11-20T12:00:00Z')
const name = 'perfect.example'

/** Asks this zone as the zone's own servers do. */
function ownServers(zone: Zone): Resolver {
  const inner = zoneResolver(zone)
  return {
    async query<T extends RecordType>(name: string, type: T): Promise<Answer<T>> {
      const answer = await inner.query(name, type)
      return { ...answer, via: { ...answer.via, authoritative: true } }
    },
  }
}

/** Checks the domain every hour. Each check sees a zone through the resolver and another one at the own servers. */
async function watched(...checks: { resolver: Zone; own: Zone | null }[]): Promise<string[][]> {
  let memory: WatchMemory | null = null
  const found: string[][] = []
  for (const [hour, { resolver, own }] of checks.entries()) {
    const dns = { resolver: zoneResolver(resolver), authoritative: own === null ? null : ownServers(own) }
    const result = await watchDomain({ name, memory, dns, now: () => new Date(start + hour * 3_600_000) })
    memory = result.memory
    found.push(result.changes.map(({ change_description }) => change_description))
  }
  return found
}

/** The resolver and the own servers have the same records. */
function both(zone: Zone): { resolver: Zone; own: Zone } {
  return { resolver: zone, own: zone }
}

function partIn({ parts }: Snapshot, key: string): Part {
  const part = parts.find(part => part.key === key)
  if (part === undefined) throw new Error(`no part ${key}`)
  return part
}

async function snapshotOf(zone: Zone): Promise<Snapshot> {
  return takeSnapshot({ name, dns: { resolver: zoneResolver(zone), authoritative: null }, now: () => new Date(start) })
}

function withApex(records: object, ...others: Zone[]): Zone {
  return zonesOf(perfect, { [name]: { ...perfect[name], ...records } }, ...others)
}

const withoutMx = withApex({ MX: [] })
const removed = 'All mail servers removed: mx1.perfect.example (priority 10) and mx2.perfect.example (priority 20)'

describe('a snapshot', () => {
  it('names failed parts with the reason, and the others are known', async () => {
    const snapshot = await snapshotOf(zonesOf(perfect, { '_dmarc.perfect.example': { fail: 'timeout' } }))
    expect(partIn(snapshot, 'dmarc')).toEqual({
      key: 'dmarc',
      kind: 'dmarc',
      name: '_dmarc.perfect.example',
      state: 'failed',
      values: [],
      confirmed: false,
      reason: 'timeout',
    })
    expect(snapshot.parts.filter(({ state }) => state === 'failed')).toHaveLength(1)
  })

  it('asks for at most 20 mail servers, by preference', async () => {
    const MX = Array.from({ length: 30 }, (_, at) => [100 - at, `mx${at}.perfect.example`])
    const { parts } = await snapshotOf(withApex({ MX }))
    const hosts = parts.filter(({ kind }) => kind === 'mx-address').map(({ key }) => key)
    expect(hosts).toHaveLength(20)
    expect(hosts[0]).toBe('mx-address mx29.perfect.example')
  })

  it('takes www as its alias, without the addresses of the target, or as its addresses', async () => {
    const alias = await snapshotOf(zonesOf(perfect, { 'www.perfect.example': { CNAME: ['shop.example.net'] } }))
    expect(partIn(alias, 'www').values).toEqual(['CNAME shop.example.net'])
    const addresses = await snapshotOf(
      zonesOf(perfect, { 'www.perfect.example': { A: ['8.26.56.2'], AAAA: ['2600::2'] } }),
    )
    expect(partIn(addresses, 'www').values).toEqual(['2600::2', '8.26.56.2'])
  })

  it('has no text that is another record: a wildcard SPF record is no DMARC record and no key', async () => {
    const TXT = ['v=spf1 -all']
    const snapshot = await snapshotOf(
      zonesOf(perfect, { '_dmarc.perfect.example': { TXT }, 'google._domainkey.perfect.example': { TXT } }),
    )
    expect(partIn(snapshot, 'dmarc').values).toEqual([])
    expect(partIn(snapshot, 'dkim google').values).toEqual([])
  })

  it('leaves out the revoked key that a wildcard gives to every selector', async () => {
    const wildcard = { TXT: ['v=DKIM1; p='] }
    const snapshot = await snapshotOf(
      zonesOf(perfect, {
        '*._domainkey.perfect.example': wildcard,
        'k1._domainkey.perfect.example': { TXT: ['v=DKIM1; k=rsa; p='] },
        'google._domainkey.perfect.example': { TXT: [dkim2048] },
      }),
    )
    expect(partIn(snapshot, 'dkim default').values).toEqual([])
    expect(partIn(snapshot, 'dkim k1').values).toEqual(['v=DKIM1; k=rsa; p='])
    expect(partIn(snapshot, 'dkim google').values).toHaveLength(1)
  })

  it('cannot tell such a key from one of the selector when the wildcard cannot be asked', async () => {
    const snapshot = await snapshotOf(
      zonesOf(perfect, {
        'k1._domainkey.perfect.example': { TXT: ['v=DKIM1; p='] },
        '*._domainkey.perfect.example': { fail: 'servfail' },
      }),
    )
    expect(partIn(snapshot, 'dkim k1')).toMatchObject({ state: 'failed', reason: 'servfail' })
  })
})

describe('a check of a domain', () => {
  it('reports a disappearance that the own servers confirm, once', async () => {
    const before = { resolver: perfect, own: perfect }
    const after = { resolver: withoutMx, own: withoutMx }
    expect(await watched(before, after, after)).toEqual([[], [removed], []])
  })

  it('reports nothing when the own servers still have the records', async () => {
    const lying = { resolver: withoutMx, own: perfect }
    expect(await watched({ resolver: perfect, own: perfect }, lying, lying)).toEqual([[], [], []])
  })

  it('waits for a second check of a disappearance where the own servers may not be asked', async () => {
    const gone = { resolver: withoutMx, own: null }
    expect(await watched({ resolver: perfect, own: null }, gone, gone, gone)).toEqual([[], [], [removed], []])
  })

  it('waits for the own servers where they do not answer, however long', async () => {
    const unreachable = zonesOf({ [name]: { fail: 'timeout' } })
    const gone = Array.from({ length: 30 }, () => ({ resolver: withoutMx, own: unreachable }))
    expect((await watched(both(perfect), ...gone)).flat()).toEqual([])
    expect((await watched(both(perfect), ...gone, both(withoutMx))).flat()).toEqual([removed])
  })

  it('reports nothing of a domain that cannot be asked, and finds the change later', async () => {
    const dead: Zone = Object.fromEntries(Object.keys(perfect).map(each => [each, { fail: 'timeout' }]))
    const found = await watched(
      { resolver: perfect, own: perfect },
      { resolver: dead, own: dead },
      { resolver: withoutMx, own: withoutMx },
    )
    expect(found).toEqual([[], [], [removed]])
  })

  it('watches the addresses of a mail server from the check that sees its name first', async () => {
    const moved = zonesOf(perfect, { 'mx2.perfect.example': { A: ['8.26.57.11'] } })
    expect(await watched(both(perfect), both(moved))).toEqual([
      [],
      ['Address of mail server mx2.perfect.example changed to 8.26.57.11'],
    ])
  })
})

describe('a confirmation', () => {
  it('needs own servers that agree', async () => {
    const snapshot = await snapshotOf(withoutMx)
    let asked = 0
    const servers = [perfect, withoutMx, withoutMx].map(ownServers)
    const authoritative: Resolver = {
      query: (name, type) => (servers[asked++ % 3] as Resolver).query(name, type),
    }
    const confirmed = await confirmParts(snapshot, ['mx'], { dns: { resolver: authoritative, authoritative } })
    expect(partIn(confirmed, 'mx')).toEqual(partIn(snapshot, 'mx'))
    expect(asked).toBe(3)
  })

  it.each(['mx', 'ns', 'spf', 'dmarc', 'dkim google', 'a'])('of %s needs two answers', async key => {
    const snapshot = await snapshotOf({})
    const silent = zoneResolver({ [partIn(snapshot, key).name]: { fail: 'timeout' } })
    let asked = 0
    const authoritative: Resolver = {
      query: (name, type) => (asked++ === 0 ? ownServers({}) : silent).query(name, type),
    }
    const confirmed = await confirmParts(snapshot, [key], { dns: { resolver: authoritative, authoritative } })
    expect(partIn(confirmed, key)).toEqual(partIn(snapshot, key))
    expect(partIn(confirmed, key).confirmed).toBe(false)
  })

  it('is what the own servers agree on where the resolver gives other addresses', async () => {
    const snapshot = await snapshotOf(withApex({ A: ['8.26.56.9'] }))
    const authoritative = ownServers(withApex({ A: ['8.26.56.1'] }))
    const confirmed = await confirmParts(snapshot, ['a'], { dns: { resolver: authoritative, authoritative } })
    expect(partIn(confirmed, 'a')).toMatchObject({
      values: ['8.26.56.1', '8.26.56.9'],
      varies: true,
      own: ['8.26.56.1'],
    })
  })

  it('of an absence needs no resolver that agrees', async () => {
    const snapshot = await snapshotOf(withApex({ A: ['8.26.56.9'] }))
    const authoritative = ownServers(withApex({ A: [] }))
    const confirmed = await confirmParts(snapshot, ['a'], { dns: { resolver: authoritative, authoritative } })
    expect(partIn(confirmed, 'a')).toMatchObject({ values: [], confirmed: true })
  })

  it('says when only some own servers have addresses', async () => {
    const snapshot = await snapshotOf(withApex({ A: ['8.26.56.9'] }))
    let asked = 0
    const servers = [withApex({ A: [] }), withApex({ A: ['8.26.56.9'] })].map(ownServers)
    const authoritative: Resolver = {
      query: (name, type) => (servers[asked++ % 2] as Resolver).query(name, type),
    }
    const confirmed = await confirmParts(snapshot, ['a'], { dns: { resolver: authoritative, authoritative } })
    expect(partIn(confirmed, 'a')).toMatchObject({ values: ['8.26.56.9'], varies: true, partial: true })
  })

  it('joins the addresses that the servers of a pool give', async () => {
    const snapshot = await snapshotOf(withApex({ A: ['8.26.56.9'] }))
    let asked = 0
    const servers = [1, 2, 3].map(at => ownServers(withApex({ A: [`8.26.56.${at}`] })))
    const authoritative: Resolver = {
      query: (name, type) => (servers[asked++ % 3] as Resolver).query(name, type),
    }
    const confirmed = await confirmParts(snapshot, ['a'], { dns: { resolver: authoritative, authoritative } })
    expect(partIn(confirmed, 'a')).toMatchObject({
      values: ['8.26.56.1', '8.26.56.2', '8.26.56.3', '8.26.56.9'],
      varies: true,
    })
  })
})
