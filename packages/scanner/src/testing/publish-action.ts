import type { Action, DnsRecordToPublish } from '@waxseal/core/check'
import { parentOf, textOf, type Zone, type ZoneEntry } from '@waxseal/core/dns'

/** A policy file of MTA-STS, and the host that serves it. */
export interface ServedPolicy {
  host: string
  text: string
}

/** What an action spells out whole, so that a program can do it. */
export interface ExactAction {
  record: DnsRecordToPublish | null
  /** The record that goes, as in an action of the kind `publish`. */
  replaces: string | null
  policy: ServedPolicy | null
}

/** The record or file of an action, also if someone else must publish it; null: a person has to decide something first. */
export function exactAction(action: Action): ExactAction | null {
  switch (action.kind) {
    case 'publish':
      return { record: action.record, replaces: action.replaces, policy: null }
    case 'ask':
      return action.record === null ? null : { record: action.record, replaces: 'any', policy: null }
    case 'serve': {
      const { record, text, url } = action
      const policy = text === null ? null : { host: new URL(url).hostname, text }
      return record === null && policy === null ? null : { record, replaces: 'any', policy }
    }
    default:
      return null
  }
}

/** An address of the demo's network that no host there has. */
export const servedFrom = '203.0.114.99'

/** A zone after an action: its record is published, the one that it replaces is gone, and the host of its file has an address. */
export function withAction(zone: Zone, { record, replaces, policy }: ExactAction): Zone {
  const hosted: Zone = policy === null ? zone : { ...zone, [policy.host]: { A: [servedFrom] } }
  return record === null ? hosted : withRecord(hosted, record, replaces)
}

function withRecord(zone: Zone, { name, type, value }: DnsRecordToPublish, replaces: string | null): Zone {
  const { CNAME: _, ...entry } = zone[name] ?? (isSigned(zone, name) ? { authentic: 'yes' as const } : {})
  return { ...zone, [name]: { ...entry, ...entryWith(entry, type, value, replaces) } }
}

/** A new name in a signed zone is signed, like the names above it. */
function isSigned(zone: Zone, name: string): boolean {
  for (let at = parentOf(name); at !== null; at = parentOf(at)) {
    const entry = zone[at]
    if (entry !== undefined) return entry.authentic === 'yes'
  }
  return false
}

function entryWith(
  entry: ZoneEntry,
  type: DnsRecordToPublish['type'],
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
    case 'PTR':
      return { PTR: [value] }
    case 'A':
      return { A: [value] }
    case 'AAAA':
      return { AAAA: [value] }
    case 'CAA': {
      const [, flags = '', tag = '', issuer = ''] = /^(\d{1,3}) ([a-z]{1,15}) "([^"]*)"$/.exec(value) ?? []
      return { CAA: [...(entry.CAA ?? []), { flags: Number(flags), tag, value: issuer }] }
    }
    case 'CNAME':
      throw new Error('no action publishes CNAME records yet')
    default:
      return type satisfies never
  }
}

/** A text by what it begins with, a host by its whole name. */
function isReplaced(data: string, replaces: string | null): boolean {
  return replaces === 'any' || (replaces !== null && data.toLowerCase().startsWith(replaces.toLowerCase()))
}
