import { displayTyped } from '../dns/index.ts'
import {
  type Alert,
  type AlertMessage,
  type AlertSeverity,
  alertTypeLabels,
  severityLabels,
  shownMax,
} from './alert.ts'
import { comparedLines, type ValueRoom } from './values.ts'

/** An alert as plain text for any channel: every text is one line, bounded, and has no invisible characters. */
export interface ShownAlert {
  /** "example.com" */
  domain: string
  /** "DMARC policy weakened from reject to none" */
  description: string
  /** The same, after "Resolved: " where it is. */
  title: string
  severity: AlertSeverity
  isResolved: boolean
  /** "Critical · DNS/MX change · Nov 15, 2026, 07:33 UTC"; "Resolved · …" */
  details: string
  /** null: both values are absent, so that there is nothing to compare. */
  values: { before: readonly string[]; now: readonly string[] } | null
  url: string | null
}

/** How much of each alert is shown: alone there is more room than in a digest. */
interface Room extends ValueRoom {
  description: number
}

const whole: Room = { description: 300, lines: 20, line: 500 }
const short: Room = { description: 160, lines: 4, line: 80 }

/** The shown alerts of a message, and the number of the others. */
export interface ShownAlerts {
  shown: readonly ShownAlert[]
  more: number
}

/** The alerts of a message as text: in a digest, and where asked, each is short. */
export function shownAlerts({ alerts, more }: AlertMessage, length?: 'short'): ShownAlerts {
  const room = alerts.length > 1 || length === 'short' ? short : whole
  return {
    shown: alerts.slice(0, shownMax).map(alert => shownAlert(alert, room)),
    more: more + Math.max(0, alerts.length - shownMax),
  }
}

function shownAlert(alert: Alert, room: Room): ShownAlert {
  const { alert_type, severity, domain_name, description, old_value, new_value, timestamp, state, url } = alert
  const shown = displayTyped(description, room.description) || '(no description)'
  const isCompared = old_value !== null || new_value !== null
  return {
    domain: displayTyped(domain_name, 253) || '(no domain)',
    description: shown,
    title: state === 'resolved' ? `Resolved: ${shown}` : shown,
    severity,
    isResolved: state === 'resolved',
    details: [
      state === 'resolved' ? 'Resolved' : severityLabels[severity],
      alertTypeLabels[alert_type],
      timeWords(timestamp),
    ].join(' · '),
    values: isCompared ? comparedLines(old_value, new_value, room) : null,
    url: linkOf(url),
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** "Nov 15, 2026, 07:33 UTC" */
function timeWords(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return 'time unknown'
  const day = `${months[time.getUTCMonth()]} ${time.getUTCDate()}, ${time.getUTCFullYear()}`
  return `${day}, ${time.toISOString().slice(-13, -8)} UTC`
}

/** A URL as a link; null for anything but a web address, which no message links to. */
export function linkOf(url: string | undefined): string | null {
  return url !== undefined && url.length <= 2048 && /^https?:\/\/[!#-;=?-[\]_a-z~]+$/.test(url) ? url : null
}

/** The headline of a message: "example.com: SPF removed", "5 alerts for example.com", "7 alerts for 3 domains". */
export function headline(shown: readonly ShownAlert[], more: number): string {
  const [first] = shown
  if (first !== undefined && shown.length + more === 1) return `${first.domain}: ${first.title}`
  const alerts = `${(shown.length + more).toLocaleString('en-US')} alerts`
  // The alerts that are not shown may be about any domain.
  if (first === undefined || more > 0) return alerts
  const domains = new Set(shown.map(({ domain }) => domain))
  return `${alerts} for ${domains.size === 1 ? first.domain : `${domains.size} domains`}`
}

/** "3 more alerts are in Waxseal."; null without any. */
export function moreWords(more: number): string | null {
  if (more === 0) return null
  return more === 1 ? '1 more alert is in Waxseal.' : `${more.toLocaleString('en-US')} more alerts are in Waxseal.`
}

/** A text cut to a number of UTF-16 units, with `…` at the cut. */
export function cut(text: string, max: number): string {
  return text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
}
