import type { ScanResult } from '@waxseal/core/health'
import {
  type FoundChange,
  type ScanSight,
  sightOf,
  stillUnseen,
  type UnseenChange,
  withFound,
} from '@waxseal/core/watch'
import type { ScanOptions } from '@waxseal/scanner'
import { and, asc, eq, gte } from 'drizzle-orm'
import { dnsChange } from '../../db/schema/index.ts'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import type { DomainRow } from '../domains/store.ts'
import { updateUnseen } from '../domains/unseen-store.ts'
import { newestScan } from './store.ts'

/**
 * Notes what a check of a domain found at `at`, in its transaction: from then on nothing shows the last scan as the state
 * of these records. The domain's row is locked.
 */
export async function noteChanges(deps: Pick<Deps, 'log'>, tx: Tx, row: DomainRow, at: Date): Promise<void> {
  if (row.lastScanAt === null) return
  const scan = await newestScan(tx, row.id).catch((err: unknown) => {
    deps.log.warn({ err, domainId: row.id }, 'the last scan cannot be read: it counts as older than a change')
    return undefined
  })
  const of = { domain: row.name, at: at.toISOString(), scan: scan === undefined ? null : sightOfScan(scan) }
  const unseenChanges = withFound(row.unseenChanges, await foundSince(tx, row.id, at), of)
  await updateUnseen(tx, row.id, { unseenChanges, ...(unseenChanges.length === 0 && { ownScanDueAt: null }) })
}

/**
 * What is still unseen after a scan that is stored now. A change that was found while it ran may have come after its
 * question. The domain's row is locked.
 */
export async function unseenAfter(tx: Tx, row: DomainRow, result: ScanResult): Promise<readonly UnseenChange[]> {
  const scan = sightOfScan(result)
  const meanwhile = await foundSince(tx, row.id, new Date(result.startedAt))
  return meanwhile.reduce<readonly UnseenChange[]>(
    (unseen, { at, ...change }) =>
      unseen.some(({ ids }) => ids.includes(change.id))
        ? unseen
        : withFound(unseen, [change], { domain: row.name, at: at.toISOString(), scan }),
    stillUnseen(row.unseenChanges, scan),
  )
}

/** What a scan asks the zone's own servers, with what monitoring saw there: servers of a zone may differ. */
export function freshQuestions(unseen: readonly UnseenChange[]): NonNullable<ScanOptions['fresh']> {
  return unseen.map(({ question, kind, before, after }) => ({ ...question, seen: { kind, before, after } }))
}

/** What a scan saw. */
export function sightOfScan({ startedAt, sections, findings }: ScanResult): ScanSight {
  const evidence = Object.values(sections).flatMap(section => section.evidence)
  return sightOf(startedAt, evidence, findings, sections.dns.ran && sections.dns.gaps.length === 0)
}

/** The changes of a domain that were found at `at` or later, the oldest first. */
async function foundSince(tx: Tx, domainId: string, at: Date): Promise<(FoundChange & { at: Date })[]> {
  const rows = await tx
    .select()
    .from(dnsChange)
    .where(and(eq(dnsChange.domainId, domainId), gte(dnsChange.foundAt, at)))
    .orderBy(asc(dnsChange.foundAt), asc(dnsChange.id))
  return rows.map(({ id, severity, description, oldValue, newValue, part, foundAt }) => ({
    id,
    severity,
    change_description: description,
    old_value: oldValue,
    new_value: newValue,
    part,
    at: foundAt,
  }))
}
