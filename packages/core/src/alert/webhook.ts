import { displayTyped } from '../dns/index.ts'
import { type Alert, type AlertMessage, alertTypeLabels, type JsonValue, shownMax } from './alert.ts'
import { linkOf, shownAlerts } from './shown.ts'
import { boundedValues } from './values.ts'

/** One alert for programs. Texts have no invisible characters: these are escaped, as `\009` or `\u{202e}`. */
interface WebhookAlert {
  alert_type: Alert['alert_type']
  alert_label: string
  severity: Alert['severity']
  state: 'raised' | 'resolved'
  domain_name: string
  description: string
  /** A text, a number, a list of them, or null: there was none. */
  old_value: JsonValue
  new_value: JsonValue
  /** ISO 8601. */
  timestamp: string
  url: string | null
}

/** The body for a webhook of the user's own (docs/alert-webhook.md). */
export interface WebhookBody {
  /** Increased when a field changes its meaning or goes. New fields do not increase it. */
  version: 1
  delivery_id: string
  alerts: WebhookAlert[]
  /** The number of alerts beyond those above. */
  more: number
  settings_url: string
  product_url: string
}

/** A message for programs, as JSON. */
export function renderWebhook(message: AlertMessage): WebhookBody {
  const { shown, more } = shownAlerts(message)
  return {
    version: 1,
    delivery_id: message.deliveryId,
    alerts: message.alerts.slice(0, shownMax).map((alert, index) => {
      const [old_value, new_value] = boundedValues(alert.old_value, alert.new_value)
      return {
        alert_type: alert.alert_type,
        alert_label: alertTypeLabels[alert.alert_type],
        severity: alert.severity,
        state: alert.state ?? 'raised',
        domain_name: shown[index]?.domain ?? '',
        description: shown[index]?.description ?? '',
        old_value,
        new_value,
        timestamp: displayTyped(alert.timestamp, 40),
        url: linkOf(alert.url),
      }
    }),
    more,
    settings_url: message.settingsUrl,
    product_url: message.productUrl,
  }
}
