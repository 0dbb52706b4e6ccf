import type { Database, Tx } from '../../db/store.ts'
import { type Member, membersOf } from '../workspaces/member-store.ts'
import type { Membership } from '../workspaces/store.ts'

/** How long a deleted account can be restored, in days: the terms promise it. */
export const graceDays = 30

const graceMs = graceDays * 86_400_000

/** When what was deleted then is removed for good. */
export const removedAt = (deletedAt: Date): Date => new Date(deletedAt.getTime() + graceMs)

/** What was deleted at this moment or before is removed at `now`. */
export const deletedLongAgo = (now: Date): Date => new Date(now.getTime() - graceMs)

/** What deleting a person does to one of their workspaces. */
export interface Fate {
  workspace: Membership['workspace']
  /** `deleted`: no one else belongs to it. `left`: it has another owner. `blocks`: others belong to it, and none of them owns it. */
  effect: 'deleted' | 'left' | 'blocks'
}

/** The fate of each workspace of a person, as its members are now. */
export async function fatesOf(
  db: Database | Tx,
  personId: string,
  memberships: readonly Membership[],
): Promise<Fate[]> {
  const fates: Fate[] = []
  for (const { workspace } of memberships) {
    fates.push({ workspace, effect: effectOf(personId, await membersOf(db, workspace.id)) })
  }
  return fates
}

function effectOf(personId: string, members: readonly Pick<Member, 'personId' | 'role'>[]): Fate['effect'] {
  const others = members.filter(each => each.personId !== personId)
  if (others.length === 0) return 'deleted'
  const owns = members.some(each => each.personId === personId && each.role === 'owner')
  return owns && !others.some(({ role }) => role === 'owner') ? 'blocks' : 'left'
}
