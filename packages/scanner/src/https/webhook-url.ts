import type { HttpsFailure } from './failure.ts'
import { type AddressOptions, allowedAddresses } from './send.ts'
import { readTypedUrl } from './url.ts'

/** Whose webhook: `generic` is any receiver of docs/alert-webhook.md. */
export const webhookKinds = ['slack', 'teams', 'generic'] as const
export type WebhookKind = (typeof webhookKinds)[number]

export type WebhookVerdict =
  | { ok: true }
  | {
      ok: false
      /** What is wrong and how to correct it, in a sentence or two. */
      reason: string
      /** The lookup of the name failed, which says nothing about the URL. */
      temporary?: true
    }

/**
 * Whether alerts may be sent to a webhook: its form, its host, and every address of its name. Nothing is sent. The
 * addresses are checked again with each message (`createHttpsPost`), because they can change.
 */
export async function checkWebhookUrl(
  kind: WebhookKind,
  text: string,
  { signal, ...options }: AddressOptions & { signal?: AbortSignal },
): Promise<WebhookVerdict> {
  const url = readTypedUrl(text)
  if ('kind' in url) return refused(url)
  const problem = hostProblems[kind](url)
  if (problem !== null) return { ok: false, reason: problem }
  const addresses = await allowedAddresses(options, url.hostname, signal)
  return 'kind' in addresses ? refused(addresses) : { ok: true }
}

function refused({ kind, text }: HttpsFailure): WebhookVerdict {
  // The other texts begin with the name.
  const isSentence = kind === 'bad-url' || kind === 'unanswered'
  const reason = isSentence ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.` : `${text}.`
  return kind === 'unanswered'
    ? { ok: false, reason: `${reason} Please try again later.`, temporary: true }
    : { ok: false, reason }
}

/** By kind: what is wrong with the host or path of a URL; null: nothing. */
const hostProblems: Readonly<Record<WebhookKind, (url: URL) => string | null>> = {
  slack: ({ hostname, pathname }) =>
    hostname === 'hooks.slack.com' && /^\/services\/./.test(pathname)
      ? null
      : 'This is not a Slack webhook. Paste a URL that begins with https://hooks.slack.com/services/.',
  teams: ({ hostname, pathname }) => {
    if (isRetired(hostname, pathname))
      return 'This Microsoft 365 connector URL is retired. Create a Workflow in Teams and paste its URL.'
    return workflowZones.some(zone => hostname.endsWith(zone))
      ? null
      : 'This is not the URL of a Workflow. Create a Workflow in Teams and paste its URL.'
  },
  generic: ({ hostname, pathname }) => {
    if (isRetired(hostname, pathname))
      return 'This Microsoft 365 connector URL is retired. Use the field for Microsoft Teams.'
    // Slack takes messages of its own form alone, and answers any other with an error.
    return hostname === 'hooks.slack.com' || hostname === 'hooks.slack-gov.com'
      ? 'This is a Slack webhook. Slack does not read the messages of this field. Use the field for Slack.'
      : null
  },
}

/** Where Microsoft runs the Workflows of Teams: Azure Logic Apps and Power Platform, of the public and the US cloud. */
const workflowZones = [
  '.logic.azure.com',
  '.environment.api.powerplatform.com',
  '.logic.azure.us',
  '.api.powerplatform.us',
]

/** Microsoft 365 connectors of Teams, which Microsoft has switched off. */
function isRetired(hostname: string, pathname: string): boolean {
  const isOutlook = hostname === 'outlook.office.com' || hostname === 'outlook.office365.com'
  return (
    hostname === 'webhook.office.com' ||
    hostname.endsWith('.webhook.office.com') ||
    (isOutlook && pathname.startsWith('/webhook/'))
  )
}
