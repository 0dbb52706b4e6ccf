import { zoneResolver, zonesOf } from '@waxseal/core/dns'
import { acceptedAt, demoWorld, openRelay, withPins, zoneOf } from '@waxseal/core/fixtures'
import { presentScan, type ScanResult } from '@waxseal/core/health'
import { inMemoryRelayMemory } from '@waxseal/core/relay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dial } from './dial.ts'
import { scan } from './scan.ts'
import type { OpenedDns } from './scan-dns.ts'
import { openRelayProbe } from './smtp/index.ts'
import { mailHostCertificates, type RunningHost, startMailHost, startPolicyHost } from './testing/internet/hosts.ts'
import { zoneBlocklists } from './testing/zone-blocklists.ts'

const now = () => new Date('2026-11-20T10:00:00Z')
const certificates = mailHostCertificates()
const zone = zonesOf(...withPins(demoWorld.zones, host => certificates.pin(host)).map(zoneOf))
const ports = new Map<string, number>()
const running: RunningHost[] = []
const memory = inMemoryRelayMemory()
let relay: ReturnType<typeof openRelayProbe>

/** The hosts of the world listen on this machine; every other connection is refused. */
const dial: Dial = (address, port) => ({ address: '127.0.0.1', port: ports.get(`${address}:${port}`) ?? 9 })

async function listen(address: string, port: number, starting: Promise<RunningHost>): Promise<void> {
  const host = await starting
  running.push(host)
  ports.set(`${address}:${port}`, host.port)
}

beforeAll(async () => {
  const place = { address: '127.0.0.1', port: 0 }
  await Promise.all([
    ...demoWorld.mailHosts.map(host => listen(host.address, 25, startMailHost(host, certificates.of(host), place))),
    ...demoWorld.policyHosts.map(host =>
      listen(host.address, 443, startPolicyHost(host, certificates.of(host), place)),
    ),
  ])
  await memory.put(openRelay.address, acceptedAt(openRelay, new Date(now().getTime() - 7 * 3_600_000)))
  relay = openRelayProbe({ memory, dial, ca: [certificates.authority], now })
})
afterAll(async () => {
  relay.close()
  await Promise.all(running.map(host => host.stop()))
})

function onError(check: string, cause: unknown): never {
  throw new Error(`the ${check} check broke`, { cause })
}

function scanned(name: string): Promise<ScanResult> {
  const resolver = zoneResolver(zone)
  const dns: OpenedDns = {
    session: () => ({
      resolver,
      confirming: resolver,
      authoritative: resolver,
      witnesses: [resolver, resolver],
      blocklists: zoneBlocklists(zone),
    }),
    stats: { questions: 0, packets: 0, resends: 0, tcp: 0, ignored: 0, inFlight: 0, queued: 0, openSockets: 0 },
    close: async () => {},
  }
  const https = { dial, ca: certificates.authority }
  return scan({ name, tier: 'business', dns, now, relay, https, onError })
}

describe('a scan of a domain of the world', () => {
  it.each(demoWorld.domains.map(domain => [domain.name, domain] as const))(
    'finds in %s what its story tells',
    async (name, { findings, score }) => {
      const result = await scanned(name)
      const found = result.findings.filter(({ check }) => check !== 'transport').map(({ id }) => id)
      expect({ score: result.score, findings: found.toSorted() }).toEqual({ score, findings })
    },
  )

  it('shows both tests of the open relay, each with its time', async () => {
    const { findings, sections } = await scanned('listed.example')
    const rests: readonly string[] = findings.find(({ id }) => id === 'relay_open')?.evidence ?? []
    const shown = sections.relay.evidence.filter(({ id }) => rests.includes(id))
    const sessions = shown.flatMap(piece => (piece.kind === 'smtp' ? [piece] : []))
    expect(sessions.map(({ askedAt }) => (now().getTime() - askedAt) / 3_600_000)).toEqual([7, 0])
    for (const { lines } of sessions) expect(lines).toContain('S: 250 Accepted')
  })

  it('finds the outdated TLS and the certificate of keys.example, each in its own part', async () => {
    const parts = presentScan(await scanned('keys.example')).results.transport?.parts ?? []
    expect(parts.slice(0, 2)).toMatchObject([
      { id: 'starttls', state: 'recommendation', findings: ['tls_outdated'] },
      { id: 'certificate', state: 'recommendation', findings: ['mx_certificate_untrusted'] },
    ])
  })

  it('recommends nothing to perfect.example, and could check all of it', async () => {
    const result = await scanned('perfect.example')
    expect(result).toMatchObject({ findings: [], coverage: 1, basis: { unchecked: [] } })
  })
})
