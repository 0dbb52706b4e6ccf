import { type accountDeletion, type ReplyOf, wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { enqueue } from '../../jobs/outbox.ts'
import type { Session } from '../../ports.ts'
import { recordEvent, recordOwnEvent } from '../audit/record.ts'
import { domainCount } from '../domains/store.ts'
import { markPersonDeleted, markWorkspacesDeleted, unmarkDeleted } from '../workspaces/deletion-store.ts'
import { requireLiveSession } from '../workspaces/live-session.ts'
import { endMembership } from '../workspaces/members.ts'
import { lockPerson, lockWorkspace, membershipsOf, personOfSubject } from '../workspaces/store.ts'
import { deletedMail, restoredMail } from './deletion-mails.ts'
import { deletedLongAgo, type Fate, fatesOf, removedAt } from './deletion-plan.ts'
import { refuseIncludedAmong } from './hosted-records.ts'

type Needs = Pick<Deps, 'store' | 'auth' | 'now' | 'queue' | 'env' | 'freshDns' | 'log'>

/** What deleting the account of a session would do; of a deleted one, until when it can be restored. */
export async function readDeletion(
  { store }: Pick<Deps, 'store'>,
  { subject, email }: Session,
): Promise<ReplyOf<typeof accountDeletion>> {
  const row = await personOfSubject(store.db, subject)
  if (row === undefined) return { email, removed_at: null, workspaces: [] }
  if (row.deletedAt !== null) return { email, removed_at: removedAt(row.deletedAt).toISOString(), workspaces: [] }
  const workspaces: ReplyOf<typeof accountDeletion>['workspaces'] = []
  for (const { workspace, effect } of await fatesOf(store.db, row.id, await membershipsOf(store.db, row.id))) {
    workspaces.push({
      id: workspace.id,
      name: workspace.name,
      effect,
      domains: await domainCount(store.db, workspace.id),
    })
  }
  return { email, removed_at: null, workspaces }
}

/**
 * Deletes the account of a person: the account and the workspaces that no one else belongs to can be restored for 30 days,
 * and until then nothing of them is shown, scanned or reported. Memberships in other workspaces end now. All sessions end.
 *
 * @param options.isConfirmed whether the person knows that domains may include hosted SPF records
 * @throws Refusal `unauthorized` when the session has ended; `conflict` for the only owner of a workspace with other members,
 *   and when domains include hosted records, or that could not be checked, and it is not confirmed
 */
export async function deleteAccount(
  deps: Needs,
  { person, session }: { person: { id: string; email: string }; session: Session },
  { isConfirmed, signal }: { isConfirmed: boolean; signal: AbortSignal },
): Promise<{ removed_at: string }> {
  const { store, auth, now, env } = deps
  await requireLiveSession(deps, session)
  const before = await fatesOf(store.db, person.id, await membershipsOf(store.db, person.id))
  refuseOnlyOwner(before)
  if (!isConfirmed) await refuseIncludedAmong(deps, idsOf(before, 'deleted'), signal)
  const at = now()
  await store.transaction(async tx => {
    await lockPerson(tx, person.id)
    const memberships = await membershipsOf(tx, person.id)
    // In one order, so that two people who delete their accounts wait for each other.
    for (const id of memberships.map(({ workspace }) => workspace.id).sort()) await lockWorkspace(tx, id)
    const fates = await fatesOf(tx, person.id, memberships)
    refuseOnlyOwner(fates)
    if (!(await markPersonDeleted(tx, person.id, at))) throw new Refusal('account_deleted', wording.accountDeleted)
    await recordOwnEvent(deps, tx, person.id, { action: 'account.deleted' })
    const by = { kind: 'person', id: person.id } as const
    for (const id of idsOf(fates, 'left')) {
      await endMembership(tx, id, person.id)
      await recordEvent(deps, tx, { workspace: { id }, by }, { action: 'member.left' })
    }
    await markWorkspacesDeleted(tx, idsOf(fates, 'deleted'), at)
    const payload = deletedMail(person.email, removedAt(at), env)
    await enqueue(deps, tx, { kind: 'mail', payload })
  })
  // The account is deleted: a session that goes on can only restore it.
  await auth.endSessions(session.subject, null).catch((err: unknown) => {
    deps.log.warn({ err, accountId: person.id }, 'the sessions of a deleted account were not ended')
  })
  return { removed_at: removedAt(at).toISOString() }
}

/**
 * Restores the account of a session. Does nothing for one that is not deleted.
 *
 * @throws Refusal `unauthorized` when the session has ended; `gone` after the 30 days
 */
export async function restoreAccount(deps: Omit<Needs, 'freshDns'>, session: Session): Promise<null> {
  const { store, now, env } = deps
  await requireLiveSession(deps, session)
  const row = await personOfSubject(store.db, session.subject)
  if (row === undefined || row.deletedAt === null) return null
  const isRestored = await store.transaction(async tx => {
    if (!(await unmarkDeleted(tx, row, deletedLongAgo(now())))) return false
    await recordOwnEvent(deps, tx, row.id, { action: 'account.restored' })
    await enqueue(deps, tx, { kind: 'mail', payload: restoredMail(session.email, env) })
    return true
  })
  if (!isRestored) throw new Refusal('gone', wording.accountGone)
  return null
}

const idsOf = (fates: readonly Fate[], effect: Fate['effect']): string[] =>
  fates.filter(fate => fate.effect === effect).map(({ workspace }) => workspace.id)

function refuseOnlyOwner(fates: readonly Fate[]): void {
  const blocked = fates.find(({ effect }) => effect === 'blocks')
  if (blocked !== undefined) throw new Refusal('conflict', wording.onlyOwnerOf(blocked.workspace.name))
}
