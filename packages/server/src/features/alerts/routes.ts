import {
  alertSettingsEndpoint,
  confirmAddress,
  listDeliveries,
  newWebhookSecret,
  resumeChannel,
  saveAlertSettings,
  sendConfirmation,
  testAlert,
  unsubscribe as unsubscribeEndpoint,
} from '@waxseal/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { keepPrivate } from '../../http/keep-private.ts'
import { serve } from '../../http/serve.ts'
import { confirm, sendLinkAgain, unsubscribe, unsubscribePage } from './addresses.ts'
import { deliveriesOf } from './deliveries.ts'
import { resume } from './resume.ts'
import { readSettings, renewSecret, requireAlerts, save } from './settings.ts'
import { sendTest } from './test-alert.ts'

/** A route that is no call of the API. */
const hidden = { schema: { hide: true } }

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, alertSettingsEndpoint, async ({ actor, reply }) => tagged(reply, await readSettings(deps, actor)))
  serve(app, deps, saveAlertSettings, async ({ actor, request, reply, signal }, { body }) => {
    const ifMatch = versionOf(request.headers['if-match'])
    return tagged(reply, await save(deps, actor, body, { ifMatch, signal }))
  })
  serve(app, deps, testAlert, ({ actor }, { body }) => sendTest(deps, actor, body.channel))
  serve(app, deps, resumeChannel, async ({ actor, person, reply }, { body }) =>
    tagged(reply, await resume(deps, actor, { kind: body.channel, own: person?.email ?? null })),
  )
  serve(app, deps, newWebhookSecret, ({ actor }) => renewSecret(deps, actor))
  serve(app, deps, sendConfirmation, ({ actor }) => {
    requireAlerts(actor)
    return sendLinkAgain(deps, actor)
  })
  serve(app, deps, confirmAddress, (_context, { body }) => confirm(deps, body.token))
  serve(app, deps, listDeliveries, ({ actor }, { query }) => deliveriesOf(deps, actor, query.limit))
  void app.register(async forms => {
    acceptForms(forms)
    serve(forms, deps, unsubscribeEndpoint, (_context, { params }) => unsubscribe(deps, params.token))
  })
  // A mail program that does not know RFC 8058 opens the address in a browser: the page there asks first.
  app.get<{ Params: { token: string } }>(`/api${unsubscribeEndpoint.route.path}`, hidden, (request, reply) => {
    keepPrivate(reply)
    return reply.redirect(unsubscribePage(request.params.token), 303)
  })
}

/** The version as an ETag, for the If-Match header of the next save. */
function tagged<T extends { version: number }>(reply: FastifyReply, settings: T): T {
  reply.header('etag', `"${settings.version}"`)
  return settings
}

/** The version that an If-Match header names (RFC 9110 section 13.1.1); -1 for one that is no version of ours. */
function versionOf(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null
  const digits = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1]
  return digits === undefined ? -1 : Number(digits)
}

/** Mail programs send the form `List-Unsubscribe=One-Click` (RFC 8058 section 3.2). What it says is not read. */
function acceptForms(app: FastifyInstance): void {
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(types, { parseAs: 'string', bodyLimit: 16_384 }, (_request, _body, done) => {
    done(null, undefined)
  })
}
