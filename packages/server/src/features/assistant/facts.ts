import { wording } from '@waxseal/contract'
import {
  boundedTexts,
  type DnsChangeFacts,
  type Facts,
  headerFacts,
  needsOf,
  type ScanFacts,
  scanFacts,
  withDecisions,
} from '@waxseal/core/assistant'
import { presentScan, type ScanResult } from '@waxseal/core/health'
import { rank } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { ownedDomain } from '../domains/store.ts'
import { analysisOf } from '../headers/store.ts'
import { changesOf } from '../monitoring/change-store.ts'
import { shownSince } from '../monitoring/history-days.ts'
import { decisionsOf } from '../scans/decision-store.ts'
import { latestScan } from '../scans/latest-scan.ts'
import { newestScan } from '../scans/store.ts'
import { withSince } from '../scans/with-since.ts'
import type { Actor } from '../workspaces/actor.ts'
import type { ReadAccount } from './account-facts.ts'
import { type OwnDomain, ownDomains, withIssues } from './own-domains.ts'
import { ScanFactsOfAll } from './scan-facts-of-all.ts'
import { earlierQuestions, type Task } from './task.ts'

/** The DNS changes of a domain that an answer can use. */
const changesMax = 50

/** More scans than this are those of an answer about all domains. */
const fewScans = 8
/** Of all workspaces of this process. */
const scansOfAll = new ScanFactsOfAll()

/** What the answer to a task rests on: data of the actor's workspace, and nothing else. */
export interface Loaded {
  facts: Facts
  /** The names of the workspace's domains with their ids, for the tools of a model. */
  domains: readonly OwnDomain[]
}

/**
 * Loads the facts for a task, as far as the plan goes (decision 1.11): Starter sees one domain at a time, from its last
 * scan; Pro all domains and their changes. Of scans and of the account only what the question needs is read.
 *
 * @throws Refusal `not_found`, `no_scan`
 */
export async function loadFacts(deps: Deps, actor: Actor, task: Task, readAccount: ReadAccount): Promise<Loaded> {
  const scope = actor.workspace.tier
  const now = deps.now().toISOString()
  const none: Facts = { scope, scan: null, header: null, domains: [], dnsChanges: [], scans: [], account: null, now }
  switch (task.kind) {
    case 'message':
    case 'message-question':
      return { facts: { ...none, header: await headerOf(deps, actor, task.analysisId) }, domains: [] }
    case 'scan': {
      const scan = await lastScan(deps, actor, task.domainId)
      return { facts: { ...none, scan, dnsChanges: await changesOfDomain(deps, actor, task.domainId) }, domains: [] }
    }
    case 'scan-question':
      return questionFacts(deps, actor, task, {
        before: { ...none, scan: await lastScan(deps, actor, task.domainId) },
        readAccount,
      })
    case 'chat':
      return questionFacts(deps, actor, task, { before: none, readAccount })
    default:
      return task satisfies never
  }
}

async function questionFacts(
  deps: Deps,
  actor: Actor,
  { message, history }: Task & { kind: 'chat' | 'scan-question' },
  { before, readAccount }: { before: Facts; readAccount: ReadAccount },
): Promise<Loaded> {
  // Only a language model reads what changed from the list of domains.
  const isForModel = deps.assistant !== null
  const known = await ownDomains(deps, actor, { withChanges: isForModel })
  const { rows } = known
  const needs = needsOf(message, earlierQuestions(history), { ...before, domains: known.facts })
  const domains = await withIssues(deps, actor, known, isForModel ? 'all' : needs.issues)
  const wanted = needs.scans.flatMap(name => rows.find(row => row.name === name) ?? [])
  const scans =
    wanted.length > fewScans
      ? await scansOfAll.of(deps, actor, wanted, domains)
      : await fewScansOf(deps, actor, wanted, before.scan)
  const [asked, ...others] = wanted
  const dnsChanges = asked === undefined || others.length > 0 ? [] : await changesOfDomain(deps, actor, asked.id)
  const account = needs.account && (await readAccount(actor, needs.account.groups, needs.account.query))
  return { facts: { ...before, domains, dnsChanges, scans, account }, domains: rows }
}

/** The scans of some domains, with what their owner decided and what changed since. */
async function fewScansOf(
  deps: Deps,
  actor: Actor,
  wanted: readonly OwnDomain[],
  known: ScanFacts | null,
): Promise<ScanFacts[]> {
  const scans: ScanFacts[] = []
  for (const { id, name } of wanted) {
    const scan = known?.domain === name ? known : await scanOf(deps, actor, id)
    if (scan !== null) scans.push(scan)
  }
  return scans
}

async function lastScan(deps: Deps, actor: Actor, domainId: string): Promise<ScanFacts> {
  return presented(deps, actor, { domainId, result: await latestScan(deps, actor, domainId) })
}

/** The facts of the newest scan of a domain; null: there is none, or the domain is not the workspace's. */
export async function scanOf(deps: Deps, actor: Actor, domainId: string): Promise<ScanFacts | null> {
  const domain = await ownedDomain(deps.store.db, actor.workspace.id, domainId)
  const result = domain && (await newestScan(deps.store.db, domain.id))
  return result === undefined ? null : presented(deps, actor, { domainId, result })
}

/** The facts of a scan, with what its owner decided about findings and still holds. */
async function presented(
  deps: Deps,
  { workspace }: Actor,
  { domainId, result }: { domainId: string; result: ScanResult },
): Promise<ScanFacts> {
  const { log, store, now } = deps
  const worded = presentScan(result, workspace.tier, (check, err) => {
    log.error({ err, check, domain: result.name }, 'a check of a scan cannot be presented')
  })
  const reply = await withSince(deps, { workspace, domainId }, worded)
  const decisions = (await decisionsOf(store.db, domainId))
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now())
    .map(({ finding: id, subject, kind }) => ({ id, subject: subject === '' ? null : subject, kind }))
  return withDecisions(scanFacts(reply), decisions)
}

/** The newest DNS changes of a domain; none on Starter. */
export async function changesOfDomain(
  { now, store }: Deps,
  { workspace }: Actor,
  domainId: string,
): Promise<readonly DnsChangeFacts[]> {
  if (rank(workspace.tier) === 0) return []
  const since = shownSince(workspace.tier, now())
  const of = { workspaceId: workspace.id, domainId, since }
  const rows = await changesOf(store.db, { ...of, before: null, limit: changesMax })
  return rows.map(({ foundAt, changeType, severity, description }) =>
    boundedTexts({ at: foundAt.toISOString(), type: changeType, severity, description }),
  )
}

async function headerOf({ store, now }: Deps, { workspace }: Actor, id: string) {
  const row = await analysisOf(store.db, workspace.id, id, now())
  if (row === undefined) throw new Refusal('not_found', wording.notFound)
  return headerFacts({ ...row.document, threat_score: row.threatScore })
}
