/**
 * A small Internet on this machine: a signed root, top-level domains, zones served by NSD, and a validating Unbound.
 *
 * It runs in a network namespace with only a loopback device (scripts/in-namespace), so the servers can have any
 * address and the real port 53, and nothing outside can be reached or disturbed. One lab at a time.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { control } from './control.ts'
import { type Daemon, serialAt, startDaemon } from './daemon.ts'
import { addresses, type LabZone, nameserver, writeInternet, zoneFile, zoneText } from './internet.ts'

export { addresses, type LabZone, nameserver } from './internet.ts'

export interface Lab {
  /** `address:port` of the Unbound that resolves and validates from the lab's own root. */
  resolver: string
  /**
   * Replaces the records of an unsigned zone at its own servers (including delegations below it), and resolves when
   * they serve the new ones. Resolvers keep their caches.
   *
   * @param nameservers its NS records; as in the delegation by default
   */
  publish(zone: string, records: string, nameservers?: readonly string[]): Promise<void>
  /** Stops serving an unsigned zone, as a deleted one; publishing it again serves it again. Delegations stay. */
  withdraw(zone: string): Promise<void>
  /** Empties the resolver's cache. */
  forget(): Promise<void>
  /** Stops every server and removes the lab's files. */
  stop(): Promise<void>
}

export interface LabOptions {
  /** Name servers beside those of `nameserver`: host name to address. */
  hosts?: ReadonlyMap<string, string>
  /** The same for name servers that the test starts itself: the lab only has their names and addresses. */
  elsewhere?: ReadonlyMap<string, string>
  /** Whether the resolver explains its failures (RFC 8914); true by default. */
  ede?: boolean
}

/**
 * Starts a lab with these zones.
 *
 * @throws Error outside its own namespace, or when a server does not start (with its output)
 */
export async function startLab(zones: readonly LabZone[], options: LabOptions = {}): Promise<Lab> {
  if (Object.keys(networkInterfaces()).some(name => name !== 'lo')) {
    throw new Error('The lab runs inside scripts/in-namespace only: here it could disturb the real network.')
  }
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-lab-'))
  const hosts = options.hosts ?? new Map<string, string>()
  const elsewhere = options.elsewhere ?? new Map<string, string>()
  const daemons: Daemon[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(daemons.map(daemon => daemon.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const zoneAddresses = [...new Set([addresses.zone, ...hosts.values()])]
    claim([...Object.values(addresses), ...zoneAddresses, ...elsewhere.values()])
    const files = writeInternet(folder, zones, new Map([...hosts, ...elsewhere]))
    const serve = (server: 'root' | 'tld' | 'zone', at: readonly string[]): Promise<Daemon> =>
      startNsd(join(folder, server), at, files[server])
    const starting = await Promise.allSettled([
      serve('root', [addresses.root]),
      serve('tld', [addresses.tld]),
      serve('zone', zoneAddresses),
      startRefusing(folder),
      startRogue(folder),
      startUnbound(folder, files.trustAnchor, options.ede ?? true),
    ])
    for (const outcome of starting) if (outcome.status === 'fulfilled') daemons.push(outcome.value)
    for (const outcome of starting) if (outcome.status === 'rejected') throw outcome.reason
  } catch (error) {
    await stop()
    throw error
  }
  const byName = new Map(zones.map(zone => [zone.name, zone]))
  const serials = new Map<string, number>()
  return {
    resolver: `${addresses.resolver}:53`,
    stop,
    async withdraw(name) {
      const config = join(folder, 'zone', 'nsd.conf')
      writeFileSync(config, readFileSync(config, 'utf8').replace(zoneBlock(name), ''))
      await control('nsd', join(folder, 'zone', controlSocket), 'reconfig')
      for (let seen = 0, deadline = Date.now() + 5000; seen < 20; ) {
        seen = (await serialAt(addresses.zone, name)) === null ? seen + 1 : 0
        if (Date.now() > deadline) throw new Error(`${name}: NSD still serves it`)
      }
    },
    forget: () => control('unbound', join(folder, 'unbound.sock'), 'flush_zone .'),
    async publish(name, records, nameservers) {
      const zone = byName.get(name)
      if (zone?.records === undefined || zone.dnssec) throw new Error(`${name} is no unsigned zone of this lab`)
      const serial = (serials.get(name) ?? 1) + 1
      serials.set(name, serial)
      const text = zoneText(name, serial, nameservers ?? zone.nameservers ?? [nameserver.zone], records)
      writeFileSync(join(folder, 'zone', zoneFile(name)), text)
      const config = join(folder, 'zone', 'nsd.conf')
      const served = readFileSync(config, 'utf8')
      if (!served.includes(zoneBlock(name))) writeFileSync(config, served + zoneBlock(name))
      const command = served.includes(zoneBlock(name)) ? `reload ${name}` : 'reconfig'
      await control('nsd', join(folder, 'zone', controlSocket), command)
      // While NSD reloads, its previous process may answer after the next one already did.
      for (let seen = 0, deadline = Date.now() + 5000; seen < 20; ) {
        seen = (await serialAt(addresses.zone, name)) === serial ? seen + 1 : 0
        if (Date.now() > deadline) throw new Error(`${name}: NSD does not serve serial ${serial}`)
      }
    },
  }
}

/** In the folder of a server of NSD. */
const controlSocket = 'control.sock'

/** A zone in NSD's configuration. */
function zoneBlock(zone: string): string {
  return `zone:\n  name: "${zone}"\n  zonefile: "${zoneFile(zone)}"\n`
}

/** Gives this namespace's loopback device the servers' addresses. */
function claim(wanted: readonly string[]): void {
  const lines = [...new Set(wanted)].filter(address => !address.startsWith('127.'))
  run('ip', ['-batch', '-'], lines.map(address => `addr replace ${address}/32 dev lo`).join('\n'))
}

function run(program: string, args: readonly string[], input?: string): void {
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }
  execFileSync(program, args, { env, stdio: ['pipe', 'ignore', 'inherit'], ...(input === undefined ? {} : { input }) })
}

async function startNsd(folder: string, at: readonly string[], zones: readonly string[]): Promise<Daemon> {
  const config = join(folder, 'nsd.conf')
  writeFileSync(
    config,
    `server:
${at.map(address => `  ip-address: ${address}@53`).join('\n')}
  username: ""
  chroot: ""
  zonesdir: "${folder}"
  database: ""
  pidfile: ""
  xfrdfile: "${folder}/xfrd.state"
  xfrdir: "${folder}"
  zonelistfile: "${folder}/zone.list"
  server-count: 1
  refuse-any: yes
  rrl-ratelimit: 0
remote-control:
  control-enable: yes
  control-interface: "${folder}/${controlSocket}"
${zones.map(zoneBlock).join('')}`,
  )
  const [first = addresses.zone] = at
  const [zone = '.'] = zones
  return await startDaemon(['nsd', '-d', '-c', config], join(folder, 'nsd.log'), async () =>
    zones.length === 0 ? true : (await serialAt(first, zone)) !== null,
  )
}

async function startRefusing(folder: string): Promise<Daemon> {
  const own = 'lab-servers.invalid'
  const inner = join(folder, 'refusing')
  mkdirSync(inner)
  writeFileSync(join(inner, zoneFile(own)), zoneText(own, 1, [nameserver.refusing], ''))
  return await startNsd(inner, [addresses.refusing], [own])
}

async function startUnbound(folder: string, trustAnchor: string, ede: boolean): Promise<Daemon> {
  const config = join(folder, 'unbound.conf')
  const hints = join(folder, 'root.hints')
  writeFileSync(hints, `. 3600000 IN NS a.root-servers.net.\na.root-servers.net. 3600000 IN A ${addresses.root}\n`)
  writeFileSync(
    config,
    `server:
  interface: ${addresses.resolver}@53
  access-control: 127.0.0.0/8 allow
  do-ip6: no
  do-daemonize: no
  username: ""
  chroot: ""
  directory: "${folder}"
  pidfile: ""
  use-syslog: no
  logfile: ""
  ede: ${ede ? 'yes' : 'no'}
  unblock-lan-zones: yes
  udp-connect: yes
  num-threads: 1
  # A server that was silent a moment ago is asked as patiently as before: what is slow stays slow for every test.
  infra-host-ttl: 1
  root-hints: "${hints}"
  trust-anchor-file: "${trustAnchor}"
remote-control:
  control-enable: yes
  control-interface: "${folder}/unbound.sock"
  control-use-cert: no
`,
  )
  const log = join(folder, 'unbound.log')
  return await startDaemon(
    ['unbound', '-d', '-p', '-c', config],
    log,
    async () => (await serialAt(addresses.resolver, '.')) !== null,
  )
}

async function startRogue(folder: string): Promise<Daemon> {
  const log = join(folder, 'rogue.log')
  const script = join(import.meta.dirname, 'rogue-server.ts')
  const command = [process.execPath, script, `silent=${addresses.silent}`, `garbage=${addresses.garbage}`] as const
  return await startDaemon([...command], log, async () => {
    await new Promise(resolve => setTimeout(resolve, 10))
    return readFileSync(log, 'utf8').includes('listening')
  })
}
