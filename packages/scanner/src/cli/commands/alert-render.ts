import {
  type Alert,
  type AlertMessage,
  channelKinds,
  readAlert,
  renderEmail,
  renderSlack,
  renderTeams,
  renderWebhook,
} from '@waxseal/core/alert'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'
import { jsonText } from '../json.ts'

/** The alert of a preview without one. */
const example: Alert = {
  alert_type: 'dns_mx_change',
  severity: 'critical',
  domain_name: 'example.com',
  description: 'DMARC policy weakened from reject to none',
  old_value: ['v=DMARC1; p=reject; rua=mailto:reports@example.com'],
  new_value: ['v=DMARC1; p=none; rua=mailto:reports@example.com'],
  timestamp: '2026-11-15T07:33:00.000Z',
}

export const alertRender = command({
  name: 'alert.render',
  oneShotName: 'alert.preview',
  summary: 'Show the message that an alert sends. Nothing is sent.',
  args: {
    kind: { kind: 'text', about: channelKinds.join(', '), required: true, positional: true, choices: channelKinds },
    alert: {
      kind: 'json',
      value: 'JSON',
      about:
        'The alert: alert_type, severity, domain_name, description, old_value, new_value and timestamp. Default: an example.',
    },
    to: { kind: 'text', value: 'ADDRESS', about: 'The recipient of an email.' },
    productUrl: {
      kind: 'text',
      value: 'URL',
      about: 'The address of your Waxseal, for the links of the message. Default: http://localhost:3000.',
    },
  },
  run: ({ kind, alert = example, to, productUrl = 'http://localhost:3000' }) => {
    const read = readAlert(alert)
    if (typeof read === 'string') return refused(`"alert" ${read}`)
    if (to !== undefined && (to.length > 254 || !/^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(to)))
      return refused('"to" must be an email address')
    const home = homeOf(productUrl)
    if (home === null) return refused('"productUrl" must be an http or https URL')
    const message: AlertMessage = {
      deliveryId: 'preview',
      alerts: [read],
      more: 0,
      settingsUrl: `${home}/alerts`,
      productUrl: home,
    }
    if (kind === 'email') {
      const email = renderEmail(message)
      const result = { ...(to !== undefined && { to }), ...email }
      return Promise.resolve({
        result,
        text: paint =>
          `${paint(`Subject: ${email.subject}`, 'bold')}\n\n${linesOf(email.text)
            .map(line => paint(line))
            .join('\n')}`,
        exitCode: 0,
      })
    }
    const body = { slack: renderSlack, teams: renderTeams, webhook: renderWebhook }[kind](message)
    return Promise.resolve({ result: { body }, text: () => `${jsonText(body, 2)}\n`, exitCode: 0 })
  },
})

function refused(message: string): Promise<never> {
  return Promise.reject(new CommandError('usage', message))
}

/** The origin and path of a web address, without a slash at the end. */
function homeOf(text: string): string | null {
  const url = text.length <= 1000 ? URL.parse(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  return `${url.origin}${url.pathname}`.replace(/\/$/, '')
}

function linesOf(text: string): readonly string[] {
  return text.split('\n')
}
