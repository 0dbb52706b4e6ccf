import { type Blocklist, blocklists } from '@waxseal/core/blacklist'
import type { Zone } from '@waxseal/core/dns'
import { type ThreatList, threatLists } from '@waxseal/core/threat'
import { afterEach, describe, expect, it } from 'vitest'
import { type BlocklistAccess, openBlocklists } from '../blacklist/index.ts'
import { type LoopbackServer } from '../dns/testing/loopback-server.ts'
import { zoneServer } from '../testing/zone-server.ts'
import { listSource } from './list-source.ts'

const open: { close(): void | Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

/** Lists with correct answers to their self-tests. */
const tests: Zone = {
  'dbltest.com.dbl.spamhaus.org': { A: ['127.0.1.2'] },
  '2.0.0.127.zen.spamhaus.org': { A: ['127.0.0.2', '127.0.0.4', '127.0.0.10'] },
  'surbl-org-permanent-test-point.com.multi.surbl.org': { A: ['127.0.0.254'] },
  '2.0.0.127.multi.uribl.com': { A: ['127.0.0.14'] },
  'test.uribl.com.multi.uribl.com': { A: ['127.0.0.14'] },
}

async function accessTo(zone: Zone): Promise<{ access: BlocklistAccess; server: LoopbackServer }> {
  const server = await zoneServer({ ...tests, ...zone })
  const lists = openBlocklists({ through: [server.name], resolvers: [], rates: 'unlimited', timeoutMs: 1000 })
  open.push(lists, server)
  return { access: lists.access(), server }
}

async function source(id: string, zone: Zone) {
  const row: ThreatList | undefined = threatLists.find(each => each.id === id)
  const { access, server } = await accessTo(zone)
  const list: Blocklist | undefined = access.lists.find(each => each.id === row?.list)
  if (row === undefined || list === undefined) throw new Error(`no list ${id}`)
  return { source: listSource(row, list, access), access, server, list }
}

async function wordOn(id: string, name: string, zone: Zone) {
  const { source: asked } = await source(id, zone)
  const { opinions } = await asked.ask({ kind: 'domain', name })
  return opinions.map(({ says, threat, reason, failure }) => ({ says, threat, reason, failure }))[0]
}

describe('a domain list', () => {
  it.each([
    ['spamhaus-dbl', 'dbl.spamhaus.org', '127.0.1.4', 'hit', 'phishing', 'lists bad.example for phishing'],
    [
      'spamhaus-dbl',
      'dbl.spamhaus.org',
      '127.0.1.104',
      'weak',
      'phishing',
      'lists bad.example as an honest domain abused for phishing',
    ],
    ['surbl', 'multi.surbl.org', '127.0.0.16', 'hit', 'malware', 'lists bad.example for malware'],
    ['surbl', 'multi.surbl.org', '127.0.0.32', 'policy', null, 'lists bad.example as a click tracker'],
    ['uribl', 'multi.uribl.com', '127.0.0.2', 'hit', 'spam', 'lists bad.example for spam'],
    ['uribl', 'multi.uribl.com', '127.0.0.8', 'weak', 'spam', 'lists bad.example by automatic early detection'],
  ])('%s at %s: %s is %s', async (id, zone, address, says, threat, reason) => {
    const word = await wordOn(id, 'bad.example', { [`bad.example.${zone}`]: { A: [address] } })
    expect(word).toEqual({ says, threat, reason, failure: null })
  })

  it('without an entry says clean', async () => {
    expect(await wordOn('spamhaus-dbl', 'good.example', {})).toMatchObject({
      says: 'clean',
      reason: 'does not list good.example',
    })
  })

  it('with several codes reports the most severe', async () => {
    const zone = { 'bad.example.multi.surbl.org': { A: ['127.0.0.40'] } }
    expect(await wordOn('surbl', 'bad.example', zone)).toMatchObject({ says: 'hit', threat: 'phishing' })
  })

  it.each([
    ['refuses', { 'x.example.dbl.spamhaus.org': { A: ['127.255.255.254'] } }],
    ['is silent', { 'x.example.dbl.spamhaus.org': { fail: 'timeout' } }],
    ['is rewritten on the way', { 'x.example.dbl.spamhaus.org': { A: ['203.0.113.7'] } }],
    ['fails its own test', { 'dbltest.com.dbl.spamhaus.org': {}, 'x.example.dbl.spamhaus.org': { A: ['127.0.1.4'] } }],
    ['lists the world', { '*.dbl.spamhaus.org': { A: ['127.0.1.4'] } }],
  ] as const)('that %s says nothing: neither a hit nor clean', async (_, zone) => {
    expect((await wordOn('spamhaus-dbl', 'x.example', zone))?.says).toBe('unknown')
  })
})

const about = (address: string, sharedBy: string | null = null) => ({ kind: 'address', address, sharedBy }) as const

describe('an address list', () => {
  const zone: Zone = {
    '10.56.26.8.zen.spamhaus.org': { A: ['127.0.0.3', '127.0.0.10'] },
    '11.56.26.8.zen.spamhaus.org': { A: ['127.0.0.11'] },
  }
  it('reports a threat before a policy, and a policy alone as a policy', async () => {
    const { source: zen } = await source('spamhaus-zen', zone)
    expect((await zen.ask(about('8.26.56.10'))).opinions).toMatchObject([
      { says: 'hit', threat: 'spam', about: 'address', subject: '8.26.56.10', sharedBy: null },
    ])
    expect((await zen.ask(about('8.26.56.11', 'Google Workspace'))).opinions).toMatchObject([
      { says: 'policy', sharedBy: 'Google Workspace' },
    ])
  })

  it('is not asked about names, nor a domain list about addresses', async () => {
    const { source: zen } = await source('spamhaus-zen', zone)
    const { source: dbl } = await source('spamhaus-dbl', zone)
    expect((await zen.ask({ kind: 'domain', name: 'x.example' })).opinions).toEqual([])
    expect((await dbl.ask(about('8.26.56.10'))).opinions).toEqual([])
  })
})

it('a query that the blocklist check sent is not sent again', async () => {
  const { source: dbl, access, server, list } = await source('spamhaus-dbl', {})
  await access.ask(list, 'x.example')
  await dbl.ask({ kind: 'domain', name: 'x.example' })
  const sent = server.arrived.filter(({ name }) => name.toLowerCase() === 'x.example.dbl.spamhaus.org')
  expect(sent).toHaveLength(1)
})

it('every list of the table is one of the catalogue, and every code one of its labels', () => {
  for (const row of threatLists) {
    const list: Blocklist | undefined = blocklists.find(({ id }) => id === row.list)
    const labels = (list?.codes ?? []).flatMap(({ label, severity }) => (severity === null ? [] : [label]))
    expect(Object.keys(row.codes).sort(), row.id).toEqual([...new Set(labels)].sort())
  }
})
