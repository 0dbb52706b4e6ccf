import {
  type AccountQuery,
  accountBounds,
  type Bounded,
  bounded,
  type DecisionFacts,
  type PastChangesFacts,
  type PastScanFacts,
  type PastScore,
  pastChanges,
  privateText,
  type ScanMoveFacts,
} from '@waxseal/core/assistant'
import { reasonOf } from '@waxseal/core/health'
import { and, asc, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { countedRows, countOf, within } from '../../db/bounded-read.ts'
import { decision, domain, scan } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../workspaces/actor.ts'
import { authorNames } from '../workspaces/member-store.ts'

type Reader = Pick<Deps, 'store' | 'now'>

/** What was decided about findings, with the notes, the newest first, for the analyst. */
export async function decisionFacts(
  { store: { db }, now }: Reader,
  { workspace: { id } }: Actor,
  asked: AccountQuery,
): Promise<Bounded<DecisionFacts>> {
  const at = now()
  const where = and(
    eq(domain.workspaceId, id),
    asked.domain === undefined ? undefined : eq(domain.name, asked.domain),
    within(decision.decidedAt, asked),
  )
  const [rows, counted] = await Promise.all([
    db
      .select({ row: decision, name: domain.name })
      .from(domain)
      .innerJoin(decision, eq(decision.domainId, domain.id))
      .where(where)
      .orderBy(desc(decision.decidedAt), desc(decision.id))
      .limit(accountBounds.decisions),
    countOf(
      db,
      db
        .select({ id: decision.id })
        .from(domain)
        .innerJoin(decision, eq(decision.domainId, domain.id))
        .where(where)
        .limit(countedRows)
        .as('counted'),
    ),
  ])
  const authors = await authorNames(
    db,
    id,
    rows.map(({ row }) => row.author),
  )
  const items = rows.map(({ row, name }) => {
    const subject = row.subject === '' ? null : row.subject
    const author = row.author === null ? undefined : authors.get(row.author)
    return {
      domain: name,
      finding: row.finding,
      subject,
      reason: reasonOf({ id: row.finding, subject }),
      kind: row.kind,
      note: row.note === '' ? null : privateText('note', row.note),
      decidedAt: row.decidedAt.toISOString(),
      decidedBy: author === undefined ? null : privateText('person', author),
      expiresAt: row.expiresAt?.toISOString() ?? null,
      isExpired: row.expiresAt !== null && row.expiresAt <= at,
    }
  })
  return bounded(items, counted)
}

/** A period with both its ends. */
export interface Period {
  since: string
  until: string
}

/** How scores and findings moved in a period, and the scans of the domain in question, for the analyst. */
export async function scanMoveFacts(
  { store: { db } }: Pick<Deps, 'store'>,
  { workspace: { id } }: Actor,
  { domain: name, ...period }: Period & Pick<AccountQuery, 'domain'>,
): Promise<Pick<PastChangesFacts, 'moves' | 'scans'>> {
  const where = and(eq(domain.workspaceId, id), name === undefined ? undefined : eq(domain.name, name))
  const [moves, scans] = await Promise.all([
    movesOf(db, where, period),
    name === undefined ? null : scansOf(db, where, period),
  ])
  return { moves, scans }
}

const past = {
  id: scan.id,
  at: scan.finishedAt,
  score: scan.score,
  findings: scan.findings,
  model: scan.model,
  catalogue: scan.catalogue,
  tier: scan.tier,
  unchecked: scan.unchecked,
}

/** The columns of a past scan in a query within another. */
const columnsOf = <S extends Readonly<Record<keyof typeof past, unknown>>>(of: S) => ({
  id: of.id as S['id'],
  at: of.at as S['at'],
  score: of.score as S['score'],
  findings: of.findings as S['findings'],
  model: of.model as S['model'],
  catalogue: of.catalogue as S['catalogue'],
  tier: of.tier as S['tier'],
  unchecked: of.unchecked as S['unchecked'],
})

async function movesOf(
  db: Database,
  where: SQL | undefined,
  { since, until }: Period,
): Promise<Bounded<ScanMoveFacts>> {
  const inPeriod = and(eq(scan.domainId, domain.id), within(scan.finishedAt, { since, until }))
  const isEarlier = and(eq(scan.domainId, domain.id), lt(scan.finishedAt, new Date(since)))
  const scored = (those: SQL | undefined) =>
    db
      .select(past)
      .from(scan)
      .where(and(those, isNotNull(scan.score)))
  const newestFirst = [desc(scan.finishedAt), desc(scan.id)]
  const after = scored(inPeriod)
    .orderBy(...newestFirst)
    .limit(1)
    .as('after')
  const earlier = scored(isEarlier)
    .orderBy(...newestFirst)
    .limit(1)
    .as('earlier')
  // Only where there is no earlier one.
  const first = scored(and(inPeriod, isNull(earlier.id)))
    .orderBy(asc(scan.finishedAt), asc(scan.id))
    .limit(1)
    .as('first')
  const gain = sql`${after.score} - coalesce(${earlier.score}, ${first.score})`
  const rows = await db
    .select({
      name: domain.name,
      after: columnsOf(after),
      earlier: columnsOf(earlier),
      first: columnsOf(first),
      total: sql`count(*) over ()`.mapWith(Number),
    })
    .from(domain)
    .crossJoinLateral(after)
    .leftJoinLateral(earlier, sql`true`)
    .leftJoinLateral(first, sql`true`)
    .where(where)
    .orderBy(asc(gain), asc(domain.name))
    .limit(accountBounds.scanMoves)
  const items = rows.map(({ name, after: last, earlier: previous, first: oldest }) => {
    const start = previous ?? (oldest?.id === last.id ? null : oldest)
    return moveOf(name, { before: start === null ? null : pastOf(start), after: pastOf(last) })
  })
  return { items, total: rows[0]?.total ?? 0 }
}

interface PastRow extends Omit<PastScore, 'at' | 'score'> {
  at: Date
  score: number | null
}

function pastOf({ at, score, findings, model, catalogue, tier, unchecked }: PastRow): PastScore {
  if (score === null) throw new Error('a scan without a score was read as one with a score')
  return { at: at.toISOString(), score, findings, model, catalogue, tier, unchecked }
}

function moveOf(name: string, { before, after }: { before: PastScore | null; after: PastScore }): ScanMoveFacts {
  const compared =
    before === null ? { isComparable: false, fixed: [], added: [], changed: [] } : pastChanges(before, after)
  return {
    domain: name,
    before: before && { at: before.at, score: before.score },
    after: { at: after.at, score: after.score },
    ...compared,
  }
}

async function scansOf(db: Database, ofDomain: SQL | undefined, period: Period): Promise<Bounded<PastScanFacts>> {
  const where = and(ofDomain, within(scan.finishedAt, period))
  const [rows, counted] = await Promise.all([
    db
      .select({
        at: scan.finishedAt,
        score: scan.score,
        scoreBefore: scan.scoreBefore,
        fixed: scan.fixed,
        added: scan.added,
      })
      .from(domain)
      .innerJoin(scan, eq(scan.domainId, domain.id))
      .where(where)
      .orderBy(desc(scan.finishedAt), desc(scan.id))
      .limit(accountBounds.scans),
    countOf(
      db,
      db
        .select({ id: scan.id })
        .from(domain)
        .innerJoin(scan, eq(scan.domainId, domain.id))
        .where(where)
        .limit(countedRows)
        .as('counted'),
    ),
  ])
  return bounded(
    rows.map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest })),
    counted,
  )
}
