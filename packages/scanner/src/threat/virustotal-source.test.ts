import type { ThreatTarget } from '@waxseal/core/threat'
import { describe, expect, it } from 'vitest'
import { domainObject } from '../testing/virustotal.ts'
import { key, virusTotalWorld } from '../testing/virustotal-world.ts'
import { virusTotalClient } from './virustotal-client.ts'
import { virusTotalSource } from './virustotal-source.ts'

const domain: ThreatTarget = { kind: 'domain', name: 'example.com' }
const address: ThreatTarget = { kind: 'address', address: '8.26.56.10', sharedBy: 'Google Workspace' }
const world = virusTotalWorld()

describe('VirusTotal asked about a domain', () => {
  it('answers with an opinion of each engine, and the facts of its report', async () => {
    const answer = await world.open().ask(domain)
    expect(answer.opinions.map(({ vendor, says }) => [vendor, says])).toEqual([
      ['ESET', 'hit'],
      ['Webroot', 'weak'],
      ['Sophos', 'clean'],
    ])
    expect(answer.report).toEqual({
      subject: 'example.com',
      counts: { malicious: 1, suspicious: 1, harmless: 1 },
      country: null,
      asOwner: null,
      categories: ['business', 'mail'],
    })
  })

  it('has evidence in plain lines, not the raw answer', async () => {
    const { evidence, opinions } = await world.open().ask(domain)
    const url = 'https://www.virustotal.com/api/v3/domains/example.com'
    expect(evidence).toEqual([
      {
        id: `HTTP ${url}`,
        kind: 'http',
        question: { name: url, type: 'HTTP' },
        outcome: 'response',
        status: 200,
        lines: [
          `GET ${url} at 74.125.34.46`,
          'status 200, application/json',
          '1 malicious, 1 suspicious, 1 harmless, 1 undetected, 0 timeout',
          'ESET: malicious (phishing)',
          'Webroot: suspicious',
          'categories business, mail',
        ],
        ms: expect.any(Number),
        askedAt: Date.parse(world.time),
      },
    ])
    expect(opinions.every(opinion => opinion.evidence[0] === `HTTP ${url}`)).toBe(true)
  })

  it('names at most 40 engines in the evidence', async () => {
    const engines = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`Engine ${at}`, 'malicious' as const]))
    const body = JSON.stringify({ data: domainObject('example.com', { engines }) })
    world.server.next({ status: 200, body })
    const { evidence, opinions } = await world.open().ask(domain)
    expect(opinions).toHaveLength(90)
    expect(evidence[0]).toMatchObject({ lines: { length: 44 } })
    expect(JSON.stringify(evidence)).toContain('… and 50 more engines')
  })

  it('says so when it does not know it, and that is kept too', async () => {
    const source = world.open()
    const unknown: ThreatTarget = { kind: 'domain', name: 'unknown.example' }
    for (let round = 0; round < 2; round++) {
      const { opinions, report } = await source.ask(unknown)
      expect(opinions).toMatchObject([{ says: 'none', reason: 'does not know unknown.example', failure: null }])
      expect(report).toBeUndefined()
    }
    expect(world.server.requests).toEqual(['404 /api/v3/domains/unknown.example'])
  })
})

it('an address is asked by its own path, and a shared one names its provider', async () => {
  const source = world.open()
  const { opinions, report } = await source.ask(address)
  expect(opinions).toMatchObject([{ about: 'address', says: 'hit', sharedBy: 'Google Workspace' }])
  expect(report).toMatchObject({ country: 'DE', asOwner: 'Example Net' })
  await source.ask({ kind: 'address', address: '2001:db8::1', sharedBy: null })
  expect(world.server.requests).toEqual(['200 /api/v3/ip_addresses/8.26.56.10', '200 /api/v3/ip_addresses/2001:db8::1'])
})

it('a target that it may not be asked about gets no request', async () => {
  const { memory, server } = world
  const { ca, dial, resolver } = server
  const source = virusTotalSource(virusTotalClient({ key, memory, ca, dial, resolver: () => resolver }), ['domain'])
  expect(await source.ask(address)).toEqual({ opinions: [], evidence: [] })
  expect(await source.ask({ kind: 'host', name: 'mx.example.com' })).toEqual({ opinions: [], evidence: [] })
  expect(world.server.requests).toEqual([])
})

describe('an answer', () => {
  it('is asked once and then recalled, with the time of its request', async () => {
    const first = await world.open().ask(domain)
    world.time = '2026-11-25T20:00:00.000Z'
    const later = await world.open().ask(domain)
    expect(later).toEqual(first)
    expect(later.evidence).toMatchObject([{ askedAt: Date.parse('2026-11-25T10:00:00.000Z') }])
    expect(world.server.requests).toHaveLength(1)
    expect(world.memory.free).toBe(99)
  })

  it('is shared by all who ask at the same time', async () => {
    const source = world.open()
    const answers = await Promise.all([source.ask(domain), source.ask(domain), source.ask(domain)])
    expect(new Set(answers.map(({ opinions }) => opinions.length))).toEqual(new Set([3]))
    expect(world.server.requests).toHaveLength(1)
  })

  it('is kept although the caller stopped waiting', async () => {
    const release = world.server.hold()
    const source = world.open()
    const caller = new AbortController()
    const asked = source.ask(domain, caller.signal)
    const other = source.ask(domain)
    caller.abort()
    expect((await asked).opinions).toMatchObject([
      { says: 'unknown', failure: 'cancelled', reason: 'could not be asked: the scan ended before the answer arrived' },
    ])
    release()
    expect((await other).opinions).toHaveLength(3)
    expect(world.memory.stored.size).toBe(1)
  })

  it('of a caller that stopped before asks nothing', async () => {
    expect((await world.open().ask(domain, AbortSignal.abort())).opinions).toMatchObject([{ failure: 'cancelled' }])
    expect(world.server.requests).toEqual([])
  })
})
