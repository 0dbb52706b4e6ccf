import { type HeaderAnalysisReply, limits, wording } from '@waxseal/contract'
import { threatScore } from '@waxseal/core/headers'
import { storable } from '../../db/storable.ts'
import type { Deps } from '../../deps.ts'
import { Refusal, withoutText } from '../../errors.ts'
import { PlacesFull } from '../../jobs/fair-places.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import { lockWorkspace } from '../workspaces/store.ts'
import { documentOf } from './document.ts'
import { newSelectors } from './new-selectors.ts'
import { present } from './present.ts'
import { reputationOf } from './reputation.ts'
import { forgetOldest, insertAnalysis } from './store.ts'

const dayMs = 86_400_000

/**
 * Analyzes a pasted header or message and stores the analysis. Above `limits.storedAnalyses` the workspace's oldest one is
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
  const { analysis, signatures } = await deps
    .analyzeMessage(raw, signal, actor.workspace.id)
    .catch((error: unknown) => {
      if (error instanceof PlacesFull) throw new Refusal('unavailable', wording.headersBusy, { retryAfterSeconds: 10 })
      throw withoutText(error, 'a message could not be analyzed')
    })
  const reputation = await reputationOf(deps, actor, analysis, signal)
  const findings = [...analysis.findings, ...reputation.findings]
  const score = threatScore(findings)
  const document = documentOf({ ...analysis, findings }, { reputation: reputation.reply, signatures })
  const { subject, from } = document.parsed_data
  const createdAt = deps.now()
  const expiresAt = new Date(createdAt.getTime() + deps.env.retentionDaysHeaders * dayMs)
  const row = await deps.store.transaction(async tx => {
    await lockWorkspace(tx, actor.workspace.id)
    const stored = await insertAnalysis(tx, {
      workspaceId: actor.workspace.id,
      createdAt,
      createdBy: authorId(actor),
      expiresAt,
      raw: storable(raw),
      subject,
      from,
      threatScore: score,
      document,
    })
    await forgetOldest(tx, stored, limits.storedAnalyses)
    return stored
  })
  return present(row, {
    newSelectors: await newSelectors(deps.store.db, actor, document.passed_keys),
    reader: actor.workspace.tier,
  })
}
