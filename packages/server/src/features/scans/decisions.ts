import { type DecisionItem, wording } from '@waxseal/contract'
import { isPrintable } from '@waxseal/contract/printable'
import { type Finding, wordsOf } from '@waxseal/core/health'
import { isUuid } from '../../db/uuid.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { requireDomain, requireLockedDomain } from '../domains/require-domain.ts'
import type { Actor } from '../workspaces/actor.ts'
import {
  type DecisionRow,
  decisionAbout,
  decisionCount,
  decisionsOf,
  insertDecision,
  removeDecision,
  updateDecision,
} from './decision-store.ts'
import { newestScan } from './store.ts'

/** Decisions kept of one domain: far more than it has findings. */
const decisionsMax = 200
const expiryYearsMax = 2

/** A decision as its owner gives it. */
type Typed = Pick<DecisionItem, 'finding' | 'reason' | 'kind' | 'note' | 'expires_at'>

/** @throws Refusal `not_found` */
export async function listDecisions(deps: Deps, actor: Actor, domainId: string) {
  const domain = await requireDomain(deps.store.db, actor, domainId)
  const now = deps.now()
  return { decisions: (await decisionsOf(deps.store.db, domain.id)).map(row => present(row, now)) }
}

/**
 * Accepts or mutes a finding the newest scan shows, or changes a decision there is, also about a finding that has gone
 * since. Scans and scores are left alone.
 *
 * @throws Refusal `not_found` for the domain or the finding; `validation` for the note, the expiry, one too many
 */
export async function decide(
  deps: Deps,
  actor: Actor,
  domainId: string,
  { finding, reason, kind, ...typed }: Typed,
): Promise<DecisionItem> {
  const domain = await requireDomain(deps.store.db, actor, domainId)
  const now = deps.now()
  const decided = {
    kind,
    note: noteIn(typed.note),
    decidedAt: now,
    expiresAt: expiryIn(typed.expires_at, now),
    author: actor.by.id,
  }
  const shown = (await newestScan(deps.store.db, domain.id))?.findings.find(isCalled(finding, reason))

  return deps.store.transaction(async tx => {
    // Locked: a decision is there once, and their number is counted.
    await requireLockedDomain(tx, actor, domain.id)
    const before = await decisionAbout(tx, { domainId: domain.id, finding, reason })
    if (before !== undefined) return present(await updateDecision(tx, before.id, decided), now)
    if (shown === undefined) throw new Refusal('not_found', wording.findingNotFound)
    if ((await decisionCount(tx, domain.id)) >= decisionsMax) throw new Refusal('validation', wording.decisionLimit)
    return present(await insertDecision(tx, { ...decided, domainId: domain.id, finding: shown.id, reason }), now)
  })
}

/** @throws Refusal `not_found` for a domain or a decision that is not there */
export async function deleteDecision(deps: Deps, actor: Actor, domainId: string, id: string): Promise<null> {
  const domain = await requireDomain(deps.store.db, actor, domainId)
  const removed = isUuid(id) && (await removeDecision(deps.store.db, domain.id, id))
  if (!removed) throw new Refusal('not_found', wording.notFound)
  return null
}

function isCalled(id: string, reason: string): (finding: Finding) => boolean {
  return finding => finding.id === id && wordsOf(finding).reason === reason
}

/** Several lines, all of them to be seen. */
function noteIn(typed: string): string {
  const note = typed.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim()
  if (!note.split('\n').every(isPrintable)) throw new Refusal('validation', wording.noteUnprintable)
  return note
}

function expiryIn(typed: string | null, now: Date): Date | null {
  if (typed === null) return null
  const expiry = new Date(typed)
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + expiryYearsMax)
  if (!(expiry > now)) throw new Refusal('validation', wording.expiryPast)
  if (expiry > latest) throw new Refusal('validation', wording.expiryTooLate)
  return expiry
}

function present(row: DecisionRow, now: Date): DecisionItem {
  return {
    id: row.id,
    finding: row.finding,
    reason: row.reason,
    kind: row.kind,
    note: row.note,
    decided_at: row.decidedAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    expired: row.expiresAt !== null && row.expiresAt <= now,
  }
}
