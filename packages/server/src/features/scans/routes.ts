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
  serve(app, deps, startEndpoint, async ({ account, signal, request, reply }, { params }) => {
    const runId = await startScan(deps, account, params.id)
    const follow = followScan(deps, runId, { signal })
    if (wantsEvents(request.headers.accept)) return streamScan(reply, follow, account.tier)
    return presentScan(await endOf(follow), account.tier)
  })

  serve(app, deps, scanResults, async ({ account }, { params }) =>
    presentScan(await latestScan(deps, account.id, params.id), account.tier),
  )

  serve(app, deps, latestEndpoint, async ({ account }, { params }) => {
    const result = await latestScan(deps, account.id, params.id)
    return { ...presentScan(result, account.tier), ...ageOf(result, deps.now()) }
  })

  serve(app, deps, historyEndpoint, ({ account }, { params, query }) =>
    scoreHistory(deps, account.id, params.id, query.limit),
  )

  serve(app, deps, listDecisionsEndpoint, ({ account }, { params }) => listDecisions(deps, account.id, params.id))

  serve(app, deps, decideEndpoint, ({ account }, { params, body }) => decide(deps, account.id, params.id, body))

  serve(app, deps, deleteDecisionEndpoint, ({ account }, { params }) =>
    deleteDecision(deps, account.id, params.id, params.decisionId),
  )
}

async function endOf(follow: AsyncGenerator<unknown, ScanResult>): Promise<ScanResult> {
  for (;;) {
    const step = await follow.next()
    if (step.done) return step.value
  }
}
