import {
  listShares as listEndpoint,
  revokeShare as revokeEndpoint,
  shareDays,
  sharedReport as sharedEndpoint,
  shareReport as shareEndpoint,
} from '@waxseal/contract'
import { presentScan } from '@waxseal/core/health'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../http/client.ts'
import { keepPrivate } from '../../http/keep-private.ts'
import { serve } from '../../http/serve.ts'
import { readShared } from './read-shared.ts'
import { listShares, revokeShare, shareReport } from './shares.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, shareEndpoint, ({ actor }, { params, body }) =>
    shareReport(deps, actor, { domainId: params.id, days: body?.expires_in_days ?? shareDays.default }),
  )

  serve(app, deps, listEndpoint, ({ actor }, { params }) => listShares(deps, actor, params.id))

  serve(app, deps, revokeEndpoint, ({ actor }, { params }) => revokeShare(deps, actor, params.id))

  serve(app, deps, sharedEndpoint, ({ request, reply }, { params }) => {
    keepPrivate(reply)
    return readShared(deps, {
      token: params.token,
      client: clientOf(request.ip),
      present: (result, tier) =>
        presentScan(result, tier, (check, err) => {
          request.log.error({ err, check, domain: result.name }, 'a check of a shared report cannot be presented')
        }),
    })
  })
}
