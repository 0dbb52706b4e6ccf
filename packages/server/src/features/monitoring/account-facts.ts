import { type AccountQuery, accountBounds, bounded, type PastChangesFacts } from '@waxseal/core/assistant'
import { and, desc, eq } from 'drizzle-orm'
import { countedRows, countOf, within } from '../../db/bounded-read.ts'
import { dnsChange, domain } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../workspaces/actor.ts'
import { shownSince } from './history-days.ts'

/** The DNS changes of a period that the plan shows, the newest first, with the records before and after, for the analyst. */
export async function dnsChangesFacts(
  { store: { db }, now }: Pick<Deps, 'store' | 'now'>,
  { workspace: { id, tier } }: Actor,
  asked: AccountQuery & { since: string },
): Promise<Pick<PastChangesFacts, 'dns' | 'dnsShownSince'>> {
  const dnsShownSince = shownSince(tier, now()).toISOString()
  const since = asked.since < dnsShownSince ? dnsShownSince : asked.since
  const where = and(
    eq(dnsChange.workspaceId, id),
    asked.domain === undefined ? undefined : eq(domain.name, asked.domain),
    within(dnsChange.foundAt, { ...asked, since }),
  )
  const [rows, counted] = await Promise.all([
    db
      .select({ row: dnsChange, name: domain.name })
      .from(dnsChange)
      .innerJoin(domain, eq(domain.id, dnsChange.domainId))
      .where(where)
      .orderBy(desc(dnsChange.foundAt), desc(dnsChange.id))
      .limit(accountBounds.dnsChanges),
    countOf(
      db,
      db
        .select({ id: dnsChange.id })
        .from(dnsChange)
        .innerJoin(domain, eq(domain.id, dnsChange.domainId))
        .where(where)
        .limit(countedRows)
        .as('counted'),
    ),
  ])
  const items = rows.map(({ name, row: { foundAt, changeType, severity, part, description, oldValue, newValue } }) => ({
    domain: name,
    at: foundAt.toISOString(),
    type: changeType,
    severity,
    part,
    description,
    before: oldValue,
    after: newValue,
  }))
  return { dns: bounded(items, counted), dnsShownSince }
}
