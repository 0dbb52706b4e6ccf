import { type Action, identityKey } from '../check/index.ts'
import type { Finding, FindingId } from './checks.ts'
import { actionOf, titleOf } from './findings.ts'
import { guardChecks } from './guard.ts'
import { collectedIn } from './last-known.ts'
import { provideAll } from './provided.ts'
import type { ScanResult } from './scan.ts'
import { scoreModel } from './score.ts'
import { type Outcome, outcomeOf } from './score-after.ts'

/** What the actions of a scan's findings lead to, judged when the scan is stored. */
export interface KeptOutcomes {
  /** The model of the score that they were judged by. */
  model: number
  of: readonly KeptOutcome[]
}

interface KeptOutcome {
  id: FindingId
  subject: string | null
  /** The action that was judged: its kind and its record. */
  action: string
  score: number | null
  remains: { id: string; score_after: number | null } | null
}

/** A scan with what the actions of its findings lead to. A finding whose outcome cannot be judged has none. */
export function withOutcomes(result: ScanResult): ScanResult {
  const guard = guardChecks(() => {})
  const provided = provideAll(result.name, collectedIn(result.sections, guard), guard)
  const of = result.findings.flatMap((finding): KeptOutcome[] => {
    const { id, subject } = finding
    const kept = guardChecks(() => {}).run(finding.check, (): KeptOutcome => {
      const action = actionOf(finding, result.name)
      const { score, remains } = outcomeOf(result, provided, finding, action)
      const left = remains && { id: remains.id, score_after: remains.score_after }
      return { id, subject, action: keyOf(action), score, remains: left }
    })
    return kept === null ? [] : [kept]
  })
  return { ...result, outcomes: { model: scoreModel, of } }
}

/**
 * What an action leads to, as it was judged when the scan was stored. Null: it was not, the rules are others now, or the
 * action is.
 */
export function keptOutcomes(result: ScanResult): (finding: Finding, action: Action) => Outcome | null {
  const { outcomes } = result
  if (outcomes?.model !== scoreModel) return () => null
  const byFinding = new Map(outcomes.of.map(kept => [identityKey(kept), kept]))
  return (finding, action) => {
    const kept = byFinding.get(identityKey(finding))
    if (kept === undefined || kept.action !== keyOf(action)) return null
    const { score, remains } = kept
    return { score, remains: remains && { ...remains, title: titleOf(remains.id) } }
  }
}

function keyOf(action: Action): string {
  return JSON.stringify([action.kind, 'record' in action ? action.record : null])
}
