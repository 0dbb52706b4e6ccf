import { type PartKind, partKinds } from './snapshot.ts'

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

export type Severity = 'info' | 'warning' | 'critical'

/**
 * What a change does to mail (decision 4.22).
 *
 * - `broken`: mail is lost, or anyone may send in the domain's name: a record set is gone or replaced as a whole, receivers
 *   return permerror, no DMARC policy is left.
 * - `risk`: the domain is less protected than before, or mail of some senders may fail.
 * - `neutral`: mail is treated as before.
 * - `better`: stricter, stronger or repaired.
 */
export type Effect = 'broken' | 'risk' | 'neutral' | 'better'

const severities: Readonly<Record<Effect, Severity>> = {
  broken: 'critical',
  risk: 'warning',
  neutral: 'info',
  better: 'info',
}

/** How urgent a change is: its effect alone decides. */
export function severityOf(effect: Effect): Severity {
  return severities[effect]
}

/** The gravest of several effects; `neutral` without any. */
export function worstEffect(effects: readonly Effect[]): Effect {
  const order: readonly Effect[] = ['broken', 'risk', 'better', 'neutral']
  return order.find(effect => effects.includes(effect)) ?? 'neutral'
}

/** What happened to a record set. `added`: nothing was lost. */
export const changeVerbs = ['added', 'removed', 'modified'] as const

export type ChangeVerb = (typeof changeVerbs)[number]

/** One change of a watched record set, in the form of the specification's DNS change record. */
export interface DnsChange {
  /** One of `changeTypes`. */
  change_type: string
  severity: Severity
  /** One sentence for people without a final period, at most 120 printable characters. */
  change_description: string
  /** Null: there was no such record. One text of SPF, DMARC, DKIM or MTA-STS is a string, everything else a list of strings. */
  old_value: JsonValue
  new_value: JsonValue
  /** The key of the part. */
  part: string
  /** Equal for a change that is found again in the same memory, so that storing it twice is storing it once. */
  fingerprint: string
}

/** The canonical values of one side of a change. */
export function valuesOf(value: JsonValue): readonly string[] {
  if (value === null) return []
  return (Array.isArray(value) ? value : [value]).map(String)
}

/** What the words of a change of one part say. */
export interface ChangeWords {
  verb: ChangeVerb
  effect: Effect
  description: string
}

/** One of several things that a change of a record does. */
export interface Fact {
  text: string
  effect: Effect
}

export const kindLabels: Readonly<Record<PartKind, string>> = {
  name: 'Domain',
  dnssec: 'DNSSEC',
  mx: 'MX',
  'mx-address': 'MX address',
  spf: 'SPF',
  dmarc: 'DMARC',
  dkim: 'DKIM',
  a: 'A',
  aaaa: 'AAAA',
  www: 'WWW',
  ns: 'NS',
  'mta-sts': 'MTA-STS',
  'mta-sts-policy': 'MTA-STS policy',
}

export function changeTypeOf(kind: PartKind, verb: ChangeVerb): string {
  return `${kind.replaceAll('-', '_')}_${verb}`
}

const labels: ReadonlyMap<string, string> = new Map(
  partKinds.flatMap(kind =>
    changeVerbs.map(verb => [changeTypeOf(kind, verb), `${kindLabels[kind]} ${verb}`] as const),
  ),
)

/** Every `change_type`: `mx_added`, `mx_removed`, `mx_modified`, `mx_address_added` … */
export const changeTypes: readonly string[] = [...labels.keys()]

/** The label of a change type: `MX modified`. An unknown type is its own label. */
export function changeTypeLabel(type: string): string {
  return labels.get(type) ?? type
}
