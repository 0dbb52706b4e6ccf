import type { HeaderAnalysisReply } from '@waxseal/contract'
import { blocklists } from '@waxseal/core/blacklist'
import type { Tier } from '@waxseal/core/plan'
import { zoneServer } from '@waxseal/scanner/testing'
import { addressObject, domainObject, type FakeVirusTotal, startVirusTotal } from '@waxseal/scanner/testing-virustotal'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { errorForLog } from '../cli/log.ts'
import { threatCache, threatQuota } from '../db/schema/index.ts'
import { readEnv } from '../env.ts'
import { runScan } from '../features/scans/run-scan.ts'
import { startScan } from '../features/scans/start-scan.ts'
import { newestScan } from '../features/scans/store.ts'
import { openTestApp, type TestApp } from '../testing/app.ts'
import { aDomain, type Owner } from '../testing/factories.ts'
import { onTheStore, openTestStore } from '../testing/store.ts'
import { scanWith } from './scan.ts'

const key = '0123456789abcdef'.repeat(4)
const neverStops = new AbortController().signal

const objects = [
  domainObject('example.com', {
    engines: { ESET: ['malicious', 'phishing'], Sophos: 'malicious', CMC: 'harmless', Webroot: 'undetected' },
    categories: { BitDefender: 'business' },
  }),
  addressObject('8.26.56.10', { engines: { Sophos: 'harmless' } }),
]

const zone = {
  'www.virustotal.com': { A: ['74.125.34.46'] },
  'example.com': { MX: [[10, 'mx.example.com'] as const], TXT: ['v=spf1 mx -all'] },
  'mx.example.com': { A: ['8.26.56.10'] },
}

const message = [
  'Received: from mail.example.com (mail.example.com [8.26.56.10]) by mx.example.net with ESMTPS; Fri, 20 Nov 2026 08:59:00 +0000',
  'From: Alex <alex@example.com>',
  'Subject: Hello',
].join('\r\n')

onTheStore('a server with a key of VirusTotal', kind => {
  let virusTotal: FakeVirusTotal
  let server: TestApp
  let closeAll: () => Promise<void>
  const lines: string[] = []

  beforeAll(async () => {
    virusTotal = await startVirusTotal({ key, objects })
    const nameServer = await zoneServer(zone)
    const env = readEnv({
      DNS_SERVERS: nameServer.name,
      DNSBL_OFF: blocklists.map(({ id }) => id).join(),
      THREAT_SOURCES: 'none',
      RELAY_TEST: 'off',
      VIRUSTOTAL_API_KEY: key,
    })
    const log = pino({ level: 'trace', serializers: { err: errorForLog } }, { write: line => void lines.push(line) })
    const store = await openTestStore(kind)
    const { dial, ca } = virusTotal
    server = await openTestApp(kind, { env, log, store })
    const { metrics, now } = server.deps
    const scanner = scanWith(env, { now, log, store, metrics, fakeNetwork: { dial, ca } })
    const { scan, analyzeMessage, askReputation } = scanner
    Object.assign(server.deps, { scan, analyzeMessage, askReputation })
    closeAll = async () => {
      await server.close()
      await scanner.close()
      await Promise.all([virusTotal.close(), nameServer.close()])
    }
  })
  beforeEach(async () => {
    await server.deps.store.db.delete(threatCache)
    await server.deps.store.db.delete(threatQuota)
    lines.length = 0
  })
  afterAll(() => closeAll())

  /** The requests that the work sends, each with the status of its answer. */
  const sentBy = async <T>(work: () => Promise<T>): Promise<[T, string[]]> => {
    const before = virusTotal.requests.length
    const result = await work()
    return [result, virusTotal.requests.slice(before).toSorted()]
  }
  const reputation = async (tier: Tier = 'pro') => {
    const user = await server.aUser({ tier })
    const { status, body } = await user.post('/headers/analyze', { raw_headers: message })
    expect(status).toBe(200)
    const { vt_results: reply } = body as HeaderAnalysisReply
    return { reply, usage: (await user.get('/vt/usage')).body }
  }
  const scanned = async (owner: Owner) => {
    const { id } = await aDomain(server.deps.store, owner, { name: 'example.com' })
    await runScan(server.deps, await startScan(server.deps, owner, id), neverStops)
    const result = await newestScan(server.deps.store.db, id)
    if (result === undefined) throw new Error('the scan is not stored')
    return result.sections.threat
  }
  const counted = async (outcome: string): Promise<number> => {
    const metric = await server.deps.metrics.registry.getSingleMetric('waxseal_virustotal_requests_total')?.get()
    return metric?.values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? Number.NaN
  }

  const refusals = () => lines.filter(line => line.includes('VirusTotal refuses the key')).length
  const refused = async () => {
    virusTotal.next({ error: 'WrongCredentialsError' }, { error: 'WrongCredentialsError' })
    return reputation()
  }

  it('shows the engines, the country, the owner and the categories of a message’s address and domain', async () => {
    const [{ reply, usage }, sent] = await sentBy(() => reputation())
    expect(sent).toEqual(['200 /api/v3/domains/example.com', '200 /api/v3/ip_addresses/8.26.56.10'])
    expect(reply).toMatchObject({
      error: null,
      overall_verdict: 'malicious',
      ips: { '8.26.56.10': { malicious: 0, harmless: 1, country: expect.any(String), as_owner: expect.any(String) } },
      domains: { 'example.com': { malicious: 2, harmless: 1, categories: ['business'] } },
      note: null,
    })
    const vendors = reply.domains['example.com']?.vendor_results.map(({ vendor }) => vendor)
    expect(vendors).toEqual(expect.arrayContaining(['ESET', 'Sophos', 'CMC']))
    expect(usage).toMatchObject({ current_usage: 1 })
  })

  it('asks about a subject once in 24 hours, for all workspaces, messages and scans', async () => {
    const cached = await counted('cached')
    const [{ reply: first }] = await sentBy(() => reputation())
    const [{ reply: second }, again] = await sentBy(() => reputation())
    expect(again).toEqual([])
    expect(second).toEqual(first)
    const user = await server.aUser({ tier: 'pro' })
    const [, scan] = await sentBy(() => scanned(user.actor))
    expect(scan).toEqual([])
    expect((await counted('cached')) - cached).toBe(3)
  })

  it('has opinions of its engines in a scan, which asks about the domain alone', async () => {
    const { actor } = await server.aUser({ tier: 'pro' })
    const [section, sent] = await sentBy(() => scanned(actor))
    expect(sent).toEqual(['200 /api/v3/domains/example.com'])
    if (!section.ran) throw new Error('the threat check did not run')
    const { sources, opinions } = section.value
    expect(sources).toEqual(['VirusTotal'])
    expect(opinions.filter(({ says }) => says === 'hit').map(({ vendor }) => vendor)).toEqual(
      expect.arrayContaining(['ESET', 'Sophos']),
    )
  })

  it('words its verdict from Pro on', async () => {
    const { reply: free } = await reputation('free')
    expect(free.domains['example.com']).not.toHaveProperty('smart_verdict')
    const { reply: pro } = await reputation('pro')
    expect(pro.domains['example.com']?.smart_verdict).toContain('ESET')
  })

  it('with a used-up quota offers no upgrade, and returns the lookup of the plan', async () => {
    // Four requests are the quota of the minute.
    for (let messages = 0; messages < 2; messages++) {
      await reputation()
      await server.deps.store.db.delete(threatCache)
    }
    const quota = await counted('quota')
    const [{ reply, usage }, sent] = await sentBy(() => reputation())
    expect(sent).toEqual([])
    expect(reply).toMatchObject({ error: 'unavailable', overall_verdict: null })
    expect(usage).toMatchObject({ current_usage: 0 })
    const user = await server.aUser({ tier: 'free' })
    expect((await scanned(user.actor)).ran).toBe(false)
    expect((await user.get('/vt/usage')).body).toMatchObject({ current_usage: 0 })
    expect((await counted('quota')) - quota).toBe(3)
  })

  it('pauses for all processes after status 429, and asks again after it', async () => {
    const before = await Promise.all(['paused', 'answered'].map(counted))
    virusTotal.next({ error: 'TooManyRequestsError' }, { error: 'TooManyRequestsError' })
    const [{ reply }] = await sentBy(() => reputation())
    expect(reply.error).toBe('unavailable')
    expect(await sentBy(() => reputation())).toMatchObject([{ reply: { error: 'unavailable' } }, []])
    server.deps.clock.pass(61_000)
    expect((await sentBy(() => reputation()))[1]).toHaveLength(2)
    const after = await Promise.all(['paused', 'answered'].map(counted))
    expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([2, 2])
  })

  it('names a refused key once in the log, and once more if VirusTotal answered in between', async () => {
    const before = await Promise.all(['refused', 'failed'].map(counted))
    const { reply, usage } = await refused()
    expect(reply.error).toBe('unavailable')
    expect(usage).toMatchObject({ current_usage: 0 })
    await refused()
    expect(refusals()).toBe(1)
    server.deps.clock.pass(60_000)
    virusTotal.next({ error: 'TransientError' })
    await reputation()
    await server.deps.store.db.delete(threatCache)
    await refused()
    expect(refusals()).toBe(2)
    const after = await Promise.all(['refused', 'failed'].map(counted))
    expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([6, 1])
  })

  it('keeps the key out of the log, of replies and of the database', async () => {
    const { reply } = await reputation()
    const { actor } = await server.aUser({ tier: 'pro' })
    const value = await scanned(actor)
    const stored = await server.deps.store.db.select().from(threatCache)
    expect(stored.length).toBeGreaterThan(1)
    for (const text of [lines.join(), JSON.stringify([reply, value, stored])]) expect(text).not.toContain(key)
  })
})
