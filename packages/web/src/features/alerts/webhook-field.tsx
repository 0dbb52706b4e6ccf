import type { ChannelKind } from '@waxseal/core/alert'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { SettingButton, SettingField } from './lock.tsx'
import { NotSaved, problemOf } from './not-saved.tsx'
import type { TextKey } from './save-queue.ts'
import type { SettingsForm } from './use-settings.ts'

interface Props {
  form: SettingsForm
  field: Exclude<TextKey, 'notification_email'>
  label: string
  hint: ReactNode
  placeholder: string
  /** Beside the buttons of a saved URL. */
  children: ReactNode
}

/** The address of each channel that has one. */
export const webhookFields = {
  slack: 'slack_webhook',
  teams: 'teams_webhook',
  webhook: 'generic_webhook',
} as const satisfies Partial<Record<ChannelKind, TextKey>>

/** A webhook URL. A saved one is shown masked; a new one takes its place. */
export function WebhookField(props: Props): ReactNode {
  const { form, field, label, hint, placeholder, children } = props
  const { settings, texts, queue } = form
  const masked = settings[field]
  const typed = texts[field]
  // A save shows the new URL masked.
  const [replacing, setReplacing] = useState<number | null>(null)
  const isOpen = typed !== undefined || replacing === settings.version
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button is gone.
    if (replacing !== null) box.current?.querySelector('input')?.focus()
  }, [replacing])
  if (masked !== null && !isOpen) {
    return (
      <div>
        <p className="mb-1 text-13 font-[560]">{label}</p>
        <p dir="ltr" className="rounded bg-sunken px-3 py-2 font-mono text-13 [overflow-wrap:anywhere]">
          {masked}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
          <SettingButton
            size="small"
            aria-label={`Replace the ${label}`}
            onClick={() => setReplacing(settings.version)}
          >
            Replace
          </SettingButton>
          <SettingButton
            size="small"
            aria-label={`Remove the ${label}`}
            onClick={() => queue.choose({ [field]: null })}
          >
            Remove
          </SettingButton>
          {children}
        </div>
      </div>
    )
  }
  return (
    <div ref={box}>
      <SettingField
        type="url"
        label={label}
        hint={hint}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={typed?.value ?? ''}
        error={problemOf(typed)}
        onChange={event => {
          const { value } = event.target
          // An empty field changes nothing: Remove is a button of its own.
          if (value.trim() === '') queue.forget(field)
          else queue.type(field, value)
        }}
      />
      <NotSaved typed={typed} onSave={() => queue.flush('kept')} />
      {masked !== null && (
        <SettingButton
          size="small"
          look="quiet"
          className="mt-2 -ms-3"
          onClick={() => {
            setReplacing(null)
            queue.forget(field)
          }}
        >
          Keep the saved URL
        </SettingButton>
      )}
    </div>
  )
}
