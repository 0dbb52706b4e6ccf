import {
  decide as decideEndpoint,
  deleteDecision as deleteDecisionEndpoint,
  scanHistory as historyEndpoint,
  latestScan as latestEndpoint,
  listDecisions as listDecisionsEndpoint,
  scanResults,
  startScan as startEndpoint,
} from '@waxseal/contract'
import { presentScan, type ScanResult } from '@waxseal/core/health'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { decide, deleteDecision, listDecisions } from './decisions.ts'
import { followScan } from './follow-scan.ts'
import { ageOf, latestScan } from './latest-scan.ts'
import { scoreHistory } from './score-history.ts'
import { startScan } from './start-scan.ts'
import { streamScan, wantsEvents } from './stream-scan.ts'

export function routes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, startEndpoint, async ({ actor, signal, request, reply }, { params }) => {
    const runId = await startScan(deps, actor, params.id)
    const follow = followScan(deps, runId, { signal })
    if (wantsEvents(request.headers.accept)) return streamScan(reply, follow, actor.workspace.tier)
    return presentScan(await endOf(follow), actor.workspace.tier)
  })

  serve(app, deps, scanResults, async ({ actor }, { params }) =>
    presentScan(await latestScan(deps, actor, params.id), actor.workspace.tier),
  )

  serve(app, deps, latestEndpoint, async ({ actor }, { params }) => {
    const result = await latestScan(deps, actor, params.id)
    return { ...presentScan(result, actor.workspace.tier), ...ageOf(result, deps.now()) }
  })

  serve(app, deps, historyEndpoint, ({ actor }, { params, query }) => scoreHistory(deps, actor, params.id, query.limit))

  serve(app, deps, listDecisionsEndpoint, ({ actor }, { params }) => listDecisions(deps, actor, params.id))

  serve(app, deps, decideEndpoint, ({ actor }, { params, body }) => decide(deps, actor, params.id, body))

  serve(app, deps, deleteDecisionEndpoint, ({ actor }, { params }) =>
    deleteDecision(deps, actor, params.id, params.decisionId),
  )
}

async function endOf(follow: AsyncGenerator<unknown, ScanResult>): Promise<ScanResult> {
  for (;;) {
    const step = await follow.next()
    if (step.done) return step.value
  }
}
