import type { Call } from './endpoint-call.ts'

/** The calls about alerts, by endpoint id. */
export const alertCalls: Readonly<Record<string, Call>> = {
  'alerts.settings': { neighbor: 'their own' },
  'alerts.save-settings': {
    body: () => ({ email_alerts: true }),
    neighbor: 'their own',
    touches: ['alert_settings owner: version', 'rate_limit alerts.save-settings person of owner: n'],
  },
  'alerts.test': {
    body: () => ({ channel: 'webhook' }),
    neighbor: 'their own',
    touches: ['+ outbox of owner', 'rate_limit alerts.test webhook person of owner: n'],
  },
  'alerts.resume': {
    body: () => ({ channel: 'slack' }),
    neighbor: 'their own',
    touches: [
      '+ audit_event of person of owner owner',
      'alert_channel owner slack: due_at, failing_since, pause_reason, paused_at',
    ],
    touchesAgain: [],
  },
  'alerts.new-webhook-secret': {
    neighbor: 'their own',
    touches: ['+ audit_event of person of owner owner', 'alert_settings owner: webhook_secret'],
  },
  'alerts.send-confirmation': {
    neighbor: 'their own',
    touches: [
      '+ outbox of owner',
      'alert_address owner alerts@owner.example.net: expires_at, token_hash',
      'rate_limit alerts.link of owner: n',
      'rate_limit alerts.link to alerts@owner.example.net: n',
    ],
  },
  // The holder of a link may be anyone; the same link says the same each time.
  'alerts.confirm-address': {
    body: ({ confirmToken }) => ({ token: confirmToken }),
    neighbor: 'holder',
    touches: [
      '+ alert_channel owner email',
      '+ audit_event of owner',
      'alert_address owner old@owner.example.net: confirmed_at',
    ],
    touchesAgain: [],
  },
  'alerts.unsubscribe': {
    params: ({ unsubscribeToken }) => ({ token: unsubscribeToken }),
    neighbor: 'holder',
    touches: [
      '+ audit_event of owner',
      'alert_address owner old@owner.example.net: expires_at, token_hash, unsubscribed_at',
    ],
    touchesAgain: [],
  },
  'alerts.deliveries': { neighbor: 'their own' },
}
