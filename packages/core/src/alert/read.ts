import { type Alert, alertSeverities, alertTypes, type JsonValue } from './alert.ts'

/** The severities of findings, which an alert has none of, by ours. */
const otherSeverities: Readonly<Record<string, Alert['severity']>> = {
  high: 'critical',
  medium: 'warning',
  low: 'info',
}

/**
 * Reads an alert from JSON of any origin. Texts and values are taken whatever they contain, because rendering caps and
 * escapes them.
 *
 * @returns the alert, or what is wrong with it, in words for people
 */
export function readAlert(value: unknown): Alert | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object'
  const given = new Map<string, unknown>(Object.entries(value))
  const type = [...alertTypes, 'test' as const, 'limit' as const].find(each => each === given.get('alert_type'))
  if (type === undefined) return `has no valid alert_type. Use one of ${alertTypes.join(', ')}`
  const severity = severityOf(given.get('severity'))
  if (severity === undefined) return `has no valid severity. Use one of ${alertSeverities.join(', ')}`
  const domain = given.get('domain_name')
  if (typeof domain !== 'string' || domain === '') return 'has no domain_name'
  const description = given.get('description')
  if (typeof description !== 'string') return 'has no description'
  const timestamp = given.get('timestamp')
  const time = new Date(typeof timestamp === 'string' ? timestamp : Number.NaN)
  if (Number.isNaN(time.getTime())) return 'has no valid timestamp. Use ISO 8601, as 2026-11-15T07:33:00Z'
  const state = given.get('state') ?? 'raised'
  if (state !== 'raised' && state !== 'resolved') return 'has no valid state. Use raised or resolved'
  const url = given.get('url')
  if (url !== undefined && typeof url !== 'string') return 'has a url that is not a string'
  return {
    alert_type: type,
    severity,
    domain_name: domain,
    description,
    // What JSON.parse returns is JSON.
    old_value: (given.get('old_value') ?? null) as JsonValue,
    new_value: (given.get('new_value') ?? null) as JsonValue,
    timestamp: time.toISOString(),
    state,
    ...(url !== undefined && { url }),
  }
}

function severityOf(value: unknown): Alert['severity'] | undefined {
  if (typeof value !== 'string') return undefined
  return (
    alertSeverities.find(each => each === value) ??
    (Object.hasOwn(otherSeverities, value) ? otherSeverities[value] : undefined)
  )
}
