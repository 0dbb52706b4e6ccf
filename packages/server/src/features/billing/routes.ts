import {
  actInTestPortal,
  billingWebhook,
  cancelDowngrade as cancelEndpoint,
  createCheckout as checkoutEndpoint,
  chooseTestOutcome,
  createPortalSession,
  testPage as pageEndpoint,
  restoreDowngrade as restoreEndpoint,
  scheduledDowngrade as scheduledEndpoint,
  checkoutStatus as statusEndpoint,
  subscription as subscriptionEndpoint,
} from '@waxseal/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import type { Session } from '../../ports.ts'
import { requireLiveSession } from '../workspaces/live-session.ts'
import { checkoutStatus } from './checkout-status.ts'
import { createCheckout } from './create-checkout.ts'
import { cancelDowngrade, restoreDowngrade, scheduledDowngrade } from './downgrade.ts'
import { openPortal, readSubscription } from './portal.ts'
import { actInPortal, chooseOutcome, testPage } from './test-pages.ts'
import { receiveWebhook } from './webhook.ts'

/** Events are below 100 KB; the size of a body that someone sends without a signature costs us its memory. */
const eventMax = 256 * 1024

export function routes(app: FastifyInstance, deps: Deps): void {
  const live = async <T>({ session }: { session: Session }, work: () => Promise<T>): Promise<T> => {
    await requireLiveSession(deps, session)
    return work()
  }
  serve(app, deps, subscriptionEndpoint, caller => live(caller, () => readSubscription(deps, caller.actor)))
  serve(app, deps, scheduledEndpoint, caller => live(caller, () => scheduledDowngrade(deps, caller.actor)))
  serve(app, deps, statusEndpoint, (caller, { params }) =>
    live(caller, () => checkoutStatus(deps, caller.actor, params.sessionId)),
  )
  serve(app, deps, checkoutEndpoint, (caller, { body }) =>
    live(caller, () => createCheckout(deps, caller.actor, caller.signedIn.person, body)),
  )
  serve(app, deps, cancelEndpoint, caller => live(caller, () => cancelDowngrade(deps, caller.actor)))
  serve(app, deps, restoreEndpoint, caller => live(caller, () => restoreDowngrade(deps, caller.actor)))
  serve(app, deps, createPortalSession, caller => live(caller, () => openPortal(deps, caller.actor)))
  serve(app, deps, pageEndpoint, (caller, { params }) =>
    live(caller, () => testPage(deps, caller.actor, params.sessionId)),
  )
  serve(app, deps, chooseTestOutcome, (caller, { params, body }) =>
    live(caller, () => chooseOutcome(deps, caller.actor, params.sessionId, body.outcome)),
  )
  serve(app, deps, actInTestPortal, (caller, { params, body }) =>
    live(caller, () => actInPortal(deps, caller.actor, params.sessionId, body.action)),
  )
  void app.register(async hooks => serveWebhook(hooks, deps))
}

/** What is signed are the bytes of the body, so it is not parsed here. */
async function serveWebhook(hooks: FastifyInstance, deps: Deps): Promise<void> {
  hooks.removeAllContentTypeParsers()
  hooks.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  serve(
    hooks,
    deps,
    billingWebhook,
    ({ request }) => receiveWebhook(deps, { body: request.body, signature: request.headers['stripe-signature'] }),
    { bodyLimit: eventMax },
  )
}
