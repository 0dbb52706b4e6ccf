import {
  domainAnalytics as analyticsEndpoint,
  decide as decideEndpoint,
  deleteDecision as deleteDecisionEndpoint,
  exportCsv as exportCsvEndpoint,
  exportJson as exportJsonEndpoint,
  exportPdf as exportPdfEndpoint,
  scanHistory as historyEndpoint,
  latestScan as latestEndpoint,
  listDecisions as listDecisionsEndpoint,
  scanResults,
  startScan as startEndpoint,
} from '@waxseal/contract'
import { presentScan, type ScanReply, type ScanResult } from '@waxseal/core/health'
import type { Tier } from '@waxseal/core/plan'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { download } from '../../http/download.ts'
import { serve } from '../../http/serve.ts'
import type { Actor } from '../workspaces/actor.ts'
import { analyticsOf } from './analytics.ts'
import { decide, deleteDecision, listDecisions } from './decisions.ts'
import { exportCsv } from './export-csv.ts'
import { exportJson } from './export-json.ts'
import { exportPdf } from './export-pdf.ts'
import { followScan } from './follow-scan.ts'
import { ageOf, latestScan } from './latest-scan.ts'
import { watchRuns } from './run-watch.ts'
import { scoreHistory } from './score-history.ts'
import { startScan } from './start-scan.ts'
import { endAsText, endOf, streamScan, wantsEvents } from './stream-scan.ts'
import { withSince } from './with-since.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  const watch = watchRuns(deps)
  app.addHook('onClose', () => watch.close())

  serve(app, deps, startEndpoint, async ({ actor, signal, request, reply }, { params }) => {
    const runId = await startScan(deps, actor, params.id)
    const follow = followScan(watch, runId, { signal })
    if (wantsEvents(request.headers.accept)) {
      const once = (result: ScanResult) => presentOnce(result, { actor, request })
      return deps.processLimits.takeStream(actor.workspace.id, reply.raw)
        ? streamScan(reply, follow, once)
        : endAsText(reply, follow, once)
    }
    return withSince(deps, of(actor, params), present(await endOf(follow), { actor, request }))
  })

  serve(app, deps, scanResults, async ({ actor, request }, { params }) =>
    withSince(deps, of(actor, params), present(await latestScan(deps, actor, params.id), { actor, request })),
  )

  serve(app, deps, exportCsvEndpoint, async ({ actor, request, reply }, { params }) => {
    const of = { domainId: params.id, present: (result: ScanResult) => present(result, { actor, request }) }
    return download(reply, await exportCsv(deps, actor, of))
  })

  serve(app, deps, exportPdfEndpoint, async ({ actor, request, reply, signal }, { params }) => {
    const of = { domainId: params.id, present: (result: ScanResult) => present(result, { actor, request }), signal }
    return download(reply, await exportPdf(deps, actor, of))
  })

  serve(app, deps, exportJsonEndpoint, async ({ actor, request, reply }, { params }) => {
    const of = { domainId: params.id, present: (result: ScanResult) => present(result, { actor, request }) }
    return download(reply, await exportJson(deps, actor, of))
  })

  serve(app, deps, latestEndpoint, async ({ actor, request }, { params }) => {
    const result = await latestScan(deps, actor, params.id)
    const reply = await withSince(deps, of(actor, params), present(result, { actor, request }))
    return { ...reply, ...ageOf(result, deps.now()) }
  })

  serve(app, deps, historyEndpoint, ({ actor }, { params, query }) => scoreHistory(deps, actor, params.id, query.limit))

  serve(app, deps, analyticsEndpoint, ({ actor }, { params, query }) =>
    analyticsOf(deps, actor, { domainId: params.id, days: query.days }),
  )

  serve(app, deps, listDecisionsEndpoint, ({ actor }, { params }) => listDecisions(deps, actor, params.id))

  serve(app, deps, decideEndpoint, ({ actor }, { params, body }) => decide(deps, actor, params.id, body))

  serve(app, deps, deleteDecisionEndpoint, ({ actor }, { params }) =>
    deleteDecision(deps, actor, params.id, params.decisionId),
  )
}

const of = ({ workspace }: Actor, { id }: { id: string }) => ({ workspace, domainId: id })

/** A check that cannot be presented is logged and shown as unchecked. */
function present(result: ScanResult, { actor, request }: { actor: Actor; request: FastifyRequest }): ScanReply {
  return presentScan(result, actor.workspace.tier, (check, err) => {
    request.log.error({ err, check, domain: result.name }, 'a check of a scan cannot be presented')
  })
}

/** By result and plan: many may follow one scan, and each would take some milliseconds. */
const presented = new WeakMap<ScanResult, Map<Tier, ScanReply>>()

function presentOnce(result: ScanResult, context: { actor: Actor; request: FastifyRequest }): ScanReply {
  const { tier } = context.actor.workspace
  const byTier = presented.get(result) ?? new Map<Tier, ScanReply>()
  const reply = byTier.get(tier) ?? present(result, context)
  presented.set(result, byTier.set(tier, reply))
  return reply
}
