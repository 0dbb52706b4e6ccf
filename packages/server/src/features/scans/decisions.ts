import { type DecisionItem, wording } from '@waxseal/contract'
import { isPrintable } from '@waxseal/contract/printable'
import type { Identity } from '@waxseal/core/check'
import { type Finding, reasonOf } from '@waxseal/core/health'
import type { Tx } from '../../db/store.ts'
import { isUuid } from '../../db/uuid.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import { requireDomain, requireEditableDomain } from '../domains/require-domain.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import { authorNames } from '../workspaces/member-store.ts'
import {
  type DecisionRow,
  decisionAbout,
  decisionCount,
  decisionsOf,
  insertDecision,
  removeDecision,
  updateDecision,
} from './decision-store.ts'
import { recountFindings } from './finding-store.ts'
import { newestScan } from './store.ts'

/** Decisions kept of one domain: far more than it has findings. */
const decisionsMax = 200
const expiryYearsMax = 2

/** A decision as its owner gives it. */
type Typed = Pick<DecisionItem, 'finding' | 'subject' | 'kind' | 'note' | 'expires_at'>

/** @throws Refusal `not_found` */
export async function listDecisions(deps: Deps, actor: Actor, domainId: string) {
  const domain = await requireDomain(deps.store.db, actor, domainId)
  const rows = await decisionsOf(deps.store.db, domain.id)
  const authors = await authorsOf(deps, actor, rows)
  const now = deps.now()
  return { decisions: rows.map(row => present(row, authors, now)) }
}

/**
 * Accepts or mutes a finding the newest scan shows, or changes a decision there is, also about a finding that has gone
 * since. Scans and scores are left alone.
 *
 * @throws Refusal `not_found` for the domain or the finding; `domain_read_only`; `validation` for the note,
 * the expiry, one too many
 */
export async function decide(
  deps: Deps,
  actor: Actor,
  domainId: string,
  { finding, subject, kind, ...typed }: Typed,
): Promise<DecisionItem> {
  const domain = await requireDomain(deps.store.db, actor, domainId)
  const now = deps.now()
  const decided = {
    kind,
    note: noteIn(typed.note),
    decidedAt: now,
    expiresAt: expiryIn(typed.expires_at, now),
    author: authorId(actor),
  }
  const shown = (await newestScan(deps.store.db, domain.id))?.findings.find(isAbout({ id: finding, subject }))

  const about = { domainId: domain.id, finding, subject: subject ?? '' }
  const row = await deps.store.transaction(async tx => {
    // Locked: a decision is there once, and their number is counted.
    await requireEditableDomain(tx, actor, domain.id)
    const stored = await store(tx, about, decided, shown)
    await recountFindings(tx, { workspaceId: domain.workspaceId, domainId: domain.id })
    const action = kind === 'accepted' ? 'finding.accepted' : 'finding.muted'
    const detail = { finding: reasonOf({ id: finding, subject }) }
    await recordEvent(deps, tx, actor, { action, subject: domain.name, detail })
    return stored
  })
  return present(row, await authorsOf(deps, actor, [row]), now)
}

async function store(
  tx: Tx,
  about: { domainId: string; finding: string; subject: string },
  decided: Omit<DecisionRow, 'id' | 'domainId' | 'finding' | 'subject'>,
  shown: Finding | undefined,
): Promise<DecisionRow> {
  const before = await decisionAbout(tx, about)
  if (before !== undefined) return updateDecision(tx, before.id, decided)
  if (shown === undefined) throw new Refusal('not_found', wording.findingNotFound)
  if ((await decisionCount(tx, about.domainId)) >= decisionsMax) throw new Refusal('validation', wording.decisionLimit)
  return insertDecision(tx, { ...decided, ...about, finding: shown.id })
}

/** @throws Refusal `not_found` for a domain or a decision that is not there; `domain_read_only` */
export async function deleteDecision(deps: Deps, actor: Actor, domainId: string, id: string): Promise<null> {
  return deps.store.transaction(async tx => {
    const domain = await requireEditableDomain(tx, actor, domainId)
    const removed = isUuid(id) ? await removeDecision(tx, domain.id, id) : undefined
    if (removed === undefined) throw new Refusal('not_found', wording.notFound)
    await recountFindings(tx, { workspaceId: domain.workspaceId, domainId: domain.id })
    const detail = { finding: reasonOf(identityOf(removed)) }
    await recordEvent(deps, tx, actor, { action: 'finding.undone', subject: domain.name, detail })
    return null
  })
}

function isAbout({ id, subject }: Identity): (finding: Finding) => boolean {
  return finding => finding.id === id && finding.subject === subject
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

function authorsOf({ store }: Deps, { workspace }: Actor, rows: readonly DecisionRow[]) {
  return authorNames(
    store.db,
    workspace.id,
    rows.map(({ author }) => author),
  )
}

function identityOf({ finding, subject }: DecisionRow) {
  return { id: finding, subject: subject === '' ? null : subject }
}

function present(row: DecisionRow, authors: ReadonlyMap<string, string>, now: Date): DecisionItem {
  const { id: finding, subject } = identityOf(row)
  return {
    id: row.id,
    finding,
    subject,
    reason: reasonOf({ id: finding, subject }),
    kind: row.kind,
    note: row.note,
    decided_at: row.decidedAt.toISOString(),
    decided_by: (row.author !== null && authors.get(row.author)) || null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    expired: row.expiresAt !== null && row.expiresAt <= now,
  }
}
