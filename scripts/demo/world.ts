/** The Internet of the demo: the world of the fixtures on ports of the loopback, today and on earlier days. */
import type { Zone, ZoneEntry } from '@waxseal/core/dns'
import { blocklistZones, demoWorld, type WorldMailHost, type WorldZone, withPins } from '@waxseal/core/fixtures'
import type { Dial } from '@waxseal/scanner'
import {
  mailHostCertificates,
  type RunningHost,
  startMailHost,
  startPolicyHost,
} from '../../packages/scanner/src/testing/internet/hosts.ts'
import { startNameServer } from '../../packages/scanner/src/testing/internet/name-server.ts'
import { changes, listedDaysAgo, relaysDaysAgo } from './past.data.ts'

export interface DemoInternet {
  /** The resolver: `address:port`. */
  resolver: string
  /** The certificate authority of the hosts, as PEM. */
  ca: string
  /** Maps every address of the world to its place on the loopback, and every other to a closed port. */
  dial: Dial
  /** Sets the world to its state of that many days ago; 0 is today. */
  turnTo(daysAgo: number): void
  /** Replaces today's records of these zones, by name. @throws Error for invalid DNS data */
  replace(zones: ReadonlyMap<string, Zone>): void
  /** Lets the name server at this port of the loopback answer for a zone. */
  delegate(zone: string, port: number): void
  stop(): Promise<void>
}

const loopback = { address: '127.0.0.1', port: 0 } as const
/** No server listens at tcpmux, so connections are refused at once. */
const closed = { address: '127.0.0.1', port: 1 } as const

export async function startInternet(): Promise<DemoInternet> {
  const certificates = mailHostCertificates()
  let daysAgo = 0
  let replaced: ReadonlyMap<string, Zone> = new Map()
  const zonesWith = (records: ReadonlyMap<string, Zone>) =>
    withPins(zonesAt(daysAgo), host => certificates.pin(host)).map(zone => {
      const given = daysAgo === 0 ? records.get(zone.name) : undefined
      return given === undefined ? zone : { ...zone, records: given }
    })
  const server = await startNameServer(zonesWith(replaced))
  const running: RunningHost[] = []
  const start = async (host: WorldMailHost) => {
    const started = await startMailHost(host, certificates.of(host), loopback)
    running.push(started)
    return { address: loopback.address, port: started.port }
  }
  const places = new Map<string, () => { address: string; port: number }>()
  await Promise.all([
    ...demoWorld.mailHosts.map(async host => {
      const now = await start(host)
      const { relays: _relays, ...honest } = host
      const before = host.relays ? await start(honest) : now
      places.set(`${host.address}:25`, () => (daysAgo > (relaysDaysAgo[host.host] ?? daysAgo) ? before : now))
    }),
    ...demoWorld.policyHosts.map(async host => {
      const started = await startPolicyHost(host, certificates.of(host), loopback)
      running.push(started)
      places.set(`${host.address}:443`, () => ({ address: loopback.address, port: started.port }))
    }),
  ])
  return {
    resolver: `${loopback.address}:${server.port}`,
    ca: certificates.authority,
    dial: (address, port) =>
      port === 53 ? { address: loopback.address, port: server.port } : (places.get(`${address}:${port}`)?.() ?? closed),
    turnTo(days) {
      daysAgo = days
      server.serve(zonesWith(replaced))
    },
    replace(zones) {
      server.serve(zonesWith(zones))
      replaced = zones
    },
    delegate: (zone, port) => server.delegate(zone, port),
    async stop() {
      await Promise.all([server.close(), ...running.map(host => host.stop())])
    },
  }
}

/** Every zone in its state of that many days ago. */
function zonesAt(daysAgo: number): WorldZone[] {
  const lists = new Set(blocklistZones(demoWorld.listings).map(({ name }) => name))
  const listings = demoWorld.listings.filter(({ subject }) => daysAgo <= (listedDaysAgo[subject] ?? daysAgo))
  const rest = demoWorld.zones.filter(({ name }) => !lists.has(name))
  return [...rest.map(zone => asItWas(zone, daysAgo)), ...blocklistZones(listings)]
}

function asItWas(zone: WorldZone, daysAgo: number): WorldZone {
  // The newest change is undone first: an older one then has the records from before it.
  const undone = changes.filter(change => change.zone === zone.name && change.daysAgo < daysAgo)
  return undone
    .toSorted((a, b) => a.daysAgo - b.daysAgo)
    .reduce<WorldZone>((now, { before = {}, signedBefore }) => {
      const records: Record<string, ZoneEntry> = { ...now.records }
      for (const [name, entry] of Object.entries(before)) {
        if (entry === null) delete records[name]
        else records[name] = { ...records[name], ...entry }
      }
      return { ...now, records, ...(signedBefore ? { dnssec: 'signed' } : {}) }
    }, zone)
}
