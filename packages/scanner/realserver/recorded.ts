/**
 * Recorded real zones as zones of the lab.
 *
 * The recording holds RRsets of some kinds (MX, SPF, DMARC, DKIM, CAA, apex addresses …), not whole zones, and the world
 * around them is not in it. Two rules keep a scan of it honest:
 * - A name of a recorded zone that nothing in the recording points at, and that the recording does not hold, does not
 *   exist: all names a scan makes up itself (`_dmarc`, `_report._dmarc`) belong to the recorded kinds.
 * - A name the recording points at and does not hold (mail exchangers, SPF includes, the domains of report addresses,
 *   the hosts of MTA-STS policies), and `_dmarc` of names above recorded zones that are no registry, is unknown. It is delegated to a server that
 *   refuses, so it cannot be asked, and a scan must not tell it as missing. SPF chains of mass senders that a second
 *   recording holds are served from there, in their newest state.
 * Registries (`uk`, `co.uk`, `org` …) are the lab's own and publish no DMARC record.
 */
import { recordedRows } from '@waxseal/core/testing/recorded'
import { addresses, type LabZone, nameserver } from './internet.ts'

export interface RecordedSet {
  zone: string
  name: string
  type: string
  ttl: number | null
  values: readonly string[]
}

export interface RecordedChange {
  t: number
  zone: string
  name: string
  type: string
  old: readonly string[] | null
  new: readonly string[] | null
}

interface Snapshot {
  name: string
  values: readonly string[]
  seen: string
}

export interface Recorded {
  zones: LabZone[]
  /** The recorded zones' own name servers, distributed over a few addresses. */
  hosts: Map<string, string>
  /** The 405 names to scan. */
  names: string[]
  /** The answers of the zones' own servers: all recorded sets except delegations and names below them. */
  sets: RecordedSet[]
}

/**
 * Converts the recordings to zones of a lab.
 *
 * @param past sets a name back to its state at a time (seconds since 1970), from the recorded history
 */
export function readRecorded(folder: string, past: { name: string; at: number }): Recorded {
  const sets = setBack(
    recordedRows<RecordedSet>('zones-uk-justice-2026.jsonl', folder),
    recordedRows('history-uk-justice.jsonl', folder),
    past,
  )
  const snapshots = new Map<string, Snapshot>()
  for (const snapshot of recordedRows<Snapshot>('spf-snapshots.jsonl', folder)) {
    const known = snapshots.get(snapshot.name)
    if (known === undefined || known.seen <= snapshot.seen) snapshots.set(snapshot.name, snapshot)
  }
  const names = [...new Set(sets.map(set => set.zone))].sort()
  const held = new Set(sets.map(set => set.name))
  const inside = (name: string): boolean => ancestors(name).some(ancestor => names.includes(ancestor))

  const served = new Map<string, Snapshot>()
  const unknown = new Set<string>()
  const queue = sets.flatMap(set => [...targets(set.type, set.values), ...policyHosts(set)])
  for (const target of queue) {
    if (held.has(target) || served.has(target) || unknown.has(target)) continue
    const snapshot = snapshots.get(target)
    if (snapshot === undefined) unknown.add(target)
    else {
      served.set(target, snapshot)
      queue.push(...targets('TXT', snapshot.values))
    }
  }
  for (const name of [...names, ...unknown]) {
    for (const above of ancestors(name).slice(1)) {
      if (!isRegistry(above) && !inside(above) && !served.has(above)) unknown.add(`_dmarc.${above}`)
    }
  }
  const closed = [...unknown].filter(
    name =>
      !ancestors(name)
        .slice(1)
        .some(above => unknown.has(above)),
  )

  const hosts = new Map<string, string>()
  for (const set of sets) {
    if (set.type !== 'NS' || set.name !== set.zone) continue
    for (const host of set.values) hosts.set(bare(host), zoneAddress(hosts.get(bare(host)), hosts.size))
  }
  const cuts = sets.filter(set => set.type === 'NS' && set.name !== set.zone).map(set => set.name)
  const cut = (set: RecordedSet): boolean =>
    cuts.some(name => name.length > set.zone.length && `.${set.name}`.endsWith(`.${name}`))
  return {
    names,
    hosts,
    sets: sets.filter(set => !cut(set)),
    zones: [
      ...names.map(name => recordedZone(name, names, sets)),
      ...[...served.values()].map(({ name, values }) => ({ name, records: line('@', null, 'TXT', values) })),
      ...closed.map(name => ({ name, nameservers: [nameserver.refusing] })),
    ],
  }
}

/**
 * The record sets of one name at that time: from the last change before it, else those that the first change after it
 * replaced.
 */
function setBack(
  sets: readonly RecordedSet[],
  history: readonly RecordedChange[],
  past: { name: string; at: number },
): RecordedSet[] {
  const changes = history.filter(change => change.name === past.name).toSorted((a, b) => a.t - b.t)
  let result = [...sets]
  for (const type of new Set(changes.map(change => change.type))) {
    const ofType = changes.filter(change => change.type === type)
    const before = ofType.findLast(change => change.t <= past.at)
    const values = before === undefined ? ofType[0]?.old : before.new
    const zone = ofType[0]?.zone ?? ''
    result = result.filter(set => set.name !== past.name || set.type !== type)
    if (values) result.push({ zone, name: past.name, type, ttl: null, values })
  }
  return result
}

/** A name and everything above it, up to its top-level domain. */
function ancestors(name: string): string[] {
  const labels = name.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

const registries = new Set(['com', 'net', 'org', 'io', 'info', 'uk', 'co.uk', 'org.uk', 'arpa'])
function isRegistry(name: string): boolean {
  return registries.has(name) || name.endsWith('.arpa')
}

/** A name in lower case without the final dot. */
export function bare(name: string): string {
  return name.replace(/\.$/, '').toLowerCase()
}

/** Many addresses, because a client limits its queries to each server separately. */
function zoneAddress(known: string | undefined, index: number): string {
  return known ?? addresses.zone.replace(/\d+$/, String(2 + (index % 60)))
}

/** The names that a record set refers to and that a scan of the domain may query. */
function targets(type: string, values: readonly string[]): string[] {
  const found = values.flatMap(value => {
    if (type === 'MX') return [value.split(' ')[1] ?? '']
    if (type === 'CNAME') return [value]
    if (type !== 'TXT') return []
    if (/^v=spf1( |$)/i.test(value)) {
      return [...value.matchAll(/(?:^| )[-+?~]?(?:include:|redirect=|a:|mx:|exists:)([^ /]+)/gi)].map(m => m[1] ?? '')
    }
    return /^v=DMARC1/i.test(value) ? [...value.matchAll(/mailto:[^@,;]+@([^,;!\s]+)/gi)].map(m => m[1] ?? '') : []
  })
  return found.map(bare).filter(name => name !== '' && !name.includes('%'))
}

/** The host from which a scan fetches the MTA-STS policy of a record (RFC 8461 section 3.3). */
function policyHosts({ name, type, values }: RecordedSet): string[] {
  const announces = type === 'TXT' && values.some(value => /^v=STSv1/i.test(value))
  return announces ? [name.replace(/^_mta-sts\./, 'mta-sts.')] : []
}

/** One recorded zone; delegations outside the recording go to the server that refuses. */
function recordedZone(name: string, names: readonly string[], sets: readonly RecordedSet[]): LabZone {
  const own = sets.filter(set => set.zone === name)
  const apex = own.find(set => set.type === 'NS' && set.name === name)
  const rest = own
    .filter(set => set !== apex)
    .map(set => (set.type === 'NS' && !names.includes(set.name) ? { ...set, values: [nameserver.refusing] } : set))
  return {
    name,
    nameservers: (apex?.values ?? []).map(bare),
    records: rest.map(set => line(`${set.name}.`, set.ttl, set.type, set.values)).join('\n'),
  }
}

/** A record set as lines of a zone file. */
export function line(owner: string, ttl: number | null, type: string, values: readonly string[]): string {
  return values.map(value => `${owner} ${ttl ?? ''} IN ${type} ${presentation(type, value)}`).join('\n')
}

function presentation(type: string, value: string): string {
  if (type === 'TXT') return (value.match(/[^]{1,255}/g) ?? ['']).map(quoted).join(' ')
  if (type === 'CAA')
    return value.replace(/^(\S+ \S+) (.*)$/, (_, head: string, data: string) => `${head} ${quoted(data)}`)
  return type === 'A' || value.endsWith('.') ? value : `${value}.`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
