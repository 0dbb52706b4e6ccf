import type { JsonValue, Severity } from '../watch/index.ts'

/** The types of the specification. */
const specifiedTypes = [
  'health_score_drop',
  'blacklist_detection',
  'dmarc_fail',
  'high_threat',
  'dns_mx_change',
] as const

/**
 * Those that came later. A workspace that had chosen its own types by then, so not all of the specified ones, does not have them,
 * until it switches them on.
 */
export const laterAlertTypes = ['open_relay', 'domain_gone', 'dnssec_broken', 'certificate_expiring'] as const

/** What an account can be alerted to, in the order of the settings. */
export const alertTypes = [...specifiedTypes, ...laterAlertTypes] as const
export type AlertType = (typeof alertTypes)[number]

/** Whether a choice may be from before the later types came, so that these are off without being switched off. */
export function mayPredateLaterTypes(chosen: readonly AlertType[]): boolean {
  const has = (type: AlertType): boolean => chosen.includes(type)
  return !laterAlertTypes.some(has) && !specifiedTypes.every(has)
}

/** The name of each alert type on the settings and in every message. */
export const alertTypeLabels: Readonly<Record<AlertType | 'test' | 'limit', string>> = {
  health_score_drop: 'Health score drop (below 70%)',
  blacklist_detection: 'Blacklist detection',
  dmarc_fail: 'DMARC failure',
  high_threat: 'High threat',
  dns_mx_change: 'DNS/MX change',
  open_relay: 'Open relay',
  domain_gone: 'Domain not in DNS',
  dnssec_broken: 'DNSSEC broken',
  certificate_expiring: 'Certificate expiring',
  test: 'Test message',
  limit: 'Alert limit',
}

/** How urgent an alert is, the least urgent first. No alert is made of an `info` change of DNS. */
export const alertSeverities = ['info', 'warning', 'critical'] as const satisfies readonly Severity[]
export type AlertSeverity = (typeof alertSeverities)[number]
export type { JsonValue }

export const severityLabels: Readonly<Record<AlertSeverity, string>> = {
  info: 'Info',
  warning: 'Warning',
  critical: 'Critical',
}

/** Where a message can be sent. */
export const channelKinds = ['email', 'slack', 'teams', 'webhook'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** One thing to tell. Its texts and values may come from any zone: rendering caps and escapes them. */
export interface Alert {
  /** `limit`: the alerts of the month are used up. */
  alert_type: AlertType | 'test' | 'limit'
  severity: AlertSeverity
  domain_name: string
  /** One sentence without a period: "DMARC policy weakened from reject to none". */
  description: string
  /** null: there was none. An array is a set of records. */
  old_value: JsonValue
  new_value: JsonValue
  /** ISO 8601. */
  timestamp: string
  /** `resolved`: the cause was looked for and is gone. */
  state?: 'raised' | 'resolved'
  /** The screen that shows it. */
  url?: string
}

/** A message: one alert, or several in a digest. */
export interface AlertMessage {
  /** Stable over all attempts to deliver it. */
  deliveryId: string
  /** At least one, and at most `shownMax`. */
  alerts: readonly Alert[]
  /** The number of alerts beyond those. */
  more: number
  settingsUrl: string
  /** For email: stops these messages without a sign-in. */
  unsubscribeUrl?: string
  /** Where all alerts are listed. */
  productUrl: string
}

/** The most alerts that a digest shows. */
export const shownMax = 20
