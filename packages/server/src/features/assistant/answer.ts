import { wording } from '@waxseal/contract'
import { answerHtml } from '@waxseal/contract/answer-html'
import {
  analyzeHeaders,
  analyzeScan,
  type Facts,
  headerFacts,
  markdownOf,
  reply,
  type ScanFacts,
  scanFacts,
} from '@waxseal/core/assistant'
import { presentScan } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { analysisOf } from '../headers/store.ts'
import { latestScan } from '../scans/latest-scan.ts'
import type { Actor } from '../workspaces/actor.ts'
import { previousQuestion, type Task } from './task.ts'

/** A task with the facts that its answer rests on. */
export interface Prepared {
  task: Task
  facts: Facts
}

/** A piece of an answer in Markdown, or the name of what the model reads. */
export type Piece = { content: string } | { tool: string }

/** A whole answer. */
export interface Answered {
  markdown: string
  html: string
  source: 'built-in' | 'model'
}

/** Loads the facts of a task, so that refusals come before the first piece. @throws Refusal `not_found`, `no_scan` */
export async function prepare(deps: Deps, actor: Actor, task: Task): Promise<Prepared> {
  const facts: Facts = { scope: actor.workspace.tier, scan: null, header: null, domains: [], dnsChanges: [] }
  if (task.kind === 'chat') return { task, facts }
  if (task.kind === 'scan' || task.kind === 'scan-question')
    return { task, facts: { ...facts, scan: await scanOf(deps, actor, task.domainId) } }
  const row = await analysisOf(deps.store.db, actor.workspace.id, task.analysisId, deps.now())
  if (row === undefined) throw new Refusal('not_found', wording.notFound)
  return { task, facts: { ...facts, header: headerFacts({ ...row.document, threat_score: row.threatScore }) } }
}

async function scanOf(deps: Deps, actor: Actor, domainId: string): Promise<ScanFacts> {
  const result = await latestScan(deps, actor, domainId)
  return scanFacts(
    presentScan(result, actor.workspace.tier, (check, err) => {
      deps.log.error({ err, check, domain: result.name }, 'a check of a scan cannot be presented')
    }),
  )
}

/** Gives the pieces of an answer and returns the whole. */
export async function* answer(
  _deps: Deps,
  { task, facts }: Prepared,
  _options: { signal: AbortSignal; streamed: boolean },
): AsyncGenerator<Piece, Answered> {
  const markdown = markdownOf(blocksOf(task, facts))
  yield { content: markdown }
  return { markdown, html: answerHtml(markdown, 'made'), source: 'built-in' }
}

function blocksOf(task: Task, facts: Facts) {
  const origin = 'no-model' as const
  if (task.kind === 'scan' && facts.scan !== null) return analyzeScan(facts.scan, facts, origin)
  if (task.kind === 'message' && facts.header !== null) return analyzeHeaders(facts.header, facts, origin)
  const previous = 'history' in task ? previousQuestion(task.history) : null
  return reply('message' in task ? task.message : '', facts, { origin, previous })
}
