import type { Action } from '@waxseal/core/check'
import { textOf, type Zone, type ZoneEntry } from '@waxseal/core/dns'

type Publish = Extract<Action, { kind: 'publish' }>

/** A zone after a person has published the record of an action, and removed the record that it takes the place of. */
export function withAction(zone: Zone, { record, replaces }: Pick<Publish, 'record' | 'replaces'>): Zone {
  const { name, type, value } = record
  const { CNAME: _, ...entry } = zone[name] ?? {}
  return { ...zone, [name]: { ...entry, ...entryWith(entry, type, value, replaces) } }
}

function entryWith(
  entry: ZoneEntry,
  type: Publish['record']['type'],
  value: string,
  replaces: string | null,
): ZoneEntry {
  switch (type) {
    case 'TXT': {
      const kept = (entry.TXT ?? []).filter(
        text => !isReplaced(typeof text === 'string' ? text : textOf({ strings: text }), replaces),
      )
      return { TXT: [...kept, value] }
    }
    case 'MX': {
      const [preference = '', host = ''] = value.split(' ')
      const kept = (entry.MX ?? []).filter(([, each]) => !isReplaced(each, replaces))
      return { MX: [...kept, [Number(preference), host]] }
    }
    case 'TLSA': {
      const [usage = '', selector = '', matching = '', data = ''] = value.split(' ')
      const made = { usage: Number(usage), selector: Number(selector), matching: Number(matching), data }
      return { TLSA: [...(replaces === null ? (entry.TLSA ?? []) : []), made] }
    }
    case 'CNAME':
    case 'PTR':
      throw new Error(`no action publishes ${type} records yet`)
    default:
      return type satisfies never
  }
}

/** A text by what it begins with, a host by its whole name. */
function isReplaced(data: string, replaces: string | null): boolean {
  return replaces === 'any' || (replaces !== null && data.toLowerCase().startsWith(replaces.toLowerCase()))
}
