/**
 * The definition of the lab's Internet: from a list of zones it makes the zone files of the root, the top-level domains
 * and the zones themselves, delegated and signed from the root down.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The addresses of all servers. They are real ones where a client must take them for public. */
export const addresses = {
  root: '198.41.0.4',
  tld: '192.5.6.30',
  zone: '205.251.192.1',
  /** A running server that knows none of the queried names: REFUSED. */
  refusing: '205.251.199.251',
  /** A server that knows only the root, and refers clients back to the top-level domain. */
  referring: '198.41.0.4',
  /** A closed port, which the kernel reports at once (Unbound keeps trying all the same). */
  closed: '205.251.199.253',
  silent: '205.251.199.254',
  garbage: '205.251.199.252',
  resolver: '127.0.0.1',
} as const

/** Host names that a zone can be delegated to; all of them are in the lab's `net`. */
export const nameserver = {
  zone: 'ns1.lab-servers.net',
  refusing: 'refusing.lab-servers.net',
  referring: 'referring.lab-servers.net',
  silent: 'silent.lab-servers.net',
  garbage: 'garbage.lab-servers.net',
} as const

/** How a zone is signed. All but the first are broken. */
export type LabDnssec =
  | 'signed'
  | 'wrong-ds' // the parent names a key the zone does not have
  | 'wrong-algorithm' // the parent names the key with another algorithm
  | 'wrong-digest' // the parent names the key with another digest
  | 'expired' // old signatures
  | 'not-yet-valid' // signatures of the future
  | 'no-keys' // the parent names a key, and the zone is not signed
  | 'no-signatures' // keys and their signatures only
  | 'spoiled-dmarc' // signed, but the signature of the TXT record at `_dmarc` belongs to other data

export interface LabZone {
  name: string
  /**
   * Lines of a zone file with names relative to the zone; SOA and NS are added. Absent: the zone is only delegated, and
   * no server has it.
   */
  records?: string
  dnssec?: LabDnssec
  /** The name servers in the parent's delegation; `nameserver.zone` by default. */
  nameservers?: readonly string[]
}

/** The zone files of an Internet. */
export interface ZoneFiles {
  root: readonly string[]
  tld: readonly string[]
  zone: readonly string[]
  /** The file with the root's key. */
  trustAnchor: string
}

/** The file of a zone in its server's directory: `.` is `root.zone`. */
export function zoneFile(zone: string): string {
  return `${zone === '.' ? 'root' : zone}.zone`
}

/** The text of a zone with the required SOA and NS. */
export function zoneText(zone: string, serial: number, nameservers: readonly string[], records: string): string {
  const origin = zone === '.' ? '.' : `${zone}.`
  const soa = `@ 900 IN SOA ${nameserver.zone}. hostmaster.lab-servers.net. ${serial} 7200 3600 1209600 300`
  const ns = nameservers.map(host => `@ 172800 IN NS ${host}.`)
  return `$ORIGIN ${origin}\n$TTL 300\n${[soa, ...ns].join('\n')}\n${records}\n`
}

interface Draft {
  name: string
  nameservers: readonly string[]
  lines: string[]
  dnssec?: LabZone['dnssec']
  server: 'root' | 'tld' | 'zone'
}

/**
 * Writes the zone files of a whole Internet below `folder`, in `root/`, `tld/` and `zone/`.
 *
 * @param hosts addresses of name servers beside those of `nameserver`
 */
export function writeInternet(
  folder: string,
  zones: readonly LabZone[],
  hosts: ReadonlyMap<string, string>,
): ZoneFiles {
  const drafts = new Map<string, Draft>()
  const rootHost = 'a.root-servers.net'
  const tldHost = 'a.gtld-servers.net'
  drafts.set('.', { name: '.', nameservers: [rootHost], lines: [], dnssec: 'signed', server: 'root' })
  const allHosts = new Map<string, string>([
    [rootHost, addresses.root],
    [tldHost, addresses.tld],
    ...Object.entries(nameserver).map(([kind, host]) => [host, addresses[kind as keyof typeof nameserver]] as const),
    ...hosts,
  ])
  for (const name of [...zones.map(zone => zone.name), ...allHosts.keys()]) {
    const tld = name.slice(name.lastIndexOf('.') + 1)
    drafts.set(tld, { name: tld, nameservers: [tldHost], lines: [], dnssec: 'signed', server: 'tld' })
  }
  for (const { name, records, dnssec, nameservers = [nameserver.zone] } of zones) {
    if (records === undefined) continue
    drafts.set(name, { name, nameservers, lines: [records], server: 'zone', ...(dnssec ? { dnssec } : {}) })
  }
  for (const [host, address] of allHosts) {
    drafts.get(host.slice(host.lastIndexOf('.') + 1))?.lines.push(`${host}. 172800 IN A ${address}`)
  }
  drafts.get('.')?.lines.push(`${rootHost}. 518400 IN A ${addresses.root}`, `${tldHost}. 172800 IN A ${addresses.tld}`)
  for (const tld of drafts.values()) if (tld.server === 'tld') delegate(drafts, tld.name, tld.nameservers)
  for (const { name, nameservers = [nameserver.zone] } of zones) delegate(drafts, name, nameservers)

  for (const server of ['root', 'tld', 'zone', 'keys']) mkdirSync(join(folder, server), { recursive: true })
  // The deepest first, because a parent is signed with its children's DS records.
  const order = [...drafts.values()].toSorted((a, b) => depth(b.name) - depth(a.name))
  for (const draft of order) {
    const path = join(folder, draft.server, zoneFile(draft.name))
    writeFileSync(path, zoneText(draft.name, 1, draft.nameservers, draft.lines.join('\n')))
    if (draft.dnssec === undefined) continue
    const ds = sign(join(folder, 'keys'), path, draft.name, draft.dnssec)
    if (draft.name === '.') writeFileSync(join(folder, 'root.anchor'), ds)
    else parentOf(drafts, draft.name).lines.push(ds)
  }
  const served = (server: Draft['server']): string[] => order.filter(d => d.server === server).map(d => d.name)
  return {
    root: served('root'),
    tld: served('tld'),
    zone: served('zone'),
    trustAnchor: join(folder, 'root.anchor'),
  }
}

function depth(name: string): number {
  return name === '.' ? 0 : name.split('.').length
}

function parentOf(drafts: ReadonlyMap<string, Draft>, name: string): Draft {
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const found = drafts.get(name.slice(dot + 1))
    if (found) return found
  }
  const root = drafts.get('.')
  if (root === undefined) throw new Error('an Internet without a root')
  return root
}

/** A recorded parent with a delegation of its child keeps it. */
function delegate(drafts: ReadonlyMap<string, Draft>, name: string, nameservers: readonly string[]): void {
  const parent = parentOf(drafts, name)
  const there = new RegExp(`^${name.replaceAll('.', '\\.')}\\. \\d+ IN NS `, 'm')
  if (parent.server === 'zone' && parent.lines.some(line => there.test(line))) return
  for (const host of nameservers) parent.lines.push(`${name}. 172800 IN NS ${host}.`)
}

/** Signs a zone file in place and returns the DS record for the parent. */
function sign(keys: string, path: string, zone: string, how: LabDnssec): string {
  const origin = zone === '.' ? '.' : `${zone}.`
  const key = newKey(keys, origin)
  const ds = readFileSync(join(keys, `${how === 'wrong-ds' ? newKey(keys, origin) : key}.ds`), 'utf8').trim()
  if (how === 'no-keys') return ds
  const lifetime = lifetimes[how] ?? []
  execFileSync('ldns-signzone', [...lifetime, '-o', origin, '-f', path, path, join(keys, key)])
  const signed = readFileSync(path, 'utf8')
  if (how === 'no-signatures') writeFileSync(path, signed.replace(/^.*\sRRSIG\s(?!DNSKEY\s).*\n/gm, ''))
  if (how === 'spoiled-dmarc') writeFileSync(path, signed.replace(/^(_dmarc\..*\sTXT\s.*);/m, '$1; '))
  // The data of a DS record: key tag, algorithm, digest type, digest (RFC 4034 section 5.3).
  if (how === 'wrong-algorithm') return ds.replace(/(\sDS\s+\d+) 13 /, '$1 8 ')
  if (how === 'wrong-digest') return ds.replace(/[0-9a-f](?=\s*(?:;|$))/i, last => (last === '0' ? '1' : '0'))
  return ds
}

const lifetimes: { readonly [H in LabDnssec]?: readonly string[] } = {
  expired: ['-i', '20200101000000', '-e', '20200201000000'],
  'not-yet-valid': ['-i', '20990101000000', '-e', '20990201000000'],
}

function newKey(folder: string, origin: string): string {
  return execFileSync('ldns-keygen', ['-a', 'ECDSAP256SHA256', '-k', origin], { cwd: folder, encoding: 'utf8' }).trim()
}
