import {
  type AccountQuery,
  accountBounds,
  type Bounded,
  bounded,
  privateText,
  type StoredHeaderFacts,
} from '@waxseal/core/assistant'
import { and, desc, eq, gt } from 'drizzle-orm'
import { countedRows, countOf, within } from '../../db/bounded-read.ts'
import { headerAnalysis } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../workspaces/actor.ts'

/** The stored header analyses as the list shows them, the newest first, for the analyst. A domain is that of From. */
export async function storedHeaderFacts(
  { store: { db }, now }: Pick<Deps, 'store' | 'now'>,
  { workspace: { id: workspaceId } }: Actor,
  asked: AccountQuery,
): Promise<Bounded<StoredHeaderFacts>> {
  const { id, createdAt, expiresAt, subject, from, fromDomain, threatScore } = headerAnalysis
  const where = and(
    eq(headerAnalysis.workspaceId, workspaceId),
    gt(expiresAt, now()),
    asked.domain === undefined ? undefined : eq(fromDomain, asked.domain),
    within(createdAt, asked),
  )
  const [rows, counted] = await Promise.all([
    db
      .select({ id, createdAt, expiresAt, subject, from, threatScore, fromDomain })
      .from(headerAnalysis)
      .where(where)
      .orderBy(desc(createdAt), desc(id))
      .limit(accountBounds.headers),
    countOf(db, db.select({ id }).from(headerAnalysis).where(where).limit(countedRows).as('counted')),
  ])
  const items = rows.map(row => ({
    id: row.id,
    from: row.from === null ? null : privateText('address', row.from),
    fromDomain: row.fromDomain,
    subject: row.subject === null ? null : privateText('message', row.subject),
    threatScore: row.threatScore,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
  return bounded(items, counted)
}
