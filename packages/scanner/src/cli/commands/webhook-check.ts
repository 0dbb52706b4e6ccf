import { checkWebhookUrl, webhookKinds } from '../../https/index.ts'
import { command } from '../command.ts'

export const webhookCheck = command({
  name: 'webhook.check',
  summary: 'Check whether alerts may be sent to a webhook. Nothing is sent.',
  args: {
    kind: { kind: 'text', about: 'slack, teams or generic. Default: generic.', choices: webhookKinds },
    url: { kind: 'text', about: 'The URL of the webhook.', required: true, positional: true },
  },
  run: async (values, { withDns, signal }) => {
    const { kind = 'generic', url } = values
    const verdict = await withDns(values, dns => {
      const { resolver } = dns.session(signal)
      return checkWebhookUrl(kind, url, { resolver, signal })
    })
    const reason = verdict.ok ? null : verdict.reason
    return {
      result: { ok: verdict.ok, reason },
      text: paint =>
        reason === null
          ? `${paint('Alerts may be sent there.', 'green')}\n`
          : `${paint('Alerts may not be sent there.', 'red')} ${paint(reason)}\n`,
      exitCode: !verdict.ok && verdict.temporary ? 1 : 0,
    }
  },
})
