import { wording } from '@waxseal/contract'
import type { Tier } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Session } from '../../ports.ts'
import { recordOwnEvent } from '../audit/record.ts'
import { noteSession } from '../audit/session-sign-in.ts'
import type { PersonActor } from './actor.ts'
import { requireLiveSession } from './live-session.ts'
import {
  insertMember,
  insertPerson,
  insertWorkspace,
  lockPerson,
  type Membership,
  membershipsOf,
  type PersonRow,
  personOfSubject,
  updateProfile,
} from './store.ts'

/**
 * Someone who is signed in. `subject` is the auth provider's user id and never decides what may be done: `id` and the
 * memberships do.
 */
export interface Person {
  id: string
  subject: string
  email: string
  name: string
  picture: string | null
  createdAt: Date
}

/** A person with the workspaces they belong to, the one they joined first first. At least one is their own. */
export interface SignedIn {
  person: Person
  memberships: readonly Membership[]
  /** Who acts as the person, by the auth provider's name; null: no one. */
  impersonator: string | null
}

type SignInDeps = Pick<Deps, 'store' | 'env' | 'now' | 'log'> & {
  auth: Pick<Deps['auth'], 'kind' | 'isLive' | 'emailOf'>
}

/**
 * The person of a session, kept at the address and name the auth provider has. The first call with a live session makes the person and a
 * workspace of their own on `DEFAULT_TIER`; so does a call of someone who owns no workspace any more. The first call of a
 * session is recorded as a sign-in where the auth provider does not note them.
 *
 * @throws Refusal `account_deleted` when the person deleted the account; `unauthorized` when the session of someone
 * unknown has ended
 */
export async function signedIn(deps: SignInDeps, session: Session): Promise<SignedIn> {
  const row = (await known(deps, session)) ?? (await make(deps, session))
  if (row.deletedAt !== null) throw new Refusal('account_deleted', wording.accountDeleted)
  const { id, subject, email, name, createdAt } = row
  const impersonator = session.impersonator ?? null
  await noteSession(deps, { personId: id, sessionId: session.sessionId, impersonator })
  const found = await membershipsOf(deps.store.db, id)
  const memberships = found.some(isOwner) ? found : await withOwnWorkspace(deps, row)
  return {
    person: { id, subject, email, name, picture: session.picture, createdAt },
    memberships: memberships.map(each => ({ ...each, workspace: withTier(deps, each.workspace) })),
    impersonator,
  }
}

/**
 * Whom a call acts for: in the workspace with this id, else in the person's own: of those they own, the one they joined
 * first.
 *
 * @throws Refusal `not_found` when the person is no member of it
 */
export function actorIn({ person, memberships, impersonator }: SignedIn, workspaceId: string | null): PersonActor {
  const membership =
    workspaceId === null
      ? memberships.find(isOwner)
      : memberships.find(({ workspace }) => workspace.id === workspaceId.toLowerCase())
  if (membership === undefined) throw new Refusal('not_found', wording.notFound)
  const { id, name, tier } = membership.workspace
  const by = { kind: 'person' as const, id: person.id, ...(impersonator !== null && { impersonator }) }
  return { workspace: { id, name, tier }, by, role: membership.role }
}

const isOwner = ({ role }: Membership): boolean => role === 'owner'

function withTier(deps: SignInDeps, workspace: Membership['workspace']): Membership['workspace'] {
  return { ...workspace, tier: tierInUse(deps, workspace.tier) }
}

/** The plan that counts now: with `BILLING=off` that is `DEFAULT_TIER`, whatever is stored. */
export function tierInUse({ env }: Pick<Deps, 'env'>, stored: Tier): Tier {
  return env.billing === 'off' ? env.defaultTier : stored
}

async function known({ store, auth, now }: SignInDeps, session: Session): Promise<PersonRow | undefined> {
  const row = await personOfSubject(store.db, session.subject)
  if (row === undefined || (row.email === session.email && row.name === session.name)) return row
  const { email, name } = session
  // A token is up to five minutes old: its address may be the one before.
  const newest = email === row.email ? email : await newestEmail(auth, row)
  const profile = newest === email ? { email, name } : { email: newest, name: row.name }
  return store.transaction(async tx => {
    const changed = await updateProfile(tx, row.id, profile)
    if (changed !== undefined && changed.email !== row.email) {
      const detail = { from: row.email, to: changed.email }
      await recordOwnEvent({ now }, tx, row.id, { action: 'account.email_changed', detail })
    }
    return changed
  })
}

/** The address that a person has now; the stored one when the auth provider does not know. */
async function newestEmail(auth: SignInDeps['auth'], { subject, email }: PersonRow): Promise<string> {
  try {
    return (await auth.emailOf(subject)) ?? email
  } catch (error) {
    if (error instanceof Refusal) return email
    throw error
  }
}

async function make({ store, now, auth }: SignInDeps, session: Session): Promise<PersonRow> {
  const { subject, email, name } = session
  // A token outlives its session by minutes: it must not bring back a person who was removed.
  await requireLiveSession({ auth }, session)
  const added = await store.transaction(async tx => {
    const person = await insertPerson(tx, { subject, email, name, createdAt: now() })
    if (person !== undefined) await recordOwnEvent({ now }, tx, person.id, { action: 'account.created' })
    return person
  })
  const row = added ?? (await personOfSubject(store.db, subject))
  if (row === undefined) throw new Error('a person was neither made nor found')
  return row
}

/** Makes a workspace of the person's own, once even when a page asks ten things at the same moment. */
async function withOwnWorkspace({ store, env, now }: SignInDeps, row: PersonRow): Promise<Membership[]> {
  return store.transaction(async tx => {
    await lockPerson(tx, row.id)
    if (!(await membershipsOf(tx, row.id)).some(isOwner)) {
      const name = row.name.trim() === '' ? row.email : row.name
      const workspace = await insertWorkspace(tx, { name, tier: env.defaultTier, createdAt: now() })
      await insertMember(tx, { workspaceId: workspace.id, personId: row.id, role: 'owner', joinedAt: now() })
    }
    return membershipsOf(tx, row.id)
  })
}
