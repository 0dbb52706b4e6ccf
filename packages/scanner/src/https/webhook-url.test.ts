import { zoneResolver } from '@waxseal/core/dns'
import { expect, it } from 'vitest'
import { checkWebhookUrl, type WebhookKind, type WebhookVerdict } from './index.ts'
import { hostileZone } from './testing/hostile-webhooks.ts'

function check(kind: WebhookKind, url: string, allowed: readonly string[] = []): Promise<WebhookVerdict> {
  const zone = {
    ...hostileZone,
    'default1a2b.environment.api.powerplatform.com': { A: ['8.8.4.4'] },
    'slow.example': { fail: 'timeout' as const },
  }
  const allow = allowed.length === 0 ? {} : { allowAddress: (address: string) => allowed.includes(address) }
  return checkWebhookUrl(kind, url, { resolver: zoneResolver(zone), ...allow })
}

it.each([
  ['slack', 'https://hooks.slack.com/services/T000/B000/XXXX'],
  ['slack', 'https://hooks.slack.com:443/services/T000/B000/XXXX'],
  [
    'teams',
    'https://prod-12.westus.logic.azure.com:443/workflows/1a2b/triggers/manual/paths/invoke?api-version=2016-06-01&sig=x',
  ],
  [
    'teams',
    'https://default1a2b.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/1/triggers/manual',
  ],
  ['generic', 'https://public.example/hook'],
  ['generic', 'HTTPS://Public.Example/hook#part'],
] as const)('%s: %s is accepted', async (kind, url) => {
  expect(await check(kind, url)).toEqual({ ok: true })
})

const notSlack = 'This is not a Slack webhook. Paste a URL that begins with https://hooks.slack.com/services/.'
const notWorkflow = 'This is not the URL of a Workflow. Create a Workflow in Teams and paste its URL.'
const retired = 'This Microsoft 365 connector URL is retired. Create a Workflow in Teams and paste its URL.'

it.each([
  ['slack', 'https://public.example/services/T000/B000/XXXX', notSlack],
  ['slack', 'https://hooks.slack.com.inside.example/services/T000/B000/XXXX', notSlack],
  ['slack', 'https://hooks.slack.com/', notSlack],
  ['teams', 'https://tenant.webhook.office.com/webhookb2/1@2/IncomingWebhook/3/4', retired],
  ['teams', 'https://outlook.office.com/webhook/1@2/IncomingWebhook/3/4', retired],
  ['teams', 'https://logic.azure.com/workflows/1', notWorkflow],
  ['teams', 'https://evil-logic.azure.com/workflows/1', notWorkflow],
  ['teams', 'https://prod-12.westus.logic.azure.com.inside.example/workflows/1', notWorkflow],
  [
    'generic',
    'https://tenant.webhook.office.com/webhookb2/1@2/IncomingWebhook/3/4',
    'This Microsoft 365 connector URL is retired. Use the field for Microsoft Teams.',
  ],
  ...[
    'https://hooks.slack.com/services/T0/B0/x',
    'https://HOOKS.slack.com/',
    'https://hooks.slack-gov.com/services/T0',
  ].map(
    url =>
      [
        'generic',
        url,
        'This is a Slack webhook. Slack does not read the messages of this field. Use the field for Slack.',
      ] as const,
  ),
  ['generic', 'http://public.example/hook', 'Only https URLs are supported.'],
  ['generic', 'https://public.example:8443/hook', 'Only port 443 is supported.'],
  ['generic', 'https://private.example/hook', 'private.example has an address that is not public.'],
  ['generic', 'https://gone.example/hook', 'gone.example has no address.'],
  [
    'generic',
    'https://bücher.example/',
    'The URL has characters that are not allowed. Write an international name in its xn-- form.',
  ],
] as const)('%s: %s is refused: %s', async (kind, url, reason) => {
  expect(await check(kind, url)).toEqual({ ok: false, reason })
})

it('a failed lookup says nothing about the URL', async () => {
  expect(await check('generic', 'https://slow.example/hook')).toEqual({
    ok: false,
    reason: 'The address of slow.example could not be looked up. Please try again later.',
    temporary: true,
  })
})

it('an address that is not public can be allowed', async () => {
  expect(await check('generic', 'https://private.example/hook', ['10.0.0.1'])).toEqual({ ok: true })
})
