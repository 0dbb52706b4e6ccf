import { type DomainFacts, type ScanFacts, scanFacts, withDecisions } from '@waxseal/core/assistant'
import { presentScan } from '@waxseal/core/health'
import { rank } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { liveDecisions } from '../scans/decision-store.ts'
import { keptFacts } from '../scans/kept-facts.ts'
import { newestScan } from '../scans/store.ts'
import type { Actor } from '../workspaces/actor.ts'
import type { OwnDomain } from './own-domains.ts'

/** The scans that are kept in memory: some 30 MB. */
const keptMax = 1_000

/**
 * The facts of the newest scans of many domains, for answers about all of them. They are read as they were kept with the
 * findings, in one query. Where they were not, as after an upgrade, they are made of the document, which costs some 4 ms of the
 * processor, and then kept in memory by domain, time of the scan and plan: a finished scan never changes.
 */
export class ScanFactsOfAll {
  readonly #kept = new Map<string, ScanFacts>()

  /**
   * The facts of these domains' scans, with what their owner decided and still holds, and with what `domains` says that monitoring saw change.
   *
   * @param wanted domains of the actor's workspace
   */
  async of(
    deps: Deps,
    { workspace }: Pick<Actor, 'workspace'>,
    wanted: readonly OwnDomain[],
    domains: readonly DomainFacts[],
  ): Promise<ScanFacts[]> {
    const rows = new Map(domains.map(domain => [domain.name, domain]))
    const isKept = ({ id, name }: OwnDomain) =>
      this.#kept.has(keyOf(id, rows.get(name)?.scannedAt ?? '', workspace.tier))
    const unread = wanted.filter(each => !isKept(each)).map(({ id }) => id)
    const stored = rank(workspace.tier) > 0 ? await keptFacts(deps, workspace.id, unread) : new Map<string, never>()
    const decided = Map.groupBy(await liveDecisions(deps.store.db, workspace.id, deps.now()), each => each.domainId)
    const scans: ScanFacts[] = []
    for (const { id, name } of wanted) {
      const row = rows.get(name)
      if (row === undefined || row.scannedAt === null) continue
      const key = keyOf(id, row.scannedAt, workspace.tier)
      const found = stored.get(id)
      const isNewest = found?.finishedAt.toISOString() === row.scannedAt
      const facts =
        this.#kept.get(key) ??
        (isNewest && found !== undefined ? found.facts : await this.#read(deps, { id, name, tier: workspace.tier }))
      if (facts === null) continue
      this.#keep(key, facts)
      const { changedAfter = [] } = row
      const decisions = (decided.get(id) ?? []).map(({ finding, subject, kind }) => {
        return { id: finding, subject: subject === '' ? null : subject, kind }
      })
      const scan = decisions.length === 0 ? facts : withDecisions(facts, decisions)
      scans.push(changedAfter.length > 0 ? { ...scan, changedAfter } : scan)
    }
    return scans
  }

  async #read(
    { store, log }: Deps,
    { id, name, tier }: OwnDomain & { tier: Actor['workspace']['tier'] },
  ): Promise<ScanFacts | null> {
    const result = await newestScan(store.db, id)
    if (result === undefined) return null
    return scanFacts(
      presentScan(result, tier, (check, err) => {
        log.error({ err, check, domain: name }, 'a check of a scan cannot be presented')
      }),
    )
  }

  /** The one that was used last is at the end. */
  #keep(key: string, facts: ScanFacts): void {
    this.#kept.delete(key)
    this.#kept.set(key, facts)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > keptMax && oldest !== undefined) this.#kept.delete(oldest)
  }
}

const keyOf = (id: string, scannedAt: string, tier: Actor['workspace']['tier']) => `${id} ${scannedAt} ${tier}`
