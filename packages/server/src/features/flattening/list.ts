import { type FlatteningItem, type listFlattening, type listVersions, type ReplyOf, wording } from '@waxseal/contract'
import { mayUse, plans } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { zoneStateOf } from '../../hosted-zone/delegation.ts'
import type { Actor } from '../workspaces/actor.ts'
import { isBeyondPlan } from './plan-room.ts'
import { presentConfiguration } from './present.ts'
import { configurationsOf, type FlatteningRow, olderConfigurations, ownedConfiguration, versionsOf } from './store.ts'

const versionsShown = 50
const blocksShown = 200

/** The hosted records of a workspace, and the state of the zone that they are in. */
export async function listConfigurations(deps: Deps, { workspace }: Actor): Promise<ReplyOf<typeof listFlattening>> {
  const { id, tier } = workspace
  const [rows, zone] = await Promise.all([configurationsOf(deps.store.db, id), zoneStateOf(deps)])
  return {
    configurations: rows.map((row, at) =>
      presentConfiguration(row, { tier, isPaused: isBeyondPlan(tier, rows.length - 1 - at), zone }),
    ),
    limit: plans[tier].flattening,
    allowed: mayUse(tier, 'spf_flattening'),
    zone,
  }
}

/** One hosted record of the actor's workspace as the API returns it. */
export async function presentOne(deps: Deps, { workspace }: Actor, row: FlatteningRow): Promise<FlatteningItem> {
  const { tier, id: workspaceId } = workspace
  const [older, zone] = await Promise.all([
    olderConfigurations(deps.store.db, { ...row, workspaceId }),
    zoneStateOf(deps),
  ])
  return presentConfiguration(row, { tier, isPaused: isBeyondPlan(tier, older), zone })
}

/** @throws Refusal `not_found` for another workspace's, an unknown and an impossible id alike */
export async function requireConfiguration(deps: Deps, { workspace }: Actor, id: string): Promise<FlatteningRow> {
  const row = await ownedConfiguration(deps.store.db, workspace.id, id)
  if (row === undefined) throw new Refusal('not_found', wording.notFound)
  return row
}

/** The versions of a hosted record, newest first. @throws Refusal `not_found` */
export async function versionsFor(deps: Deps, actor: Actor, id: string): Promise<ReplyOf<typeof listVersions>> {
  const { id: found } = await requireConfiguration(deps, actor, id)
  const versions = await versionsOf(deps.store.db, found, versionsShown)
  return {
    versions: versions.map(({ id, at, reason, originalRecord, records, added, removed }) => ({
      id,
      at: at.toISOString(),
      reason,
      original_spf_record: originalRecord,
      hosted_records: records.map(record => ({ ...record })),
      added: added.slice(0, blocksShown),
      removed: removed.slice(0, blocksShown),
      more_added: Math.max(0, added.length - blocksShown),
      more_removed: Math.max(0, removed.length - blocksShown),
    })),
  }
}
