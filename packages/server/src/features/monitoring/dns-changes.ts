import { type countChanges, type listChanges, type ReplyOf, wording } from '@waxseal/contract'
import { plans } from '@waxseal/core/plan'
import type { Severity } from '@waxseal/core/watch'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { unicodeOf } from '../domains/present.ts'
import { requireDomain } from '../domains/require-domain.ts'
import { domainsOf } from '../domains/store.ts'
import { namesOf } from '../domains/watch-store.ts'
import type { Actor } from '../workspaces/actor.ts'
import { monitoringInUse } from '../workspaces/monitoring-in-use.ts'
import { monitoringOf } from '../workspaces/store.ts'
import { type ChangeRow, changeCounts, changeOf, changesOf } from './change-store.ts'
import { shownSince } from './history-days.ts'
import { newestCheck } from './watch-store.ts'

interface Page {
  domain_id?: string | undefined
  limit: number
  before?: string | undefined
}

/**
 * A page of the DNS changes of the workspace or of one of its domains, the newest first, as far back as its plan shows.
 *
 * @throws Refusal `not_found` for the domain, or the change before the page, when the workspace has none with this id
 */
export async function dnsChanges(deps: Deps, actor: Actor, query: Page): Promise<ReplyOf<typeof listChanges>> {
  const { db } = deps.store
  const workspaceId = actor.workspace.id
  const domainId = await domainIdOf(deps, actor, query.domain_id)
  const before = query.before === undefined ? null : await changeOf(db, workspaceId, query.before)
  if (before === undefined) throw new Refusal('not_found', wording.notFound)
  const since = shownSince(actor.workspace.tier, deps.now())
  const rows = await changesOf(db, { workspaceId, domainId, since, before, limit: query.limit })
  const names = await namesOf(db, [...new Set(rows.map(row => row.domainId))])
  return rows.flatMap(row => {
    const name = names.get(row.domainId)
    return name === undefined ? [] : [present(row, name)]
  })
}

type Change = ReplyOf<typeof listChanges>[number]

function present(row: ChangeRow, name: string): Change {
  return {
    id: row.id,
    domain_id: row.domainId,
    domain_name: name,
    domain_unicode: unicodeOf(name),
    change_type: row.changeType,
    change_description: row.description,
    severity: row.severity,
    timestamp: row.foundAt.toISOString(),
    old_value: row.oldValue,
    new_value: row.newValue,
  }
}

/**
 * The number of changes that the plan shows: in all, of each domain, and by severity for the domain of the query or all.
 *
 * @throws Refusal `not_found` for a domain that is not the workspace's
 */
export async function dnsChangeCounts(
  deps: Deps,
  actor: Actor,
  domain_id: string | undefined,
): Promise<ReplyOf<typeof countChanges>> {
  const { db } = deps.store
  const workspaceId = actor.workspace.id
  const domainId = await domainIdOf(deps, actor, domain_id)
  const [domains, counts, settings, checkedAt] = [
    await domainsOf(db, workspaceId),
    await changeCounts(db, { workspaceId, since: shownSince(actor.workspace.tier, deps.now()) }),
    await monitoringOf(db, workspaceId),
    await newestCheck(db, workspaceId, domainId),
  ]
  if (settings === undefined) throw new Refusal('not_found', wording.notFound)
  const sum = (of: (count: (typeof counts)[number]) => boolean) =>
    counts.reduce((total, count) => (of(count) ? total + count.n : total), 0)
  const ofDomain = Map.groupBy(counts, count => count.domainId)
  const bySeverity = (severity: Severity) =>
    sum(count => count.severity === severity && (domainId === null || count.domainId === domainId))
  return {
    total: sum(() => true),
    domains: domains.map(({ id, name }) => ({
      domain_id: id,
      domain_name: name,
      domain_unicode: unicodeOf(name),
      count: (ofDomain.get(id) ?? []).reduce((total, { n }) => total + n, 0),
    })),
    severities: { info: bySeverity('info'), warning: bySeverity('warning'), critical: bySeverity('critical') },
    monitoring: { ...monitoringInUse(actor.workspace.tier, settings), checked_at: checkedAt?.toISOString() ?? null },
    kept_days: plans[actor.workspace.tier].historyDays,
  }
}

async function domainIdOf({ store }: Deps, actor: Actor, id: string | undefined): Promise<string | null> {
  return id === undefined ? null : (await requireDomain(store.db, actor, id)).id
}
