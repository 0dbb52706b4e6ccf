import { type Zone, zoneResolver, zonesOf } from '@waxseal/core/dns'
import { acceptedAt, demoWorld, openRelay, withPins, zoneOf } from '@waxseal/core/fixtures'
import type { ScanResult } from '@waxseal/core/health'
import { inMemoryRelayMemory } from '@waxseal/core/relay'
import type { Dial } from '../dial.ts'
import { type ScanOptions, scan } from '../scan.ts'
import type { OpenedDns } from '../scan-dns.ts'
import { openRelayProbe } from '../smtp/index.ts'
import { mailHostCertificates, type RunningHost, startMailHost, startPolicyHost } from './internet/hosts.ts'
import { type ServedPolicy, servedFrom } from './publish-action.ts'
import { zoneBlocklists } from './zone-blocklists.ts'

/** The demo world with its mail and policy hosts listening on this machine. */
export interface OpenWorld {
  /**
   * Scans a domain on the Business plan. A check that breaks throws.
   *
   * @param again a second scan, after `previous`; no server answers for names that end in `silent`
   * @param options `change`: what was changed in DNS before; `policy`: a policy file that is served meanwhile
   */
  scan: (
    name: string,
    again?: { previous: ScanResult; silent: string },
    options?: Pick<ScanOptions, 'threat'> & { change?: (zone: Zone) => Zone; policy?: ServedPolicy | null },
  ) => Promise<ScanResult>
  stop: () => Promise<void>
}

/** @param now what the scans take for the time; the open relay was found seven hours before */
export async function openWorld(now: () => Date): Promise<OpenWorld> {
  const certificates = mailHostCertificates()
  const zone = zonesOf(...withPins(demoWorld.zones, host => certificates.pin(host)).map(zoneOf))
  const ports = new Map<string, number>()
  const running: RunningHost[] = []
  /** Connections to anything but the hosts of the world are refused. */
  const dial: Dial = (address, port) => ({ address: '127.0.0.1', port: ports.get(`${address}:${port}`) ?? 9 })
  const listen = async (address: string, port: number, starting: Promise<RunningHost>): Promise<void> => {
    const host = await starting
    running.push(host)
    ports.set(`${address}:${port}`, host.port)
  }
  const place = { address: '127.0.0.1', port: 0 }
  await Promise.all([
    ...demoWorld.mailHosts.map(host => listen(host.address, 25, startMailHost(host, certificates.of(host), place))),
    ...demoWorld.policyHosts.map(host =>
      listen(host.address, 443, startPolicyHost(host, certificates.of(host), place)),
    ),
  ])
  const servePolicy = async ({ host, text }: ServedPolicy): Promise<RunningHost> => {
    const served = { host, address: servedFrom, policy: text }
    const started = await startPolicyHost(served, certificates.of(served), place)
    ports.set(`${servedFrom}:443`, started.port)
    return started
  }
  const memory = inMemoryRelayMemory()
  await memory.put(openRelay.address, acceptedAt(openRelay, new Date(now().getTime() - 7 * 3_600_000)))
  const relay = openRelayProbe({ memory, dial, ca: [certificates.authority], now })
  return {
    scan: async (name, again, { change, policy = null, ...options } = {}) => {
      const https = { dial, ca: certificates.authority }
      const changed = change?.(zone) ?? zone
      const dns = dnsOf(again === undefined ? changed : silenced(changed, again.silent))
      const host = policy === null ? null : await servePolicy(policy)
      try {
        return await scan({
          name,
          tier: 'business',
          dns,
          now,
          previous: again?.previous ?? null,
          relay,
          https,
          onError,
          ...options,
        })
      } finally {
        await host?.stop()
      }
    },
    stop: async () => {
      relay.close()
      await Promise.all(running.map(host => host.stop()))
    },
  }
}

function silenced(zone: Zone, suffix: string): Zone {
  return Object.fromEntries(
    Object.entries(zone).map(([name, entry]) => [name, name.endsWith(suffix) ? { fail: 'timeout' } : entry]),
  )
}

function dnsOf(zone: Zone): OpenedDns {
  const resolver = zoneResolver(zone)
  return {
    session: () => ({
      resolver,
      confirming: resolver,
      authoritative: resolver,
      witnesses: [resolver, resolver],
      blocklists: zoneBlocklists(zone),
    }),
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

function onError(check: string, cause: unknown): never {
  throw new Error(`the ${check} check broke`, { cause })
}
