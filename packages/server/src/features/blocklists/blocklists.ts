import {
  type addBlocklist as addEndpoint,
  type listBlocklists as listEndpoint,
  listWording,
  type ReplyOf,
  wording,
} from '@waxseal/contract'
import {
  blocklists,
  type ListTrouble,
  type OwnListProblem,
  ownCodesProblem,
  ownZoneProblem,
} from '@waxseal/core/blacklist'
import { mayUse } from '@waxseal/core/plan'
import { normalizeName } from '@waxseal/scanner'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import {
  blocklistsOff,
  insertOwnBlocklist,
  type OwnBlocklistRow,
  ownBlocklists,
  removeOwnBlocklist,
  storeBlocklistsOff,
} from '../workspaces/blocklist-store.ts'
import { lockWorkspace } from '../workspaces/store.ts'

const feature = 'custom_blocklists'

const problems: { readonly [P in OwnListProblem]: string } = {
  'no-zone': listWording.listNoZone,
  catalogued: listWording.listCatalogued,
  'no-code': listWording.listNoCode,
  'code-twice': listWording.listCodeTwice,
  'code-reserved': listWording.listCodeReserved,
}

/** A list as it is typed. */
interface Typed {
  name: string
  zone: string
  kind: 'ip' | 'domain'
  codes: readonly { address: string; meaning: string }[]
}

/** The lists of the catalogue, and the own lists of a workspace. */
export async function listBlocklists(
  { store, env }: Pick<Deps, 'store' | 'env'>,
  { workspace }: Actor,
): Promise<ReplyOf<typeof listEndpoint>> {
  const off = await blocklistsOff(store.db, workspace.id)
  const own = await ownBlocklists(store.db, workspace.id)
  return {
    catalogue: blocklists.map(({ id, name, zone, kind }) => ({
      id,
      name,
      zone,
      kind,
      off: off.includes(id),
      off_here: env.dnsblOff.includes(id),
    })),
    own: own.map(present),
    limit: listWording.ownListLimits.lists,
    allowed: mayUse(workspace.tier, feature),
  }
}

/**
 * Sets which lists of the catalogue the scans of the workspace do not ask.
 *
 * @throws Refusal `feature_locked` below Business; `validation` for an unknown list
 */
export async function setBlocklistsOff(deps: Pick<Deps, 'store' | 'now'>, actor: Actor, typed: readonly string[]) {
  requirePlan(actor)
  const off = [...new Set(typed)].sort()
  const known = new Set<string>(blocklists.map(({ id }) => id))
  if (!off.every(id => known.has(id))) throw new Refusal('validation', listWording.listUnknown)
  const { id } = actor.workspace
  await deps.store.transaction(async tx => {
    await lockWorkspace(tx, id)
    const before = await blocklistsOff(tx, id)
    await storeBlocklistsOff(tx, id, off, { at: deps.now(), author: authorId(actor) })
    if (before.join() === off.join()) return
    const names = blocklists.filter(list => off.includes(list.id)).map(({ name }) => name)
    await recordEvent(deps, tx, actor, { action: 'blacklist.off_changed', detail: { names } })
  })
  return { off }
}

/**
 * Adds an own list and looks up its test entries. One that fails them is added too: scans test it again, and it gives no
 * verdict until it passes.
 *
 * @throws Refusal `feature_locked` below Business; `validation` for a zone or code that is none, and beyond the limit;
 * `conflict` when the workspace has the zone
 */
export async function addBlocklist(
  deps: Pick<Deps, 'store' | 'now' | 'testOwnList'>,
  actor: Actor,
  { name, zone: typed, kind, codes }: Typed,
  signal: AbortSignal,
): Promise<ReplyOf<typeof addEndpoint>> {
  requirePlan(actor)
  const zone = normalizeName(typed.replace(/\.$/, ''))
  const problem = ownZoneProblem(zone) ?? ownCodesProblem(codes)
  if (problem !== null || zone === null) throw new Refusal('validation', problems[problem ?? 'no-zone'])
  const { id: workspaceId } = actor.workspace
  refuseFull(await ownBlocklists(deps.store.db, workspaceId), { zone, kind })
  const test = testOf(await deps.testOwnList({ id: zone, name, zone, kind, codes }, signal))
  return deps.store.transaction(async tx => {
    // The workspace stays locked, so that two concurrent calls cannot both be the last allowed one.
    await lockWorkspace(tx, workspaceId)
    refuseFull(await ownBlocklists(tx, workspaceId), { zone, kind })
    const row = { workspaceId, name, zone, kind, codes, addedAt: deps.now(), author: authorId(actor), ...test }
    const added = await insertOwnBlocklist(tx, row)
    if (added === undefined) throw new Refusal('conflict', listWording.listAlready)
    await recordEvent(deps, tx, actor, { action: 'blacklist.added', subject: zone })
    return present(added)
  })
}

/** Also without the plan. @throws Refusal `not_found` */
export async function deleteBlocklist(deps: Pick<Deps, 'store' | 'now'>, actor: Actor, id: string): Promise<null> {
  return deps.store.transaction(async tx => {
    const removed = await removeOwnBlocklist(tx, actor.workspace.id, id)
    if (removed === undefined) throw new Refusal('not_found', wording.notFound)
    await recordEvent(deps, tx, actor, { action: 'blacklist.removed', subject: removed.zone })
    return null
  })
}

function requirePlan({ workspace }: Actor): void {
  if (!mayUse(workspace.tier, feature)) throw new Refusal('feature_locked', listWording.listsLocked, { feature })
}

function refuseFull(own: readonly OwnBlocklistRow[], { zone, kind }: Pick<Typed, 'zone' | 'kind'>): void {
  if (own.some(each => each.zone === zone && each.kind === kind)) throw new Refusal('conflict', listWording.listAlready)
  if (own.length >= listWording.ownListLimits.lists) throw new Refusal('validation', listWording.listLimit)
}

/** Entries without an answer say nothing about the list. */
const unanswered: readonly ListTrouble[] = ['silent', 'dead', 'refused', 'unanswered']

function testOf(trouble: Awaited<ReturnType<Deps['testOwnList']>>): Pick<OwnBlocklistRow, 'testState' | 'testReason'> {
  if (trouble === null) return { testState: 'passed', testReason: null }
  return { testState: unanswered.includes(trouble.trouble) ? 'unchecked' : 'failed', testReason: trouble.reason }
}

function present({ id, name, zone, kind, codes, addedAt, testState, testReason }: OwnBlocklistRow) {
  return {
    id,
    name,
    zone,
    kind,
    codes: codes.map(code => ({ ...code })),
    added_at: addedAt.toISOString(),
    test: { state: testState, reason: testReason },
  }
}
