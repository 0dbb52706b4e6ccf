import { useQueryClient } from '@tanstack/react-query'
import { saveAlertSettingsRoute } from '@waxseal/contract/routes'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { notify } from '../../lib/notify.ts'
import { keys } from '../../lib/queries.ts'
import { showFailure } from '../../lib/query.ts'
import { type Settings, settingsQuery } from './api.ts'
import { createSaveQueue, type SaveQueue, type SaveState } from './save-queue.ts'
import { alertTexts } from './wording.ts'

/** What is chosen with a switch or a select, or taken away with a button. */
export type Choices = Pick<
  Settings,
  | 'email_alerts'
  | 'alert_types'
  | 'dns_monitoring_enabled'
  | 'dns_monitoring_frequency'
  | 'slack_webhook'
  | 'teams_webhook'
  | 'generic_webhook'
>

export interface SettingsForm extends Pick<SaveState<Choices>, 'texts' | 'saving' | 'conflict'> {
  /** As saved, with the choices that are being saved. */
  settings: Settings
  queue: SaveQueue<Choices>
}

/** The settings on screen, and the queue that saves what changes in them. */
export function useSettings(saved: Settings): SettingsForm {
  const client = useQueryClient()
  const [queue] = useState(() => queueOf(client))
  const { choices, texts, saving, conflict } = useSyncExternalStore(queue.subscribe, queue.state)

  useEffect(() => {
    const leave = (): void => {
      if (document.visibilityState === 'hidden') queue.flush()
    }
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      queue.flush()
    }
  }, [queue])

  return { settings: { ...saved, ...choices }, texts, saving, conflict, queue }
}

function queueOf(client: ReturnType<typeof useQueryClient>): SaveQueue<Choices> {
  const { queryKey } = settingsQuery
  return createSaveQueue<Choices>({
    send: async part => {
      // A reload that is under way would bring back the values from before.
      await client.cancelQueries({ queryKey })
      const current = client.getQueryData(queryKey)
      const body = current === undefined ? part : { ...editable(current), ...part, version: current.version }
      client.setQueryData(queryKey, await call(saveAlertSettingsRoute, { body }))
      if ('dns_monitoring_enabled' in part || 'dns_monitoring_frequency' in part) {
        void client.invalidateQueries({ queryKey: keys.changes })
      }
      notify.saved('Settings saved')
    },
    judge: error => {
      if (!(error instanceof ApiError)) return { kind: 'refused', problem: null }
      if (error.status === 409) return { kind: 'conflict' }
      // `unavailable`: the name of a webhook could not be looked up.
      const isAboutText = error.code === 'validation' || error.code === 'unavailable'
      return { kind: 'refused', problem: isAboutText ? error.detail : null }
    },
    onRefused: error => showFailure(error, { failure: alertTexts.saveFailed }),
    reload: () => client.invalidateQueries({ queryKey }),
  })
}

/** The whole settings object, as a save sends it. A masked webhook keeps its value. */
function editable(settings: Settings) {
  const { slack_webhook, teams_webhook, generic_webhook, slack_enabled, teams_enabled, generic_enabled } = settings
  return {
    email_alerts: settings.email_alerts,
    notification_email: settings.notification_email,
    slack_webhook,
    teams_webhook,
    generic_webhook,
    slack_enabled,
    teams_enabled,
    generic_enabled,
    alert_types: settings.alert_types,
    dns_monitoring_enabled: settings.dns_monitoring_enabled,
    dns_monitoring_frequency: settings.dns_monitoring_frequency,
  }
}
