import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type alertSettingsRoute,
  listDeliveriesRoute,
  newWebhookSecretRoute,
  resumeChannelRoute,
  sendConfirmationRoute,
  alertSettingsRoute as settingsRoute,
  testAlertRoute,
} from '@waxseal/contract/routes'
import type { ChannelKind } from '@waxseal/core/alert'
import { call, type Reply } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { alertTexts } from './wording.ts'

export type Settings = Reply<typeof alertSettingsRoute>
export type Delivery = Reply<typeof listDeliveriesRoute>['deliveries'][number]
export type TestResult = Reply<typeof testAlertRoute>

/** The names of the channels. */
export const channelNames: Readonly<Record<ChannelKind, string>> = {
  email: 'Email',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  webhook: 'Webhook',
}

export const settingsQuery = queryOptions({
  queryKey: ['alerts', 'settings'],
  queryFn: ({ signal }) => call(settingsRoute, { signal }),
  meta: { failure: alertTexts.loadFailed },
})

/** While a message waits, its state is asked for again after this time, in milliseconds. */
const waitingMs = 5_000

export const deliveriesQuery = queryOptions({
  queryKey: ['alerts', 'deliveries'],
  queryFn: ({ signal }) => call(listDeliveriesRoute, { query: { limit: 20 }, signal }),
  refetchInterval: query => (query.state.data?.deliveries.some(({ state }) => state === 'waiting') ? waitingMs : false),
})

/** Sends a test alert to a channel. */
export function useTestAlert(channel: ChannelKind) {
  const client = useQueryClient()
  return useAction({
    key: ['alerts', 'test', channel],
    run: () => call(testAlertRoute, { body: { channel } }),
    failure: { failure: 'The test alert could not be sent', preferDetail: true },
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesQuery.queryKey }),
  })
}

export function useResume(channel: ChannelKind) {
  const client = useQueryClient()
  return useAction({
    key: ['alerts', 'resume', channel],
    run: () => call(resumeChannelRoute, { body: { channel } }),
    success: `${channelNames[channel]} alerts resumed`,
    failure: { failure: 'The channel could not be resumed', preferDetail: true },
    onSuccess: settings => client.setQueryData(settingsQuery.queryKey, settings),
  })
}

export function useSendConfirmation() {
  const client = useQueryClient()
  return useAction({
    key: ['alerts', 'confirmation'],
    run: () => call(sendConfirmationRoute, {}),
    success: 'Confirmation link sent',
    failure: { failure: 'The confirmation link could not be sent', preferDetail: true },
    onSettled: () => client.invalidateQueries({ queryKey: ['alerts'] }),
  })
}

export function useNewSecret() {
  return useAction({
    key: ['alerts', 'secret'],
    run: () => call(newWebhookSecretRoute, {}),
    failure: { failure: 'A new secret could not be created', preferDetail: true },
  })
}
