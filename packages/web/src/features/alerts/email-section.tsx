import type { ReactNode } from 'react'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ChannelNote, ChannelTag } from './channel-state.tsx'
import { SettingField, SettingSwitch } from './lock.tsx'
import { NotSaved, problemOf } from './not-saved.tsx'
import { TestSend } from './test-send.tsx'
import type { SettingsForm } from './use-settings.ts'

interface Props {
  form: SettingsForm
  /** The address of the account. */
  own: string | null
}

export function EmailSection({ form: { settings, texts, queue }, own }: Props): ReactNode {
  const state = settings.channels.email
  const typed = texts.notification_email
  return (
    <Sheet title="Email notifications" aside={<ChannelTag state={state} />}>
      <div className="grid max-w-xl gap-4">
        <SettingSwitch
          label="Send alerts by email"
          on={settings.email_alerts}
          onChange={on => queue.choose({ email_alerts: on })}
        />
        <div>
          <SettingField
            type="email"
            label="Notification email"
            autoComplete="email"
            placeholder={own ?? undefined}
            value={typed?.value ?? settings.notification_email ?? ''}
            error={problemOf(typed)}
            hint={
              own === null
                ? 'Leave it empty to use the address of your account.'
                : `Leave it empty to use ${own}. Any other address must be confirmed first.`
            }
            onChange={event => queue.type('notification_email', event.target.value)}
          />
          <NotSaved typed={typed} onSave={() => queue.flush('kept')} />
        </div>
        <ChannelNote channel="email" state={state} address={settings.notification_email ?? own ?? undefined} />
        {!settings.mail && (
          <Note look="info" title="This installation has no mail server">
            Alert mail is not sent. You can read it below, under Recent deliveries.
          </Note>
        )}
        <TestSend channel="email" />
      </div>
    </Sheet>
  )
}
