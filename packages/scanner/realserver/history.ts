/**
 * The recorded history of real zones as a sequence of Internets for the lab.
 *
 * The recording holds the changed record sets only. A zone has the sets that changed in it, from their first old value
 * on. What a change leads to and the recording lacks is made up: a key at the end of an alias of a DKIM selector, a
 * policy at the end of one of `_dmarc`. A zone whose own NS set goes is deleted: its parent no longer delegates it. Other
 * delegations lead to a server that refuses.
 */
import { dkim2048 } from '@waxseal/core/fixtures'
import { recordedRows } from '@waxseal/core/testing/recorded'
import { addresses, type LabZone, nameserver } from './internet.ts'
import { bare, line, type RecordedChange } from './recorded.ts'

/** The changes of one moment. */
export interface Step {
  /** Seconds since 1970. */
  at: number
  changes: readonly RecordedChange[]
  /** The state before, where the recording misses what happened in between. */
  lost: readonly RecordedChange[]
}

export interface History {
  steps: readonly Step[]
  zones: readonly LabZone[]
  hosts: ReadonlyMap<string, string>
  /** Makes these changes and returns the zones with another text, with their name servers. */
  apply: (changes: readonly RecordedChange[], side: 'old' | 'new') => readonly ZoneText[]
}

/** The content of a zone. */
export interface ZoneText {
  name: string
  records: string
  /** False: its server no longer has it. */
  isServed: boolean
  nameservers: readonly string[]
}

/** The top-level domains of the recorded zones, which the lab serves beside them, so that a delegation can go. */
const registries = ['uk', 'com', 'org', 'io', 'arpa'] as const

/** Reads the history from a folder of recordings. */
export function readHistory(folder: string): History {
  const rows = recordedRows<RecordedChange>('history-uk-justice.jsonl', folder).toSorted(
    (one, other) => one.t - other.t,
  )
  const names = [...new Set(rows.map(({ zone }) => zone))].sort()
  const hosts = hostsOf(rows)
  const state = new Map<string, RecordedChange>()
  for (const row of rows.toReversed()) state.set(keyOf(row), { ...row, new: row.old })
  const texts = (): ZoneText[] => {
    const parents = parentsOf(names.filter(isAlive))
    return [...names.map(name => zoneOf(name, parents)), ...registries.map(name => registryOf(name, parents))]
  }

  const isAlive = (zone: string): boolean => state.get(`${zone} ${zone} NS`)?.new !== null
  const serversOf = (zone: string): string[] => state.get(`${zone} ${zone} NS`)?.new?.map(bare) ?? [nameserver.zone]
  const delegations = (parent: string, parents: ReadonlyMap<string, string>): string[] =>
    [...parents]
      .filter(([, above]) => above === parent)
      .flatMap(([zone]) => serversOf(zone).map(host => `${zone}. 172800 IN NS ${host}.`))

  function zoneOf(name: string, parents: ReadonlyMap<string, string>): ZoneText {
    const sets = [...state.values()].filter(set => set.zone === name && isLoadable(set, state))
    const lines = sets
      .filter(({ name: owner, type }) => type !== 'NS' || !names.includes(owner))
      .map(({ name: owner, type, new: values }) =>
        type === 'NS' ? `${owner}. IN NS ${nameserver.refusing}.` : line(`${owner}.`, 300, type, values ?? []),
      )
    return {
      name,
      records: [...lines, ...delegations(name, parents)].join('\n'),
      nameservers: serversOf(name),
      isServed: isAlive(name),
    }
  }

  function registryOf(name: string, parents: ReadonlyMap<string, string>): ZoneText {
    const ends = rows.flatMap(targetOf).filter(({ target }) => target.endsWith(`.${name}`))
    const inside = ends.filter(({ target }) => !names.some(zone => target.endsWith(`.${zone}`)))
    const glue = [...hosts].filter(([host]) => host.endsWith(`.${name}`))
    const lines = [
      ...new Set(inside.map(({ target, text }) => line(`${target}.`, 300, 'TXT', [text]))),
      ...glue.map(([host, address]) => `${host}. 172800 IN A ${address}`),
    ]
    return {
      name,
      records: [...lines, ...delegations(name, parents)].join('\n'),
      nameservers: [nameserver.zone],
      isServed: true,
    }
  }

  let before = texts()
  return {
    steps: stepsOf(rows),
    zones: before,
    hosts,
    apply(changes, side) {
      for (const change of changes) state.set(keyOf(change), { ...change, new: change[side] })
      const now = texts()
      const changed = now.filter((text, at) => JSON.stringify(text) !== JSON.stringify(before[at]))
      before = now
      return changed
    },
  }
}

function stepsOf(rows: readonly RecordedChange[]): readonly Step[] {
  const known = new Map<string, RecordedChange>()
  return [...Map.groupBy(rows, row => row.t)].map(([at, changes]) => {
    const lost = changes.filter(change => {
      const last = known.get(keyOf(change))
      return last !== undefined && JSON.stringify(last.new?.toSorted()) !== JSON.stringify(change.old?.toSorted())
    })
    for (const change of changes) known.set(keyOf(change), change)
    return { at, changes, lost }
  })
}

function keyOf({ zone, name, type }: RecordedChange): string {
  return `${zone} ${name} ${type}`
}

/** The name servers of the zones, distributed over a few addresses: a client limits its queries to each. */
function hostsOf(rows: readonly RecordedChange[]): ReadonlyMap<string, string> {
  const values = rows.flatMap(row => (row.type === 'NS' && row.name === row.zone ? [row.old ?? [], row.new ?? []] : []))
  const hosts = [...new Set(values.flat().map(bare))].sort()
  return new Map(hosts.map((host, at) => [host, addresses.zone.replace(/\d+$/, String(2 + (at % 40)))]))
}

/** Of each zone the one that delegates it: the nearest above, or its top-level domain. */
function parentsOf(zones: readonly string[]): ReadonlyMap<string, string> {
  const longestFirst = zones.toSorted((one, other) => other.length - one.length)
  return new Map(
    zones.map(zone => {
      const above = longestFirst.find(name => zone.endsWith(`.${name}`))
      return [zone, above ?? zone.slice(zone.lastIndexOf('.') + 1)]
    }),
  )
}

/** What no server loads is left out: an alias that is no name, at the apex, or beside other records. */
function isLoadable(set: RecordedChange, state: ReadonlyMap<string, RecordedChange>): boolean {
  if (set.new === null) return false
  if (set.type !== 'CNAME') return true
  const others = ['TXT', 'A', 'MX'].some(type => (state.get(`${set.zone} ${set.name} ${type}`)?.new ?? null) !== null)
  return set.name !== set.zone && !others && set.new.every(isName)
}

function isName(text: string): boolean {
  return /^[\w.-]+$/.test(text)
}

/** The record at the end of an alias outside the recorded zones. */
function targetOf({ name, type, old, new: now }: RecordedChange): { target: string; text: string }[] {
  if (type !== 'CNAME') return []
  const text = name.startsWith('_dmarc.') ? 'v=DMARC1; p=quarantine' : dkim2048
  return [...(old ?? []), ...(now ?? [])].filter(isName).map(target => ({ target: bare(target), text }))
}
