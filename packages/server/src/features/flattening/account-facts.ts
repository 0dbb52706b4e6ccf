import { type AccountQuery, accountBounds, type HostedFacts, type QuotaFacts } from '@waxseal/core/assistant'
import { plans } from '@waxseal/core/plan'
import { and, asc, count, desc, eq, isNotNull } from 'drizzle-orm'
import { flattening } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { zoneStateOf } from '../../hosted-zone/delegation.ts'
import type { Actor } from '../workspaces/actor.ts'
import { isBeyondPlan } from './plan-room.ts'
import { presentConfiguration } from './present.ts'

const ofWorkspace = (workspaceId: string) =>
  and(eq(flattening.workspaceId, workspaceId), isNotNull(flattening.domainId))

/** How many hosted SPF records the plan allows and the workspace has, for the analyst. */
export async function flatteningQuota(
  { store: { db } }: Pick<Deps, 'store'>,
  { workspace: { id, tier } }: Actor,
): Promise<QuotaFacts> {
  const [counted] = await db.select({ n: count() }).from(flattening).where(ofWorkspace(id))
  return { used: counted?.n ?? 0, limit: plans[tier].flattening, resetsAt: null }
}

/** The hosted SPF records, the newest first, for the analyst. Retired ones are not among them. */
export async function hostedFacts(
  deps: Pick<Deps, 'store' | 'env'>,
  { workspace: { id, tier } }: Actor,
  asked: AccountQuery,
): Promise<HostedFacts> {
  const { db } = deps.store
  const where = and(
    ofWorkspace(id),
    asked.domain === undefined ? undefined : eq(flattening.originalDomain, asked.domain),
  )
  const room = plans[tier].flattening
  const [rows, [counted], oldest, zone] = await Promise.all([
    db
      .select()
      .from(flattening)
      .where(where)
      .orderBy(desc(flattening.createdAt), desc(flattening.id))
      .limit(accountBounds.hosted),
    db.select({ n: count() }).from(flattening).where(where),
    room === null
      ? []
      : db
          .select({ id: flattening.id })
          .from(flattening)
          .where(ofWorkspace(id))
          .orderBy(asc(flattening.createdAt), asc(flattening.id))
          .limit(room),
    zoneStateOf(deps),
  ])
  const older = new Map(oldest.map((each, at) => [each.id, at]))
  const items = rows.map(row => {
    const isPaused = isBeyondPlan(tier, older.get(row.id) ?? oldest.length)
    const { status, publication, withheld, problem } = presentConfiguration(row, { tier, isPaused, zone })
    return {
      domain: row.originalDomain,
      name: row.hostedName,
      status,
      publication,
      isIncluded: row.included,
      problem,
      lookupsBefore: row.view.proof.lookupsBefore,
      lookupsAfter: row.view.proof.lookupsAfter,
      createdAt: row.createdAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
      checkedAt: row.checkedAt?.toISOString() ?? null,
      nextCheckAt: row.nextCheckAt?.toISOString() ?? null,
      appliesAt: withheld?.applies_at ?? null,
    }
  })
  return { zone: zone.name, isProved: zone.state === 'proved', records: { items, total: counted?.n ?? 0 } }
}
