import { type Blocklist, blocklists, customAsked } from '@waxseal/core/blacklist'
import { normalName, type Zone, type ZoneResolver, zoneResolver } from '@waxseal/core/dns'
import { blocklistZone } from '@waxseal/core/fixtures'
import { afterEach, describe, expect, it } from 'vitest'
import { type Arrived, type LoopbackServer, response, soa } from '../dns/testing/loopback-server.ts'
import { loopbackWorld } from '../dns/testing/loopback-world.ts'
import { zoneBlocklists } from '../testing/zone-blocklists.ts'
import { zoneServer } from '../testing/zone-server.ts'
import { type Blocklists, openBlocklists } from './access.ts'
import { directLists } from './direct.ts'
import { sharedAccess } from './shared-access.ts'

const all: readonly Blocklist[] = blocklists
function list(id: string): Blocklist {
  const found = all.find(each => each.id === id)
  if (found === undefined) throw new Error(`no list ${id}`)
  return found
}
const spamcop = list('spamcop')
const listed = blocklistZone([{ list: 'spamcop', subject: '8.1.1.1', answers: ['127.0.0.2'] }])

/** The list's own server. Everything is in lower case, as in rbldnsd. */
async function authority(question: Arrived, zone: ZoneResolver): Promise<void> {
  const name = normalName(question.name) ?? '.'
  const answer = await zone.query(name, 'A')
  const answers = answer.kind === 'records' ? answer.records : []
  const isMissing = answer.kind === 'no-such-name'
  question.send(
    response(question, {
      aa: true,
      rcode: isMissing ? 3 : 0,
      answers: answers.map(({ address }) => ({ type: 'A', name: question.name, ttl: 60, data: address })),
      authorities: isMissing ? [soa('bl.spamcop.net')] : [],
    }),
  )
}

const world = loopbackWorld()
const open: (Blocklists | LoopbackServer)[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function serving(zone: Zone): Promise<LoopbackServer> {
  const server = await zoneServer(zone)
  open.push(server)
  return server
}

describe('a scan’s way to the blocklists', () => {
  it('uses the given resolvers only', async () => {
    const server = await serving(listed)
    const lists = openBlocklists({ through: [server.name], resolvers: [] })
    open.push(lists)
    const access = lists.access()
    expect(await access.ask(spamcop, '1.1.1.8')).toMatchObject({
      kind: 'records',
      records: [{ address: '127.0.0.2' }],
      via: { authoritative: false, server: server.name },
    })
    expect((await access.ask(spamcop, '2.1.1.8')).kind).toBe('no-such-name')
    expect((await access.selfTest(spamcop)).trouble).toBeNull()
  })

  it('ends with the scan', async () => {
    const silent = await world.serverThat(() => {})
    const lists = openBlocklists({ through: [silent.name], resolvers: [] })
    open.push(lists)
    const end = new AbortController()
    const access = lists.access({ signal: end.signal })
    const answers = [access.ask(spamcop, '1.1.1.8'), access.selfTest(spamcop)] as const
    end.abort()
    expect(await answers[0]).toMatchObject({ kind: 'failed', reason: 'cancelled' })
    expect((await answers[1]).trouble).toMatchObject({ trouble: 'silent' })
  })

  it('is limited to 600 queries, not counting self-tests', async () => {
    const access = zoneBlocklists(listed)
    await access.selfTest(spamcop)
    const answers = await Promise.all(
      Array.from({ length: 610 }, (_, n) => access.ask(spamcop, `${n & 255}.${n >> 8}.1.8`)),
    )
    const cut = answers.filter(answer => answer.kind === 'failed' && answer.reason === 'over-budget')
    expect(cut).toHaveLength(10)
    expect((await access.selfTest(spamcop)).trouble).toBeNull()
  })

  it('limits the queries to own lists by themselves', async () => {
    const access = zoneBlocklists(listed)
    const own = customAsked({ id: 'own', name: 'Own', zone: 'bl.example.org', kind: 'ip' })
    const answers = await Promise.all(
      Array.from({ length: 410 }, (_, n) => access.ask(own, `${n & 255}.${n >> 8}.1.8`)),
    )
    expect(answers.filter(answer => answer.kind === 'failed')).toHaveLength(10)
    expect((await access.ask(spamcop, '1.1.1.8')).kind).toBe('records')
  })

  it('waits for a turn within an operator’s rate up to its time limit', async () => {
    const zone = zoneResolver(listed)
    const access = sharedAccess((_, name) => zone.query(name, 'A'), {})({ patienceMs: 0 })
    const sem = list('sem-black')
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(n => access.ask(sem, `${n}.1.1.8`)))
    expect(answers.map(answer => (answer.kind === 'failed' ? answer.reason : answer.kind))).toEqual([
      ...Array.from({ length: 5 }, () => 'no-such-name'),
      'over-budget',
    ])
  })

  it('leaves out lists that the user excludes, and adds the user’s own', () => {
    const opened = sharedAccess(() => Promise.reject(new Error('nothing is asked')), { off: ['swinog'] })
    const own = { id: 'own', name: 'Own', zone: 'bl.example.org', kind: 'ip' as const }
    const access = opened({ off: ['kempt', 'swinog'], custom: [own] })
    expect(access.off).toEqual(['swinog', 'kempt'])
    expect(access.lists).toHaveLength(32)
    expect(access.custom).toEqual([own])
    expect(opened().lists).toHaveLength(33)
  })
})

describe('a list that answers with thousands of records', () => {
  const thousands = Array.from({ length: 4000 }, (_, n) => `127.0.${n >> 8}.${n & 255}`)

  it('is not read: it counts as neither listed nor clean', async () => {
    const access = zoneBlocklists({ ...listed, '2.1.1.8.bl.spamcop.net': { A: thousands } })
    expect(await access.ask(spamcop, '2.1.1.8')).toMatchObject({ kind: 'failed', reason: 'malformed' })
    expect((await access.ask(spamcop, '1.1.1.8')).kind).toBe('records')
  })

  it('fails its own test with them', async () => {
    const access = zoneBlocklists({ ...listed, '2.0.0.127.bl.spamcop.net': { A: thousands } })
    expect((await access.selfTest(spamcop)).trouble).toMatchObject({
      trouble: 'dead',
      reason: 'Its answer is unreadable.',
    })
  })
})

it('no list of a user’s own is asked with the operator’s key', async () => {
  const asked: string[] = []
  const open = sharedAccess(
    (_, name) => {
      asked.push(name)
      return zoneResolver({}).query(name, 'A')
    },
    { keys: new Map([['spamhaus-zen', 'k3y']]) },
  )
  const zone = 'your-key.zen.dq.spamhaus.net'
  await open().ask(customAsked({ id: 'own', name: 'Own', zone, kind: 'ip' }), '1.1.1.8')
  await open().ask({ ...list('spamhaus-zen'), zone }, '1.1.1.8')
  expect(asked).toEqual([`1.1.1.8.${zone}`, '1.1.1.8.k3y.zen.dq.spamhaus.net'])
})

/** The finder's zone says that a list's server is at 127.0.0.1. The finder records its queries. */
function directly(finding: Zone, at: LoopbackServer, now = () => new Date()) {
  const finder = zoneResolver(finding)
  const client = world.clientOf([])
  const ask = directLists({
    client,
    finder,
    allow: () => true,
    port: Number(at.name.split(':')[1]),
    now,
  })
  return { ask, calls: finder.calls }
}

describe('asking lists at their own servers', () => {
  const found: Zone = {
    'bl.spamcop.net': { NS: ['ns.spamcop.net'] },
    'spamcop.net': { NS: ['ns.elsewhere.example'] },
    'ns.spamcop.net': { A: ['127.0.0.1'] },
  }

  it('costs no lookup of servers for each address', async () => {
    const zone = zoneResolver(listed)
    const server = await world.serverThat(question => void authority(question, zone))
    const { ask, calls } = directly(found, server)
    const names = Array.from({ length: 16 }, (_, n) => `${n}.1.1.8.bl.spamcop.net`)
    const answers = await Promise.all(names.map(name => ask('bl.spamcop.net', name)))
    expect(answers.map(({ kind }) => kind)).toEqual(names.map((_, n) => (n === 1 ? 'records' : 'no-such-name')))
    expect(answers[1]?.via.authoritative).toBe(true)
    expect(new Set(calls.map(({ name, type }) => `${type} ${name}`))).toEqual(
      new Set(['NS bl.spamcop.net', 'NS spamcop.net', 'A ns.spamcop.net', 'AAAA ns.spamcop.net']),
    )
  })

  it('looks for a server’s missing IPv6 address once an hour, not each minute', async () => {
    const zone = zoneResolver(listed)
    const server = await world.serverThat(question => void authority(question, zone))
    let at = 0
    const { ask, calls } = directly(found, server, () => new Date(at))
    const asked = () => calls.filter(({ type }) => type === 'AAAA').length
    for (at = 0; at <= 3_600_000; at += 600_000) await ask('bl.spamcop.net', `${at / 600_000}.1.1.8.bl.spamcop.net`)
    expect(asked()).toBe(2)
  })

  it('searches again when the known servers are not authoritative', async () => {
    const server = await world.serverThat(question => question.send(response(question, { aa: false })))
    const { ask } = directly({ ...found, '1.1.1.8.bl.spamcop.net': { A: ['127.0.0.2'] } }, server)
    const answer = await ask('bl.spamcop.net', '1.1.1.8.bl.spamcop.net')
    expect(answer).toMatchObject({ kind: 'records', via: { authoritative: false } })
  })
})

it('a user’s own list is tested by the entries of RFC 5782', async () => {
  const own = customAsked({ id: 'own', name: 'Own', zone: 'bl.example.org', kind: 'domain' })
  const zone: Zone = { 'test.bl.example.org': { A: ['127.0.0.2'] } }
  expect((await zoneBlocklists(zone).selfTest(own)).trouble).toBeNull()
  expect((await zoneBlocklists({}).selfTest(own)).trouble).toMatchObject({
    advice: 'If you run the list, add the test entries of RFC 5782 section 5.',
  })
})
