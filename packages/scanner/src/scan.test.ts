import { type CheckId, checkIds } from '@waxseal/core/check'
import {
  type Answer,
  type RecordType,
  type Resolver,
  unasked,
  type Zone,
  zoneResolver,
  zonesOf,
} from '@waxseal/core/dns'
import type { ScanResult } from '@waxseal/core/health'
import { describe, expect, it } from 'vitest'
import { confirmingResolver } from './dns/index.ts'
import { holdTheClock } from './dns/testing/held-clock.ts'
import type { ScanProgress } from './progress.ts'
import { type ScanOptions, scan } from './scan.ts'
import { type OpenedDns, openDns } from './scan-dns.ts'
import { zoneBlocklists } from './testing/zone-blocklists.ts'
import { zoneServer } from './testing/zone-server.ts'
import { perfect, silent, weak } from './testing/zones.ts'

const now = () => new Date('2026-11-20T10:00:00Z')

/** The whole DNS as one object; `wait` can delay answers. */
function dnsOf(zone: Zone, wait?: (name: string, type: RecordType) => Promise<void>): OpenedDns {
  return {
    session: (signal, onAsked) => {
      const zoned = zoneResolver(zone, wait === undefined ? {} : { wait })
      const resolver: Resolver = {
        query: (name, type) => {
          onAsked?.()
          return abortable(zoned.query(name, type), signal)
        },
      }
      return {
        resolver,
        confirming: resolver,
        authoritative: null,
        witnesses: [],
        blocklists: zoneBlocklists(zone),
      }
    },
    stats: {
      questions: 0,
      packets: 0,
      resends: 0,
      tcp: 0,
      ignored: 0,
      postponed: 0,
      inFlight: 0,
      queued: 0,
      openSockets: 0,
    },
    close: async () => {},
  }
}

function abortable<T extends RecordType>(answer: Promise<Answer<T>>, signal?: AbortSignal): Promise<Answer<T>> {
  const cancelled = async (): Promise<Answer<T>> => {
    const failed = await zoneResolver({}).query('cancelled.example', 'A', AbortSignal.abort())
    return failed.kind === 'failed' ? failed : answer
  }
  if (signal?.aborted) return cancelled()
  return new Promise(resolve => {
    signal?.addEventListener('abort', () => resolve(cancelled()), { once: true })
    void answer.then(resolve)
  })
}

/** The same, but the zones' own servers are asked first and are unreachable. */
function unreachable(zone: Zone): OpenedDns {
  const dns = dnsOf(zone)
  const authoritative: Resolver = { query: () => Promise.resolve(unasked('unreachable', now().getTime())) }
  return {
    ...dns,
    session: (signal, onAsked) => {
      const plain = dns.session(signal, onAsked)
      return { ...plain, authoritative, confirming: confirmingResolver(plain.resolver, authoritative, { now }) }
    },
  }
}

function notesIn({ sections }: ScanResult): readonly string[] {
  return checkIds.flatMap(check => {
    const section = sections[check]
    return section.ran ? section.notes : []
  })
}

function scanOf(name: string, dns: OpenedDns, more: Partial<ScanOptions> = {}) {
  return scan({ name, tier: 'free', dns, now, ...more })
}

/** The checks without a result, except those that need a probe and do not apply here. */
function uncheckedIn({ sections }: ScanResult): CheckId[] {
  const { blacklist } = sections
  return checkIds.filter(check => {
    return check === 'blacklist' ? !blacklist.ran || !blacklist.value.success : !sections[check].ran
  })
}

describe('a scan', () => {
  it('collects every section and judges them all', async () => {
    const result = await scanOf('perfect.example', dnsOf(perfect))
    expect(result).toMatchObject({
      name: 'perfect.example',
      score: 100,
      coverage: 1,
      deductions: [],
      startedAt: '2026-11-20T10:00:00.000Z',
      basis: { tier: 'free', unchecked: [] },
    })
    expect(Object.values(result.sections).map(({ ran }) => ran)).toEqual(checkIds.map(() => true))
    // Findings without points are recommended all the same.
    expect(new Set(result.findings.map(({ check }) => check))).toEqual(new Set(['transport']))
  })

  it('sends at once every query that needs no other answer', async () => {
    const asked: string[] = []
    const held = Promise.withResolvers<void>()
    const result = scanOf(
      'perfect.example',
      dnsOf(perfect, async (name, type) => {
        asked.push(`${type} ${name}`)
        await held.promise
      }),
    )
    await Promise.resolve()
    expect(asked).toEqual(
      expect.arrayContaining([
        'A perfect.example',
        'AAAA perfect.example',
        'TXT perfect.example',
        'NS perfect.example',
        'MX perfect.example',
        'TXT _dmarc.perfect.example',
        'TXT _dmarc.example',
        'TXT _domainkey.perfect.example',
        'TXT s1._domainkey.perfect.example',
        'TXT _mta-sts.perfect.example',
        'TXT _smtp._tls.perfect.example',
      ]),
    )
    held.resolve()
    expect((await result).score).toBe(100)
  })

  it('reports its progress: each check, and the number of queries', async () => {
    const told: ScanProgress[] = []
    await scanOf('perfect.example', dnsOf(zonesOf(perfect, { '_dmarc.perfect.example': { fail: 'timeout' } })), {
      onProgress: progress => told.push(progress),
    })
    expect(told[0]?.checks).toEqual({
      ...Object.fromEntries(checkIds.map(check => [check, 'waiting'])),
      dns: 'running',
    })
    expect(told.at(-1)?.checks).toEqual({
      ...Object.fromEntries(checkIds.map(check => [check, 'done'])),
      dmarc: 'unchecked',
    })
    expect(told.at(-1)?.questions).toBeGreaterThan(8)
  })

  it('ends with its results so far when its caller gives up; the rest could not be checked', async () => {
    const never = new Promise<void>(() => {})
    const dns = dnsOf(perfect, name => (name.startsWith('_dmarc') ? never : Promise.resolve()))
    const caller = new AbortController()
    const result = await scanOf('perfect.example', dns, {
      signal: caller.signal,
      // Called when all other checks are done, however long that takes.
      onProgress: ({ checks: { dmarc, ...rest } }) => {
        if (dmarc === 'running' && Object.values(rest).every(state => state === 'done')) caller.abort()
      },
    })
    expect(result.sections.mx.ran).toBe(true)
    expect(result.sections.dmarc).toMatchObject({ ran: false, reason: 'cancelled' })
    expect(result).toMatchObject({ score: null, deductions: [], basis: { unchecked: ['dmarc'] } })
  })

  it('ends at its time limit', async () => {
    const dns = dnsOf(perfect, () => new Promise(() => {}))
    const result = await scanOf('perfect.example', dns, { timeLimitMs: 20 })
    expect(uncheckedIn(result)).toEqual(checkIds.filter(check => !['blacklist', 'threat', 'relay'].includes(check)))
    expect(result).toMatchObject({ score: null })
  })

  it('keeps its points when a lookup fails that succeeded before', async () => {
    const before = await scanOf('weak.example', dnsOf(weak))
    const dns = dnsOf(zonesOf(weak, { '_dmarc.weak.example': { fail: 'servfail' } }))
    const after = await scanOf('weak.example', dns, { previous: before })
    expect(after.sections.dmarc).toMatchObject({ ran: false, reason: 'servfail' })
    expect(after.score).toBe(before.score)
    expect(after.findings.find(finding => finding.id === 'dmarc_none')?.since).toBe('2026-11-20T10:00:00.000Z')
  })

  it('reports no own mail servers for a nonexistent domain, and does for a host in a dead zone', async () => {
    const gone = await scanOf('gone.example', unreachable({}))
    expect(gone.findings.map(({ id }) => id)).toEqual(['domain_not_found'])
    expect(notesIn(gone).filter(note => note.includes('servers'))).toEqual([])
    const there = await scanOf('there.example', unreachable({ 'there.example': { MX: [[10, 'mx.there.example']] } }))
    expect(notesIn(there)).toContain(
      "A mx.there.example: this is a resolver's answer. The zone's own servers could not be queried (the DNS servers are unreachable).",
    )
  })

  it('continues when a check crashes: it is reported, and its section could not be checked', async () => {
    const broken: OpenedDns = {
      ...dnsOf(perfect),
      session: () => {
        const { resolver, blocklists } = dnsOf(perfect).session()
        const query: Resolver['query'] = (name, type) =>
          type === 'MX' && name === 'perfect.example' ? Promise.reject(new Error('a bug')) : resolver.query(name, type)
        return { resolver: { query }, confirming: { query }, authoritative: null, witnesses: [], blocklists }
      },
    }
    const told: string[] = []
    const result = await scanOf('perfect.example', broken, { onError: check => told.push(check) })
    expect(told).toContain('mx')
    expect(result.sections.mx).toEqual({ ran: false, reason: 'internal', evidence: [] })
    expect(result.sections.dmarc.ran).toBe(true)
  })
})

describe('over the wire', () => {
  holdTheClock()

  it('sends each query once, even if several checks need the answer', async () => {
    const server = await zoneServer(perfect)
    const dns = openDns({ servers: [server.name], direct: false, blocklists: { rates: 'unlimited' } })
    const result = await scanOf('perfect.example', dns)
    const asked = server.arrived.map(({ name, type }) => `${type} ${name.toLowerCase()}`)
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
    expect(result.score).toBe(100)
    await dns.close()
    await server.close()
  })

  it('starts each scan with an empty cache', async () => {
    const server = await zoneServer(perfect)
    const dns = openDns({ servers: [server.name], direct: false, blocklists: { rates: 'unlimited' } })
    await scanOf('perfect.example', dns)
    // The self-tests of blocklists belong to the lists, and their results are kept for an hour.
    const about = () => server.arrived.filter(({ name }) => name.toLowerCase().endsWith('perfect.example')).length
    const first = about()
    expect(first).toBeGreaterThan(150)
    await scanOf('perfect.example', dns)
    expect(about()).toBe(2 * first)
    await dns.close()
    await server.close()
  })

  it('ends within its time limit when no server answers, and leaves nothing running', async () => {
    const server = await zoneServer(silent)
    const dns = openDns({ servers: [server.name], direct: false, blocklists: { rates: 'unlimited' } })
    // The clock of the queries does not advance, so the scan's own time limit ends them.
    const result = await scanOf('silent.example', dns, { timeLimitMs: 150 })
    expect(uncheckedIn(result)).toEqual(expect.arrayContaining(['dns', 'mx', 'spf', 'dmarc', 'blacklist']))
    expect(result.sections.mx).toMatchObject({ ran: false, reason: 'cancelled' })
    expect(dns.stats.inFlight).toBe(0)
    await dns.close()
    await server.close()
  })
})
