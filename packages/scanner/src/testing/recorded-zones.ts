import { normalName, type Zone, type ZoneEntry, zonesOf } from '@waxseal/core/dns'
import { recordedRecords } from '@waxseal/core/fixtures/recorded'
import { recordedRows } from '@waxseal/core/testing/recorded'

/** A recorded zone to scan, with what it refers to. */
export interface RecordedZone {
  domain: string
  zone: Zone
}

/** The zones of the project's own sample. */
export function sampledZones(): readonly RecordedZone[] {
  const zone = withSurroundings(recordedRecords)
  const domains = Object.keys(recordedRecords).filter(name => /^zone\d+\.example$/.test(name))
  return domains.map(domain => ({ domain, zone }))
}

interface RecordedSet {
  zone: string
  name: string
  type: string
  values: readonly string[]
}

/** Every zone of the recordings, where the machine has them; empty without. */
export function allRecordedZones(): readonly RecordedZone[] {
  const sets = recordedRows<RecordedSet>('zones-uk-justice-2026.jsonl')
  const entries = new Map<string, { [type: string]: readonly unknown[] }>()
  for (const { name, type, values } of sets) {
    const read = reader[type]
    if (read === undefined || normalName(name) === null) continue
    const entry = entries.get(name) ?? {}
    if (type === 'CNAME' || entry['CNAME'] === undefined) entries.set(name, { ...entry, [type]: values.map(read) })
  }
  const zone = withSurroundings(Object.fromEntries(entries))
  return [...new Set(sets.map(set => set.zone))].map(domain => ({ domain, zone }))
}

const reader: { readonly [type: string]: (value: string) => unknown } = {
  A: value => value,
  AAAA: value => value,
  CNAME: bare,
  NS: bare,
  TXT: value => value,
  MX: value => {
    const [preference, host = ''] = value.split(' ')
    return [Number(preference), host === '.' ? '.' : bare(host)]
  },
}

/**
 * Adds what the recording does not hold, so that it is not told as missing: an address for each mail server, an SPF
 * record for each name that SPF refers to.
 */
function withSurroundings(zone: Zone): Zone {
  const around: Record<string, ZoneEntry> = {}
  const add = (name: string, entry: ZoneEntry): void => {
    if (normalName(name) !== null && zone[name] === undefined) around[name] = { ...around[name], ...entry }
  }
  for (const { MX = [], TXT = [] } of Object.values(zone)) {
    for (const [, host] of MX) if (host !== '.') add(host, { A: ['203.0.114.25'] })
    for (const text of TXT.flat()) {
      if (!text.toLowerCase().includes('v=spf1')) continue
      for (const [, kind = '', name = ''] of text.matchAll(/(?:^|[ +])(n?clude|include|redirect|a|mx)[:=]([\w.-]+)/g)) {
        add(name, kind === 'a' ? { A: ['203.0.114.26'] } : { TXT: ['v=spf1 ip4:203.0.114.64/28 -all'] })
      }
      for (const [, name = ''] of text.matchAll(/include:([\w.-]+)/g))
        add(name, { TXT: ['v=spf1 ip4:203.0.114.64/28 -all'] })
    }
  }
  return zonesOf(around, zone)
}

function bare(name: string): string {
  return name.replace(/\.$/, '')
}
