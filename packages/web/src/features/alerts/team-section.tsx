import type { ChannelKind } from '@waxseal/core/alert'
import type { ReactNode } from 'react'
import { Sheet } from '../../ui/sheet.tsx'
import { channelNames } from './api.ts'
import { ChannelNote, ChannelTag } from './channel-state.tsx'
import { NewSecret } from './new-secret.tsx'
import { TestSend } from './test-send.tsx'
import type { SettingsForm } from './use-settings.ts'
import { WebhookField, webhookFields } from './webhook-field.tsx'

type Team = keyof typeof webhookFields

const teams: readonly { channel: Team; label: string; hint: string; placeholder: string }[] = [
  {
    channel: 'slack',
    label: 'Slack webhook URL',
    hint: 'In Slack, create an incoming webhook for a channel and paste its URL.',
    placeholder: 'https://hooks.slack.com/services/…',
  },
  {
    channel: 'teams',
    label: 'Microsoft Teams webhook URL',
    hint: 'In Teams, create the workflow “Post to a channel when a webhook request is received” and paste its URL.',
    placeholder: 'https://….logic.azure.com/…',
  },
  {
    channel: 'webhook',
    label: 'Webhook URL',
    hint: 'Each alert is posted to this URL as JSON, signed with your secret.',
    placeholder: 'https://',
  },
]

/** Slack, Microsoft Teams, and the signed webhook beside them. */
export function TeamSection({ form }: { form: SettingsForm }): ReactNode {
  return (
    <Sheet title="Team notifications">
      <div className="grid max-w-xl gap-8">
        {teams.map(({ channel, ...field }) => (
          <Channel key={channel} channel={channel} form={form}>
            <WebhookField form={form} field={webhookFields[channel]} {...field}>
              {channel === 'webhook' && <NewSecret />}
              <TestSend channel={channel} />
            </WebhookField>
          </Channel>
        ))}
      </div>
    </Sheet>
  )
}

interface ChannelProps {
  channel: Exclude<ChannelKind, 'email'>
  form: SettingsForm
  children: ReactNode
}

function Channel({ channel, form: { settings }, children }: ChannelProps): ReactNode {
  const state = settings.channels[channel]
  return (
    <section aria-labelledby={`channel-${channel}`} className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={`channel-${channel}`} className="font-[600]">
          {channelNames[channel]}
        </h3>
        <ChannelTag state={state} />
      </div>
      {children}
      <ChannelNote channel={channel} state={state} />
    </section>
  )
}
