import { deleteCheckLink, linkCheck, linkedCheck, visitorCheck } from '@waxseal/contract'
import { presentScan, type ScanReply, type ScanResult } from '@waxseal/core/health'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../http/client.ts'
import { keepPrivate } from '../../http/keep-private.ts'
import { serve } from '../../http/serve.ts'
import { endAsText, endOf, streamScan, wantsEvents } from '../scans/stream-scan.ts'
import { checkForVisitor, followCheck } from './check.ts'
import { createLink, deleteLink, readLinked } from './links.ts'
import { runningChecks } from './running-checks.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  const checks = runningChecks(deps)
  app.addHook('preClose', async () => checks.close())

  serve(app, deps, visitorCheck, async ({ signal, request, reply }, { body }) => {
    const client = clientOf(request.ip)
    const followed = await checkForVisitor(deps, checks, { typed: body.domain_name, client })
    const follow = followCheck(followed, signal)
    const once = (result: ScanResult) => present(result, request)
    if (wantsEvents(request.headers.accept)) {
      return deps.processLimits.takeStream(`visitor ${client}`, reply.raw)
        ? streamScan(reply, follow, once)
        : endAsText(reply, follow, once)
    }
    return present(await endOf(follow), request)
  })

  serve(app, deps, linkCheck, async ({ signal, request, reply }, { body }) => {
    keepPrivate(reply)
    const { domain_name: name, finished_at: finishedAt, check_again: again = false } = body
    const client = clientOf(request.ip)
    if (!again || checks.document(name, finishedAt) !== undefined) {
      return createLink(deps, checks, { name, finishedAt, client })
    }
    // Behind a balancer the next request may reach another process. Here the check and its link are one request.
    const followed = await checkForVisitor(deps, checks, { typed: name, client })
    const result = await endOf(followCheck(followed, signal))
    return createLink(deps, checks, { name: result.name, finishedAt: result.finishedAt, client })
  })

  serve(app, deps, linkedCheck, ({ request, reply }, { params: { token } }) => {
    keepPrivate(reply)
    const client = clientOf(request.ip)
    return readLinked(deps, { token, client, present: result => present(result, request) })
  })

  serve(app, deps, deleteCheckLink, ({ request, reply }, { params: { token } }) => {
    keepPrivate(reply)
    return deleteLink(deps, { token, client: clientOf(request.ip) })
  })
}

/** A check that cannot be presented is logged and shown as unchecked. */
function present(result: ScanResult, request: FastifyRequest): ScanReply {
  return presentScan(result, 'free', (check, err) => {
    request.log.error({ err, check, domain: result.name }, 'a check of a visitor’s scan cannot be presented')
  })
}
