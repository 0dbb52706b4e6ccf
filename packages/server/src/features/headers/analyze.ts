import { type HeaderAnalysisReply, limits, wording } from '@waxseal/contract'
import { threatScore } from '@waxseal/core/headers'
import type { Deps } from '../../deps.ts'
import { Refusal, withoutText } from '../../errors.ts'
import { PlacesFull } from '../../jobs/fair-places.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import { lockWorkspace } from '../workspaces/store.ts'
import { documentOf } from './document.ts'
import { newSelectors } from './new-selectors.ts'
import { packed } from './packed.ts'
import { present } from './present.ts'
import { reputationOf } from './reputation.ts'
import { forgetOldest, insertAnalysis } from './store.ts'
import { storedText } from './stored-text.ts'

const dayMs = 86_400_000

/**
 * Analyzes a pasted header or message and stores the analysis: the whole is analyzed, its beginning stored. Above `limits.storedAnalyses` the workspace's oldest one is
 * deleted.
 *
 * @throws Refusal `validation` without text; `too_large` above `limits.headersBytes`
 */
export async function analyze(
  deps: Deps,
  actor: Actor,
  raw: string,
  signal: AbortSignal,
): Promise<HeaderAnalysisReply> {
  if (raw.trim() === '') throw new Refusal('validation', wording.enterHeaders)
  if (Buffer.byteLength(raw) > limits.headersBytes) throw new Refusal('too_large', wording.headersTooLarge)
  const { analysis, signatures, hops } = await deps
    .analyzeMessage(raw, signal, actor.workspace.id)
    .catch((error: unknown) => {
      if (error instanceof PlacesFull) throw new Refusal('unavailable', wording.headersBusy, { retryAfterSeconds: 10 })
      throw withoutText(error, 'a message could not be analyzed')
    })
  const reputation = await reputationOf(deps, actor, analysis, signal)
  const findings = [...analysis.findings, ...reputation.findings]
  const score = threatScore(findings)
  const document = documentOf(
    { ...analysis, findings },
    { reputation: reputation.reply, signatures, ...(hops !== undefined && { hops }) },
  )
  const { subject, from } = document.parsed_data
  const createdAt = deps.now()
  const expiresAt = new Date(createdAt.getTime() + deps.env.retentionDaysHeaders * dayMs)
  const workspaceId = actor.workspace.id
  const row = {
    workspaceId,
    createdAt,
    createdBy: authorId(actor),
    expiresAt,
    ...storedText(raw),
    subject,
    from,
    threatScore: score,
    document,
  }
  const stored = await packed(row)
  const id = await deps.store.transaction(async tx => {
    await lockWorkspace(tx, workspaceId)
    const id = await insertAnalysis(tx, stored)
    await forgetOldest(tx, { id, workspaceId }, limits.storedAnalyses)
    return id
  })
  const analyzed = { ...row, id }
  return present(analyzed, {
    newSelectors: await newSelectors(deps.store.db, actor, document.passed_keys),
    reader: actor.workspace.tier,
  })
}
