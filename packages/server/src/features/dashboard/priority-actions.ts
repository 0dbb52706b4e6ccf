import type { priorityActions, ReplyOf } from '@waxseal/contract'
import { type Action, actionLabel, type Severity } from '@waxseal/core/check'
import { actionOf, wordsOf } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import { unicodeOf } from '../domains/present.ts'
import { keptCounts, worstWith } from '../scans/count-store.ts'
import { newestScan } from '../scans/store.ts'
import type { Actor } from '../workspaces/actor.ts'
import { type Issue, issuesIn } from './issues.ts'

type PriorityAction = ReplyOf<typeof priorityActions>[number]
type Needs = Pick<Deps, 'store' | 'now' | 'log'>

/** The number of actions (specification 1, section 9). */
const actionsMax = 8

const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low']

/** The domains that a description names. */
const namedMax = 2

/**
 * What to fix first: findings before which nothing else of a domain can be judged, then those that regain most points over all domains.
 * Each is described as it is on the domain that regains most by it.
 */
export async function priorityActionsOf(deps: Needs, { workspace }: Actor): Promise<PriorityAction[]> {
  const first = issuesIn(await keptCounts(deps.store.db, workspace.id, deps.now()))
    .toSorted(
      (one, other) =>
        Number(other.isFirst) - Number(one.isFirst) ||
        other.regains - one.regains ||
        severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
        other.domains - one.domains ||
        one.id.localeCompare(other.id),
    )
    .slice(0, actionsMax)
  const scans = new Map<string, ReturnType<typeof newestScan>>()
  const scanOf = (domainId: string) => {
    const scan = scans.get(domainId) ?? readable(deps, domainId)
    scans.set(domainId, scan)
    return scan
  }
  const actions = await Promise.all(
    first.map(async issue => {
      const domains = await worstWith(deps.store.db, workspace.id, { id: issue.id, now: deps.now(), limit: namedMax })
      const [worst] = domains
      // Someone deletes the domain right now.
      if (worst === undefined) return []
      const found = (await scanOf(worst.domainId))?.findings.find(({ id }) => id === issue.id)
      const about = found && { meaning: wordsOf(found).meaning, action: actionOf(found, worst.name) }
      return [actionFor(issue, domains, worst, about ?? null)]
    }),
  )
  return actions.flat()
}

/** The newest scan of a domain; undefined also for one that a newer version of the program wrote. */
async function readable({ store, log }: Needs, domainId: string): ReturnType<typeof newestScan> {
  try {
    return await newestScan(store.db, domainId)
  } catch (err) {
    log.warn({ err, domainId }, 'a stored scan cannot be read for the priority actions')
    return undefined
  }
}

type Named = Awaited<ReturnType<typeof worstWith>>[number]

function actionFor(
  { id, title, severity, isFirst, domains, regains }: Issue,
  named: readonly Named[],
  worst: Named,
  about: { meaning: string; action: Action } | null,
): PriorityAction {
  const isOne = domains === 1
  return {
    priority: severity === 'low' ? 'other' : severity,
    title,
    description: [whereText(named, domains), about && (isOne ? about.meaning : `${shown(worst)}: ${about.meaning}`)]
      .filter(part => part !== null)
      .join(' '),
    ...(isOne && about !== null
      ? { action_url: urlOf(id, about.action, worst.domainId), action_label: actionLabel(about.action) }
      : {
          action_url: reportOf(worst.domainId),
          action_label: isOne ? 'Open the report' : 'Start with the worst domain',
        }),
    finding: id,
    domains,
    points: isFirst ? null : regains,
  }
}

/** The builder that makes the record, with the finding; else the report, which says what to do. */
function urlOf(id: string, action: Action, domainId: string): string {
  const builder = action.kind === 'builder' ? action : action.kind === 'publish' ? action.builder : null
  if (builder === null) return reportOf(domainId)
  return `/${builder.tool}-wizard/${domainId}?finding=${encodeURIComponent(id)}`
}

const reportOf = (domainId: string) => `/diagnostics/${domainId}`

/** "Affects example.com, example.org and 3 more domains." */
function whereText(named: readonly Named[], domains: number): string {
  const more = domains - named.length
  const names = named.map(shown)
  if (more <= 0) return `Affects ${names.join(' and ')}.`
  return `Affects ${names.join(', ')} and ${more.toLocaleString('en-US')} more ${more === 1 ? 'domain' : 'domains'}.`
}

const shown = ({ name }: Named) => unicodeOf(name) ?? name
